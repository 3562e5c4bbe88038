// The head of a staff page: the way back, the title, what the page is for, and its actions beside them or, on a phone, below them.
import { ArrowLeft } from 'lucide-react'
import type { ReactNode, Ref } from 'react'
import { Link } from 'react-router'

interface PageHeadProps {
  title: string
  /** For a section that refers to the title, or focus that returns to it. */
  titleId?: string
  /** A small line above the title. */
  eyebrow?: string | false
  lead?: string
  /** The label of the link to the dashboard. */
  back?: string
  /** The actions. A tab adds its own with a portal to `actionsRef`. */
  children?: ReactNode
  actionsRef?: Ref<HTMLDivElement>
}

// Two buttons share a line on a phone.
const ACTIONS =
  'flex w-full flex-wrap gap-2 empty:hidden max-sm:*:grow max-sm:has-[>:nth-child(2)]:*:px-2.5 max-sm:has-[>:nth-child(2)]:*:text-sm max-sm:has-[>:nth-child(2)]:[&_svg]:hidden sm:w-auto sm:gap-3'

export function PageHead({ title, titleId, eyebrow, lead, back, children, actionsRef }: PageHeadProps) {
  return (
    <div className="grid grid-cols-1 gap-2">
      {back && (
        <Link
          to="/admin"
          className="-ms-3 flex min-h-11 items-center gap-2 justify-self-start rounded-box px-3 text-muted hover:bg-tint hover:text-ink"
        >
          <ArrowLeft aria-hidden="true" className="mirrored size-4" />
          {back}
        </Link>
      )}
      <div className="flex flex-wrap items-start justify-between gap-x-8 gap-y-4">
        <div className="grid min-w-0 gap-1 sm:flex-1 sm:basis-96 sm:gap-2">
          {eyebrow && <p className="eyebrow text-muted">{eyebrow}</p>}
          <h1 id={titleId} tabIndex={titleId ? -1 : undefined} className="font-display text-3xl font-semibold outline-none">
            {title}
          </h1>
          {lead && <p className="max-w-[65ch] text-muted max-sm:text-sm">{lead}</p>}
        </div>
        <div ref={actionsRef} className={ACTIONS}>
          {children}
        </div>
      </div>
    </div>
  )
}

// The head of a signed-in page: the way back, the title and the actions on one line. The actions wrap if they do not fit.
import { ArrowLeft } from 'lucide-react'
import type { ReactNode, Ref } from 'react'
import { classes } from '../lib/classes.ts'
import { Link } from '../lib/router/link.tsx'

const LONG = 13

interface PageHeadProps {
  title: string
  /** For a section that refers to the title, or for returning the focus to it. */
  titleId?: string
  /** A small line above the title. */
  eyebrow?: string | false
  lead?: string
  /** The label of the way back. */
  back?: string
  /** The target of the way back, if it is not the dashboard. */
  backTo?: string
  /** The actions. A tab adds its own with a portal to `actionsRef`. */
  children?: ReactNode
  actionsRef?: Ref<HTMLDivElement>
}

export function PageHead({ title, titleId, eyebrow, lead, back, backTo = '/admin', children, actionsRef }: PageHeadProps) {
  return (
    <div className="grid grid-cols-1 gap-1">
      <div className="flex flex-wrap items-center justify-between gap-x-4 gap-y-2">
        <div className="flex min-h-11 min-w-0 flex-[1_1_min(12rem,100%-5rem)] items-center">
          {back && (
            <Link
              to={backTo}
              aria-label={back}
              title={back}
              className="-ms-3 grid size-11 shrink-0 xl:-ms-11 place-items-center rounded-box text-muted hover:bg-tint hover:text-ink"
            >
              <ArrowLeft aria-hidden="true" className="mirrored size-5" />
            </Link>
          )}
          <div className="min-w-0">
            {eyebrow && <p className="text-xs leading-4 font-medium text-muted">{eyebrow}</p>}
            <h1
              id={titleId}
              tabIndex={titleId ? -1 : undefined}
              // Long titles are smaller, and large ones grow less, so that they fit on one line of a phone beside an action.
              className={classes(
                'font-semibold outline-none sm:text-[1.75rem]',
                title.length > LONG
                  ? 'text-xl max-sm:text-[min(1.25rem,max(20px,8vw))]'
                  : 'text-2xl max-sm:text-[min(1.5rem,max(24px,9vw))]',
              )}
            >
              {title}
            </h1>
          </div>
        </div>
        <div ref={actionsRef} className="flex flex-wrap items-center gap-2 empty:hidden *:min-h-11! sm:gap-3">
          {children}
        </div>
      </div>
      {/* Aligned with the title. The way back stands before both, and in wide windows outside the column. */}
      {lead && <p className={classes('max-w-[75ch] text-sm text-muted', back && 'max-xl:ps-8')}>{lead}</p>}
    </div>
  )
}

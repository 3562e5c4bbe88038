import { ArrowRight, type LucideIcon } from 'lucide-react'
import type { ReactNode } from 'react'
import { Link } from '../lib/router/link.tsx'

interface IconCardProps {
  icon: LucideIcon
  title: string
  children: ReactNode
  /** Makes the whole card a link. It ends with the text `more`, or else with an arrow beside the title. */
  to?: string | undefined
  more?: string
}

export function IconCard({ icon: Icon, title, children, to, more }: IconCardProps) {
  return (
    <article
      className={`relative grid h-full content-start gap-3 rounded-box border border-line bg-surface p-5 max-sm:grid-cols-[auto_minmax(0,1fr)] max-sm:items-center max-sm:[&>:nth-child(n+3)]:col-span-full sm:p-6 ${to ? 'transition-shadow duration-200 ease-calm hover:shadow-lift sm:p-8' : ''}`}
    >
      <Icon aria-hidden="true" strokeWidth={1.5} className="size-7 text-brass sm:size-8" />
      <h3 className="font-display text-xl font-semibold">
        {to ? (
          <Link to={to} className="flex items-start justify-between gap-4 after:absolute after:inset-0">
            {title}
            {!more && <ArrowRight aria-hidden="true" className="mirrored mt-1 size-5 shrink-0 text-action" />}
          </Link>
        ) : (
          title
        )}
      </h3>
      {children}
      {to && more && (
        <span aria-hidden="true" className="inline-flex items-center sm:mt-2 gap-2 font-medium text-action">
          {more}
          <ArrowRight className="mirrored size-4" />
        </span>
      )}
    </article>
  )
}

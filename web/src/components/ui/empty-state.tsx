import type { LucideIcon } from 'lucide-react'
import type { ReactNode } from 'react'
import { classes } from '../../lib/classes.ts'

interface EmptyStateProps {
  icon: LucideIcon
  title: string
  text: string
  /** One button, or two, which become equally wide. */
  action?: ReactNode
  /** It fills a card or a dialog, which has a frame already. */
  isInFrame?: boolean
}

/** Says what the empty list is for, and offers the action that fills it. */
export function EmptyState({ icon: Icon, title, text, action, isInFrame = false }: EmptyStateProps) {
  return (
    <div
      className={classes(
        'grid justify-items-center gap-3 text-center',
        isInFrame ? 'px-2 py-8' : 'rounded-box border border-dashed border-line px-6 py-12',
      )}
    >
      <span aria-hidden="true" className="arch grid w-14 place-items-center border border-brass bg-tint">
        <Icon className="mt-1 size-6 text-brass" />
      </span>
      <p className="text-lg font-medium">{title}</p>
      <p className="max-w-[50ch] text-muted">{text}</p>
      {action && <div className="mt-2 grid gap-3 sm:auto-cols-fr sm:grid-flow-col">{action}</div>}
    </div>
  )
}

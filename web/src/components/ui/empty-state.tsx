import type { LucideIcon } from 'lucide-react'
import type { ReactNode } from 'react'
import { classes } from '../../lib/classes.ts'

interface EmptyStateProps {
  icon: LucideIcon
  title: string
  text: string
  /** One or two buttons, which then have the same width. */
  action?: ReactNode
  /** Whether it is inside a card or a dialog, which already has a frame. */
  isInFrame?: boolean
  /** Whether it is the only content of the page, whose title it then is. */
  isPage?: boolean
}

/** Says what the empty list is for, with an action that fills it. */
export function EmptyState({ icon: Icon, title, text, action, isInFrame = false, isPage = false }: EmptyStateProps) {
  const Title = isPage ? 'h1' : 'p'
  return (
    <div
      className={classes(
        'grid justify-items-center gap-3 text-center',
        isPage ? 'py-10' : isInFrame ? 'px-2 py-8' : 'rounded-box border border-dashed border-line px-6 py-12',
      )}
    >
      <span aria-hidden="true" className="arch grid w-14 place-items-center border border-brass bg-tint">
        <Icon className="mt-1 size-6 text-brass" />
      </span>
      <Title className={isPage ? 'text-2xl font-semibold' : 'text-lg font-medium'}>{title}</Title>
      <p className="max-w-[50ch] text-muted">{text}</p>
      {action && <div className="mt-2 grid gap-3 sm:auto-cols-fr sm:grid-flow-col">{action}</div>}
    </div>
  )
}

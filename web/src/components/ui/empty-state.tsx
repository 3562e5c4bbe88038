import type { LucideIcon } from 'lucide-react'
import type { ReactNode } from 'react'

/** Says what the empty list is for, and offers the action that fills it. */
export function EmptyState({ icon: Icon, title, text, action }: { icon: LucideIcon; title: string; text: string; action?: ReactNode }) {
  return (
    <div className="grid justify-items-center gap-3 rounded-box border border-dashed border-line px-6 py-12 text-center">
      <span aria-hidden="true" className="arch grid w-14 place-items-center border border-brass bg-tint">
        <Icon className="mt-1 size-6 text-brass" />
      </span>
      <p className="text-lg font-medium">{title}</p>
      <p className="max-w-[50ch] text-muted">{text}</p>
      {action && <div className="mt-2">{action}</div>}
    </div>
  )
}

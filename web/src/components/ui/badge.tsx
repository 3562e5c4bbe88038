import type { ReactNode } from 'react'

export type BadgeTone = 'waiting' | 'active' | 'good' | 'neutral' | 'danger'

const TONES: Record<BadgeTone, string> = {
  waiting: 'bg-wait-tint text-wait',
  active: 'bg-tint text-action-strong',
  good: 'bg-good-tint text-good',
  neutral: 'bg-line/60 text-muted',
  danger: 'bg-danger-tint text-danger',
}

/** Uses colour and text together, never colour alone. Has an outline, because some cards have the same background. */
export function Badge({ tone, children }: { tone: BadgeTone; children: ReactNode }) {
  return (
    <span
      className={`inline-flex items-center rounded-full px-3 py-0.5 text-sm font-medium ring-1 ring-current/20 ring-inset ${TONES[tone]}`}
    >
      {children}
    </span>
  )
}

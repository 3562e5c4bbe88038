import type { ReactNode } from 'react'

export type BadgeTone = 'waiting' | 'active' | 'good' | 'neutral' | 'danger'

const TONES: Record<BadgeTone, string> = {
  waiting: 'bg-wait-tint text-wait',
  // With a line around it, because some cards have the same background.
  active: 'bg-tint text-action-strong ring-1 ring-inset ring-action/25',
  good: 'bg-good-tint text-good',
  neutral: 'bg-line/60 text-muted',
  danger: 'bg-danger-tint text-danger',
}

/** Always colour and text together, never colour alone. */
export function Badge({ tone, children }: { tone: BadgeTone; children: ReactNode }) {
  return <span className={`inline-flex items-center rounded-full px-3 py-0.5 text-sm font-medium ${TONES[tone]}`}>{children}</span>
}

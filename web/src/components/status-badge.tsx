import { type TextKey, useI18n } from '../lib/i18n.tsx'
import { Badge, type BadgeTone } from './ui/badge.tsx'

export const STATUSES = ['pending', 'confirmed', 'completed', 'cancelled'] as const
export type Status = (typeof STATUSES)[number]

const LOOKS: Record<Status, { tone: BadgeTone; text: TextKey }> = {
  pending: { tone: 'waiting', text: 'status.pending' },
  confirmed: { tone: 'active', text: 'status.confirmed' },
  completed: { tone: 'good', text: 'status.completed' },
  cancelled: { tone: 'neutral', text: 'status.cancelled' },
}

export const statusText = (status: Status) => LOOKS[status].text

export function StatusBadge({ status }: { status: Status }) {
  const { t } = useI18n()
  const { tone, text } = LOOKS[status]
  return <Badge tone={tone}>{t(text)}</Badge>
}

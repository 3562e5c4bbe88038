import { Badge, type BadgeTone } from '../components/ui/badge.tsx'
import { type TextKey, useI18n } from '../lib/i18n.tsx'

export const STATUSES = ['pending', 'confirmed', 'completed', 'cancelled'] as const
export type Status = (typeof STATUSES)[number]
/** The shown status. A request that expired without a response was not cancelled by anybody. */
export type ShownStatus = Status | 'expired'

const LOOKS: Record<ShownStatus, { tone: BadgeTone; text: TextKey }> = {
  pending: { tone: 'waiting', text: 'status.pending' },
  confirmed: { tone: 'active', text: 'status.confirmed' },
  completed: { tone: 'good', text: 'status.completed' },
  cancelled: { tone: 'neutral', text: 'status.cancelled' },
  expired: { tone: 'neutral', text: 'status.expired' },
}

export const statusText = (status: Status) => LOOKS[status].text

interface Ended {
  status: Status
  starts_at: string
  cancelled_by: string | null
}

/** Whether the request has expired. The database closes such requests within minutes; the page does not wait for that. */
export function shownStatus({ status, starts_at, cancelled_by }: Ended, now: Date): ShownStatus {
  const isExpired = cancelled_by === 'expired' || (status === 'pending' && new Date(starts_at) <= now)
  return isExpired ? 'expired' : status
}

export function StatusBadge({ status }: { status: ShownStatus }) {
  const { t } = useI18n()
  const { tone, text } = LOOKS[status]
  return <Badge tone={tone}>{t(text)}</Badge>
}

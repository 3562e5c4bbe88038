import { Banner } from '../../components/ui/banner.tsx'
import { useI18n } from '../../lib/i18n.tsx'
import { formatMoment } from '../../lib/time/dates.ts'
import { useNow } from '../../lib/time/use-now.ts'
import { browserZone } from '../../lib/time/zones.ts'
import { useRoomTimes } from './queries.ts'

/** Why nobody can write now. */
export function ClosedNotice({ appointmentId }: { appointmentId: string }) {
  const { t, language } = useI18n()
  const { data: room } = useRoomTimes(appointmentId)
  const now = useNow()
  if (!room) return null
  const momentOf = (instant: string) => ({ moment: `\u2068${formatMoment(instant, browserZone(), language)}\u2069` })
  const text = {
    pending: () => t('chat.closedPending'),
    confirmed: () =>
      now < new Date(room.opens_at) ? t('chat.closedEarly', momentOf(room.opens_at)) : t('chat.closedOver', momentOf(room.closes_at)),
    completed: () => t('chat.closedCompleted'),
    cancelled: () => t('chat.closedCancelled'),
  }[room.status]()
  return <Banner>{text}</Banner>
}

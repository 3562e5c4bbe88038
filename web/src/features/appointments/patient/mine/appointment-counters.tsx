import { Counters } from '../../../../components/counters.tsx'
import { type ShownStatus, shownStatus } from '../../../../domain/status-badge.tsx'
import { type TextKey, useI18n } from '../../../../lib/i18n.tsx'
import { useNow } from '../../../../lib/time/use-now.ts'
import type { MyAppointment } from '../own-queries.ts'

const COUNTERS: { label: TextKey; counts: (status: ShownStatus) => boolean }[] = [
  { label: 'profile.countTotal', counts: () => true },
  { label: 'profile.countCompleted', counts: (status) => status === 'completed' },
  { label: 'profile.countPending', counts: (status) => status === 'pending' },
  { label: 'profile.countCancelled', counts: (status) => status === 'cancelled' || status === 'expired' },
]

interface AppointmentCountersProps {
  /** Undefined while they are loading. */
  appointments: MyAppointment[] | undefined
  /** Whether the counters are beside the next appointment in a wide window. */
  isBeside: boolean
}

export function AppointmentCounters({ appointments, isBeside }: AppointmentCountersProps) {
  const { t } = useI18n()
  const now = useNow()
  const statuses = appointments?.map((each) => shownStatus(each, now))
  const counters = COUNTERS.map(({ label, counts }) => ({ title: t(label), value: statuses?.filter(counts).length }))
  return (
    <Counters
      label={t('profile.counters')}
      counters={counters}
      className={isBeside ? 'lg:*:basis-2/5 lg:*:justify-center lg:*:px-5' : 'lg:*:px-6 lg:*:py-3'}
    />
  )
}

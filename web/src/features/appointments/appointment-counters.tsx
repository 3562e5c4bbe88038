import { Counters } from '../../components/counters.tsx'
import { type TextKey, useI18n } from '../../lib/i18n.tsx'
import type { Appointment } from './queries.ts'

const COUNTERS: { label: TextKey; counts: (appointment: Appointment) => boolean }[] = [
  { label: 'profile.countTotal', counts: () => true },
  { label: 'profile.countCompleted', counts: ({ status }) => status === 'completed' },
  { label: 'profile.countPending', counts: ({ status }) => status === 'pending' },
  { label: 'profile.countCancelled', counts: ({ status }) => status === 'cancelled' },
]

/** Undefined while they are being loaded. */
export function AppointmentCounters({ appointments }: { appointments: Appointment[] | undefined }) {
  const { t } = useI18n()
  const counters = COUNTERS.map(({ label, counts }) => ({ title: t(label), value: appointments?.filter(counts).length }))
  return <Counters label={t('profile.counters')} counters={counters} />
}

import { Skeleton } from '../../components/ui/skeleton.tsx'
import { type TextKey, useI18n } from '../../lib/i18n.tsx'
import { localeOf } from '../../lib/languages.ts'
import type { Appointment } from './queries.ts'

const COUNTERS: { label: TextKey; counts: (appointment: Appointment) => boolean }[] = [
  { label: 'profile.countTotal', counts: () => true },
  { label: 'profile.countCompleted', counts: ({ status }) => status === 'completed' },
  { label: 'profile.countPending', counts: ({ status }) => status === 'pending' },
  { label: 'profile.countCancelled', counts: ({ status }) => status === 'cancelled' },
]

/** Undefined while they are being loaded. */
export function AppointmentCounters({ appointments }: { appointments: Appointment[] | undefined }) {
  const { t, language } = useI18n()
  return (
    <dl aria-label={t('profile.counters')} className="grid grid-cols-2 gap-3 sm:gap-4 lg:grid-cols-4">
      {COUNTERS.map(({ label, counts }) => (
        <div key={label} className="flex flex-col-reverse justify-end rounded-box border border-line bg-surface px-5 py-4">
          <dt className="text-sm text-muted">{t(label)}</dt>
          <dd className="font-display text-3xl font-semibold tabular-nums">
            {appointments ? (
              new Intl.NumberFormat(localeOf(language)).format(appointments.filter(counts).length)
            ) : (
              <Skeleton className="h-9 w-10" />
            )}
          </dd>
        </div>
      ))}
    </dl>
  )
}

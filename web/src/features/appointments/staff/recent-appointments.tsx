import { ChevronRight } from 'lucide-react'
import { useRef } from 'react'
import { LoadFailed } from '../../../components/load-failed.tsx'
import { StatusBadge } from '../../../components/status-badge.tsx'
import { Badge } from '../../../components/ui/badge.tsx'
import { Skeleton } from '../../../components/ui/skeleton.tsx'
import { formatDay } from '../../../lib/dates.ts'
import { useI18n } from '../../../lib/i18n.tsx'
import { useRecent } from '../use-appointments.ts'
import type { Drafts } from './note-draft.ts'
import { patientName } from './patient-name.ts'
import { useRequestedFocus } from './requested-focus.ts'

const HEADING = 'recent-appointments'

/** The latest appointments that have begun, to choose one to write about. */
export function RecentAppointments({
  doctorId,
  drafts,
  onSelect,
}: {
  doctorId: string
  drafts: Drafts
  onSelect: (appointmentId: string) => void
}) {
  const { t, language } = useI18n()
  const { data, error, refetch } = useRecent(doctorId)
  const heading = useRef<HTMLHeadingElement>(null)
  useRequestedFocus(heading)
  return (
    <section aria-labelledby={HEADING} className="grid gap-3">
      <h2 ref={heading} id={HEADING} tabIndex={-1} className="text-xl font-semibold outline-none">
        {t('notes.recent')}
      </h2>
      {error && !data && <LoadFailed title={t('doctorPanel.loadFailed')} error={error} onRetry={() => void refetch()} />}
      {!error && !data && <Skeleton className="h-40" />}
      {data?.length === 0 && <p className="text-muted">{t('notes.noRecent')}</p>}
      {data && data.length > 0 && (
        <ul className="divide-y divide-line rounded-box border border-line bg-surface">
          {data.map((appointment) => (
            <li key={appointment.id}>
              <button
                type="button"
                onClick={() => onSelect(appointment.id)}
                className="flex min-h-14 w-full items-center gap-4 px-5 py-3 text-start -outline-offset-2 hover:bg-tint"
              >
                <span className="flex min-w-0 flex-1 flex-wrap items-center gap-x-4 gap-y-2">
                  <span className="min-w-0 flex-1 basis-full sm:basis-48">
                    <span className="block font-medium wrap-anywhere">
                      <bdi>{patientName(appointment, t)}</bdi>
                    </span>
                    <span className="text-sm text-muted">
                      {t('appointments.dayAndClock', {
                        day: formatDay(appointment.appointment_date, language, 'long'),
                        clock: appointment.appointment_time,
                      })}
                    </span>
                  </span>
                  {appointment.notes && <span className="text-sm text-muted">{t('notes.hasNote')}</span>}
                  {drafts[appointment.id] && <Badge tone="waiting">{t('notes.unsaved')}</Badge>}
                  <StatusBadge status={appointment.status} />
                </span>
                <ChevronRight aria-hidden="true" className="mirrored size-4 shrink-0 text-brass" />
              </button>
            </li>
          ))}
        </ul>
      )}
    </section>
  )
}

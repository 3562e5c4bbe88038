import { ChevronRight, NotebookPen } from 'lucide-react'
import { useRef } from 'react'
import { LoadFailed } from '../../../components/load-failed.tsx'
import { StatusBadge } from '../../../components/status-badge.tsx'
import { Badge } from '../../../components/ui/badge.tsx'
import { Skeleton } from '../../../components/ui/skeleton.tsx'
import { formatDay } from '../../../lib/dates.ts'
import { useI18n } from '../../../lib/i18n.tsx'
import type { Appointment } from '../staff-queries.ts'
import { useRecent } from '../use-staff-appointments.ts'
import type { Drafts } from './note-draft.ts'
import { patientName } from './patient-name.ts'
import { useRequestedFocus } from './requested-focus.ts'

const HEADING = 'recent-appointments'

interface RecentAppointmentsProps {
  doctorId: string
  /** The one whose note is open. */
  selected: string | undefined
  /** How to choose, unless it is said elsewhere. */
  hint: string | undefined
  drafts: Drafts
  onSelect: (appointmentId: string) => void
}

/** The latest appointments that have begun, to choose one to write about. */
export function RecentAppointments({ doctorId, selected, hint, drafts, onSelect }: RecentAppointmentsProps) {
  const { t } = useI18n()
  const { data, error, refetch } = useRecent(doctorId)
  const heading = useRef<HTMLHeadingElement>(null)
  useRequestedFocus(heading, selected === undefined)
  return (
    <section aria-labelledby={HEADING} className="grid grid-cols-1 gap-3">
      <div className="grid gap-1">
        <h2 ref={heading} id={HEADING} tabIndex={-1} className="text-xl font-semibold outline-none lg:text-lg">
          {t('notes.recent')}
        </h2>
        {hint && <p className="text-muted">{hint}</p>}
      </div>
      {error && !data && <LoadFailed title={t('doctorPanel.loadFailed')} error={error} onRetry={() => void refetch()} />}
      {!error && !data && <Skeleton className="h-54" />}
      {data?.length === 0 && <p className="text-muted">{t('notes.noRecent')}</p>}
      {data && data.length > 0 && (
        <ul className="divide-y divide-line overflow-hidden rounded-box border border-line bg-surface">
          {data.map((appointment) => (
            <li key={appointment.id}>
              <Choice
                appointment={appointment}
                isSelected={appointment.id === selected}
                isDraft={drafts[appointment.id] !== undefined}
                onSelect={onSelect}
              />
            </li>
          ))}
        </ul>
      )}
    </section>
  )
}

interface ChoiceProps {
  appointment: Appointment
  isSelected: boolean
  /** Something is written and not saved. */
  isDraft: boolean
  onSelect: (appointmentId: string) => void
}

function Choice({ appointment, isSelected, isDraft, onSelect }: ChoiceProps) {
  const { t, language } = useI18n()
  const { id, appointment_date: day, appointment_time: clock, status, notes } = appointment
  return (
    <button
      type="button"
      aria-current={isSelected}
      onClick={() => onSelect(id)}
      className="flex min-h-17 w-full items-center gap-2 border-s-3 border-transparent py-2.5 ps-3.5 pe-3 text-start -outline-offset-2 hover:bg-tint aria-[current=true]:border-brass aria-[current=true]:bg-tint"
    >
      <span className="grid min-w-0 flex-1 gap-1">
        <span className="flex flex-wrap items-center justify-between gap-x-3 gap-y-1">
          <span className="min-w-0 font-medium wrap-anywhere">
            <bdi>{patientName(appointment, t)}</bdi>
          </span>
          {isDraft ? (
            <Badge tone="waiting">{t('notes.unsaved')}</Badge>
          ) : (
            notes && (
              <span className="flex items-center gap-1.5 text-sm text-muted">
                <NotebookPen aria-hidden="true" className="size-4 text-brass" />
                {t('notes.hasNote')}
              </span>
            )
          )}
        </span>
        <span className="flex flex-wrap items-center justify-between gap-x-3 gap-y-1">
          <span className="text-sm text-muted tabular-nums">
            {t('appointments.dayAndClock', { day: formatDay(day, language, 'long'), clock })}
          </span>
          <StatusBadge status={status} />
        </span>
      </span>
      <ChevronRight aria-hidden="true" className="mirrored size-4 shrink-0 text-brass" />
    </button>
  )
}

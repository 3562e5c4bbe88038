import { ChevronRight, NotebookPen } from 'lucide-react'
import { StatusBadge, shownStatus } from '../../../components/status-badge.tsx'
import { Badge } from '../../../components/ui/badge.tsx'
import { formatDay } from '../../../lib/dates.ts'
import { useI18n } from '../../../lib/i18n.tsx'
import { useNow } from '../../../lib/use-now.ts'
import type { Appointment } from '../staff-queries.ts'
import type { Drafts } from './note-draft.ts'
import { patientName } from './patient-name.ts'

interface NoteChoicesProps {
  appointments: Appointment[]
  /** The one whose note is open. */
  selected: string | undefined
  drafts: Drafts
  onSelect: (appointmentId: string) => void
}

/** Appointments to write about. */
export function NoteChoices({ appointments, selected, drafts, onSelect }: NoteChoicesProps) {
  return (
    <ul className="divide-y divide-line overflow-hidden rounded-box border border-line bg-surface">
      {appointments.map((appointment) => (
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
  const { id, appointment_date: day, appointment_time: clock, notes } = appointment
  const status = shownStatus(appointment, useNow())
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

import { Check, ChevronRight } from 'lucide-react'
import { useId } from 'react'
import { PersonName } from '../../../../components/person-name.tsx'
import { Badge } from '../../../../components/ui/badge.tsx'
import { StatusBadge, shownStatus } from '../../../../domain/status-badge.tsx'
import { useI18n } from '../../../../lib/i18n.tsx'
import { dayTitle } from '../../../../lib/time/dates.ts'
import { useNow } from '../../../../lib/time/use-now.ts'
import { groupByDay } from '../lists/days.ts'
import { PatientLine } from '../patient-line.tsx'
import { patientName } from '../patient-name.ts'
import type { Appointment } from '../queries.ts'

/** The patients' names by appointment id, for appointments with an unsaved note. */
export type Unsaved = Partial<Record<string, string>>

interface NoteChoicesProps {
  appointments: Appointment[]
  /** The id of the appointment whose note is open. */
  selected: string | undefined
  unsaved: Unsaved
  onSelect: (appointmentId: string) => void
}

/** A list of appointments to write notes for, grouped by day. */
export function NoteChoices({ appointments, selected, unsaved, onSelect }: NoteChoicesProps) {
  const { language } = useI18n()
  const id = useId()
  return (
    <div className="overflow-hidden rounded-box border border-line bg-surface">
      {groupByDay(appointments).map(({ day, rows }) => (
        <div key={day} className="border-line not-first:border-t">
          <p id={`${id}-${day}`} className="border-b border-line bg-paper px-4 py-1.5 text-sm font-medium text-muted">
            {dayTitle(day, language)}
          </p>
          <ul aria-labelledby={`${id}-${day}`} className="divide-y divide-line">
            {rows.map((appointment) => (
              <li key={appointment.id}>
                <Choice
                  appointment={appointment}
                  isSelected={appointment.id === selected}
                  isDraft={unsaved[appointment.id] !== undefined}
                  onSelect={onSelect}
                />
              </li>
            ))}
          </ul>
        </div>
      ))}
    </div>
  )
}

interface ChoiceProps {
  appointment: Appointment
  isSelected: boolean
  /** Whether the note has an unsaved draft. */
  isDraft: boolean
  onSelect: (appointmentId: string) => void
}

function Choice({ appointment, isSelected, isDraft, onSelect }: ChoiceProps) {
  const { t } = useI18n()
  const { id, appointment_time: clock } = appointment
  const status = shownStatus(appointment, useNow())
  return (
    <button
      type="button"
      aria-current={isSelected}
      onClick={() => onSelect(id)}
      className="flex min-h-12 w-full items-center gap-2 border-s-3 border-transparent py-2 ps-3.25 pe-4 text-start -outline-offset-2 hover:bg-tint max-lg:pe-2.5 aria-[current=true]:border-brass aria-[current=true]:bg-tint"
    >
      <span className="grid min-w-0 flex-1 gap-0.5">
        <span className="flex items-center gap-x-2">
          <span className="min-w-0 flex-1 font-medium wrap-anywhere">
            <PersonName>{patientName(appointment, t)}</PersonName>
          </span>{' '}
          <span className="text-sm text-muted tabular-nums">{clock}</span>
        </span>{' '}
        <PatientLine appointment={appointment} className="text-sm" />{' '}
        <span className="flex min-w-0 items-center gap-x-2">
          {appointment.notes ? (
            <NoteBeginning note={appointment.notes} />
          ) : (
            <bdi className="min-w-0 flex-1 truncate text-sm text-muted rtl:text-right">{appointment.patient_complaint}</bdi>
          )}{' '}
          {isDraft ? (
            <Badge tone="waiting">{t('notes.unsaved')}</Badge>
          ) : (
            // Most appointments are completed, so only another status is shown.
            status !== 'completed' && <StatusBadge status={status} />
          )}
        </span>
      </span>
      <ChevronRight aria-hidden="true" className="mirrored size-4 shrink-0 text-brass lg:hidden" />
    </button>
  )
}

/** The beginning of a note, with an icon. Rows without a note show the complaint instead. */
function NoteBeginning({ note }: { note: string }) {
  const { t } = useI18n()
  return (
    <span className="flex min-w-0 flex-1 items-center gap-1.5 text-sm text-muted">
      <Check aria-hidden="true" className="size-4 shrink-0 text-good" />
      <span className="sr-only">{t('notes.hasNote')}</span>
      <bdi aria-hidden="true" className="truncate">
        {note}
      </bdi>
    </span>
  )
}

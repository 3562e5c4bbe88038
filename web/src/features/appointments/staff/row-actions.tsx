import { CalendarClock, type LucideIcon, NotebookPen } from 'lucide-react'
import { Button } from '../../../components/ui/button.tsx'
import { useI18n } from '../../../lib/i18n.tsx'
import { useNow } from '../../../lib/use-now.ts'
import { canHaveNote } from '../changes.ts'
import { RescheduleDialog } from '../reschedule/reschedule-dialog.tsx'
import type { Appointment } from '../staff-queries.ts'
import { AttendanceButton } from './attendance-button.tsx'
import { REFUSES } from './list-focus.ts'
import { PatientCardButton } from './patient-card-button.tsx'
import { type Place, useAnswer } from './use-answer.ts'

/** Buttons in rows of 68 px. */
const IN_ROW = 'min-h-11! px-2.5! py-1.5! whitespace-nowrap sm:px-3.5!'
const ICON_IN_ROW = 'grid! size-11 min-h-11! place-items-center px-0! py-0!'

export interface RowActionsProps {
  appointment: Appointment
  place: Place
  /** Opens the question before rejecting or cancelling. The list asks it, because the row may disappear while the dialog is open. */
  onRefuse: (appointment: Appointment) => void
  /** The reader's own record as a doctor: the patient card is for the appointment's doctor only. */
  ownDoctorId?: string | undefined
  /** Opens the note. For the appointment's doctor only. */
  onNote?: ((appointment: Appointment) => void) | undefined
}

export function RowActions({ appointment, place, ownDoctorId, onRefuse, onNote }: RowActionsProps) {
  const { t } = useI18n()
  const hasStarted = new Date(appointment.starts_at) <= useNow()
  const { mutate, isPending } = useAnswer({ appointment, place })
  // A request whose time has passed is closed by the database.
  const isAsked = appointment.status === 'pending' && !hasStarted
  const isConfirmed = appointment.status === 'confirmed'
  return (
    <>
      {appointment.doctor_id === ownDoctorId && <PatientCardButton appointment={appointment} look="icon" />}
      <div className="contents max-sm:hidden">
        <MoreActions {...{ appointment, onNote }} look="icon" />
      </div>
      {onNote && appointment.status === 'completed' && <AttendanceButton appointment={appointment} />}
      {(isAsked || isConfirmed) && (
        <Button look="secondary" className={IN_ROW} disabled={isPending} onClick={() => onRefuse(appointment)} {...{ [REFUSES]: '' }}>
          {t(isAsked ? 'staff.reject' : 'appointments.cancel')}
        </Button>
      )}
      {isAsked && (
        <Button className={`${IN_ROW} ms-1`} busyLabel={isPending && t('staff.confirming')} onClick={() => mutate('confirmed')}>
          {t('staff.confirm')}
        </Button>
      )}
      {isConfirmed && hasStarted && (
        <Button className={`${IN_ROW} ms-1`} busyLabel={isPending && t('staff.completing')} onClick={() => mutate('completed')}>
          {t('staff.complete')}
        </Button>
      )}
    </>
  )
}

/** The note and another time: icons in the line or, on a phone, buttons below it. */
export function MoreActions({
  appointment,
  onNote,
  look,
}: Pick<RowActionsProps, 'appointment' | 'onNote'> & { look: 'icon' | 'secondary' }) {
  const { t } = useI18n()
  const hasStarted = new Date(appointment.starts_at) <= useNow()
  const looks = (label: string, Icon: LucideIcon) =>
    look === 'icon'
      ? {
          look: 'quiet' as const,
          className: ICON_IN_ROW,
          'aria-label': label,
          title: label,
          children: <Icon aria-hidden="true" className="size-5 text-brass" />,
        }
      : {
          look,
          className: IN_ROW,
          children: (
            <>
              <Icon aria-hidden="true" className="size-4 text-brass" />
              {label}
            </>
          ),
        }
  return (
    <>
      {onNote && canHaveNote(appointment) && (
        <Button
          {...looks(t(appointment.notes ? 'doctorPanel.editNote' : 'doctorPanel.addNote'), NotebookPen)}
          onClick={() => onNote(appointment)}
        />
      )}
      {(appointment.status === 'pending' || appointment.status === 'confirmed') && !hasStarted && (
        <RescheduleDialog
          appointment={appointment}
          reader={{ is: 'staff', zone: appointment.doctor.timezone }}
          trigger={<Button {...looks(t('move.button'), CalendarClock)} />}
        />
      )}
    </>
  )
}

// The actions of an appointment. The row shows the next step and at most two more. The details show the rest as labelled buttons.
import { CalendarClock, NotebookPen, Video } from 'lucide-react'
import type { ReactNode } from 'react'
import { Button, buttonLook } from '../../../../components/ui/button.tsx'
import { classes } from '../../../../lib/classes.ts'
import { useI18n } from '../../../../lib/i18n.tsx'
import { Link } from '../../../../lib/router/link.tsx'
import { useNow } from '../../../../lib/time/use-now.ts'
import { canHaveNote } from '../../shared/changes.ts'
import { RescheduleDialog } from '../../shared/reschedule/reschedule-dialog.tsx'
import { PatientCardButton } from '../notes/patient-card-button.tsx'
import { patientName } from '../patient-name.ts'
import type { Appointment } from '../queries.ts'
import { IN_ROW, ROW_END, type RowLook, rowLook, TINTED_IN_ROW } from '../row-look.tsx'
import { AttendanceButton } from './attendance-button.tsx'
import { REFUSES } from './list-focus.ts'
import { type Place, useAnswer } from './use-answer.ts'

/** Saves space on a phone in languages with long labels, which wrap if the text is large. */
const ON_PHONE = 'max-md:[&:lang(fr)]:px-2! max-md:[&:lang(ru)]:px-1! max-md:@max-[14em]:max-w-full max-md:@max-[14em]:whitespace-normal'

/** Labels that repeat in every row of a wide window. With a mouse they appear in the row under it, and always with the focus. */
const ON_HOVER =
  'flex transition-opacity duration-150 xl:pointer-fine:opacity-0 xl:pointer-fine:group-hover/row:opacity-100 xl:pointer-fine:group-focus-within/row:opacity-100'

/** Staff usually mark an absence soon after the appointment. Later the button moves to the details. */
const FRESH_MS = 12 * 3_600_000

export interface RowActionsProps {
  appointment: Appointment
  place: Place
  /** Opens the dialog to reject or cancel. The list owns that dialog, because the row may disappear while it is open. */
  onRefuse: (appointment: Appointment) => void
  /** The reader's own record as a doctor. Only the appointment's doctor gets the patient card and the call. */
  ownDoctorId?: string | undefined
  /** Whether the row leads into the call, which the doctor can enter. */
  offersCall?: boolean
  /** Opens the note. Set only for the appointment's doctor. */
  onNote?: ((appointment: Appointment) => void) | undefined
}

/** Which actions there are, and which of them stand in the line on a wide screen. */
export function actionsOf({ appointment, ownDoctorId, offersCall = false, onNote }: RowActionsProps, now: Date) {
  const { status, starts_at } = appointment
  const hasStarted = new Date(starts_at) <= now
  // The database closes a request whose time has passed.
  const isAsked = status === 'pending' && !hasStarted
  const isConfirmed = status === 'confirmed'
  const canMove = isAsked || (isConfirmed && !hasStarted)
  const canNote = onNote !== undefined && canHaveNote(appointment)
  const isOwn = appointment.doctor_id === ownDoctorId
  const canComplete = isConfirmed && hasStarted
  const canEnter = isConfirmed && isOwn && offersCall
  return {
    isAsked,
    isConfirmed,
    canMove,
    canNote,
    isOwn,
    canComplete,
    canEnter,
    /** Whether the row has buttons on a phone too. */
    isAnswerable: isAsked || canComplete || canEnter,
    canMark: onNote !== undefined && status === 'completed',
    isFresh: now.getTime() - Date.parse(starts_at) < FRESH_MS,
    // The action beside the patient card: moving a request, or writing a note for any other appointment.
    second: canNote && !isAsked ? ('note' as const) : canMove ? ('move' as const) : undefined,
  }
}

export function RowActions({ isOpen, ...props }: RowActionsProps & { isOpen: boolean }) {
  const { t } = useI18n()
  const { appointment, place, onRefuse, onNote } = props
  const { isAsked, isOwn, canComplete, canEnter, canMark, isFresh, isAnswerable, second } = actionsOf(props, useNow())
  const { mutate, isPending } = useAnswer({ appointment, place })
  return (
    <>
      {/* Fixed widths align the actions of all rows, even if some are missing. */}
      <div
        className={classes(
          'flex gap-1 max-md:hidden md:order-1',
          onNote
            ? 'lg:min-w-23 lg:justify-end'
            : 'lg:min-w-11 lg:justify-end xl:w-32 xl:flex-col xl:items-start xl:gap-0 xl:[&:lang(en)]:w-20 xl:[&:lang(ar)]:w-26 xl:[&:lang(fr)]:w-26 xl:[&:lang(az)]:w-30 xl:[&:lang(ru)]:w-28',
        )}
      >
        {isOwn && (
          <div className={ON_HOVER}>
            <PatientCardButton appointment={appointment} look="slim" />
          </div>
        )}
        {second === 'note' && onNote && <NoteButton appointment={appointment} onNote={onNote} look="slim" />}
        {second === 'move' && (
          <div className={ON_HOVER}>
            <MoveButton appointment={appointment} look="slim" />
          </div>
        )}
      </div>
      <div
        className={classes(
          'z-1 flex items-center justify-end gap-1 empty:hidden max-md:flex-wrap max-md:relative max-md:-me-1 max-md:mt-1 max-md:-mb-1 md:order-2',
          // On a phone the call button leaves no room for the status beside it, and neither does large text.
          canEnter
            ? 'max-md:col-span-full max-md:row-start-5 max-md:@max-[14em]:row-start-6'
            : 'max-md:col-start-4 max-md:row-start-4 max-md:@max-[14em]:col-span-full max-md:@max-[14em]:row-start-6',
          isAnswerable ? ROW_END : 'max-md:hidden',
        )}
      >
        {canMark && isFresh && (
          <div className="max-md:hidden">
            <AttendanceButton appointment={appointment} />
          </div>
        )}
        {isAsked && (
          <Button
            look="quiet"
            className={classes(IN_ROW, ON_PHONE, 'text-muted! hover:text-ink!')}
            disabled={isPending}
            onClick={() => onRefuse(appointment)}
            {...{ [REFUSES]: '' }}
          >
            {t('staff.reject')}
          </Button>
        )}
        {isAsked && (
          <Button
            look="tinted"
            className={classes(TINTED_IN_ROW, ON_PHONE)}
            busyLabel={isPending && t('staff.confirming')}
            onClick={() => mutate('confirmed')}
          >
            {t('staff.confirm')}
          </Button>
        )}
        {canComplete && (
          <Button
            look={canEnter ? 'quiet' : 'tinted'}
            className={classes(canEnter ? `${IN_ROW} text-muted! hover:text-ink!` : TINTED_IN_ROW, ON_PHONE)}
            busyLabel={isPending && t('staff.completing')}
            onClick={() => mutate('completed')}
          >
            {t('staff.complete')}
          </Button>
        )}
        {/* The details below an open row lead into the call. */}
        {canEnter && !isOpen && (
          <Link to={`/call/${appointment.id}`} state={{ join: {} }} className={buttonLook('tinted', classes(TINTED_IN_ROW, ON_PHONE))}>
            <Video aria-hidden="true" className="size-4" />
            {t('row.enterCall')}
          </Link>
        )}
      </div>
    </>
  )
}

/**
 * Labelled buttons below the row, for the actions that it has no room for. `children` come first, and the button that cancels stands apart
 * from the others.
 */
export function MoreActions({ children, ...props }: RowActionsProps & { children: ReactNode }) {
  const { t } = useI18n()
  const { appointment, onRefuse, onNote } = props
  const { isConfirmed, isOwn, canMove, canNote, canMark, isFresh, second } = actionsOf(props, useNow())
  const onPhone = 'contents md:hidden'
  return (
    <>
      {children}
      {isOwn && (
        <div className={onPhone}>
          <PatientCardButton appointment={appointment} look="secondary" />
        </div>
      )}
      {canNote && (
        <div className={second === 'note' ? onPhone : 'contents'}>
          <NoteButton appointment={appointment} onNote={onNote} look="secondary" />
        </div>
      )}
      {canMove && (
        <div className={second === 'move' ? onPhone : 'contents'}>
          <MoveButton appointment={appointment} look="secondary" />
        </div>
      )}
      {canMark && (
        <div className={isFresh ? onPhone : 'contents'}>
          <AttendanceButton appointment={appointment} />
        </div>
      )}
      {isConfirmed && (
        <Button
          look="secondary"
          className={classes(IN_ROW, 'text-danger! max-md:grow-0! md:ms-auto')}
          onClick={() => onRefuse(appointment)}
          {...{ [REFUSES]: '' }}
        >
          {t('appointments.cancel')}
        </Button>
      )}
    </>
  )
}

function NoteButton({ appointment, onNote, look }: Pick<RowActionsProps, 'appointment' | 'onNote'> & { look: RowLook }) {
  const { t } = useI18n()
  return (
    <Button
      {...rowLook(look, t(appointment.notes ? 'doctorPanel.editNote' : 'doctorPanel.addNote'), NotebookPen)}
      onClick={() => onNote?.(appointment)}
    />
  )
}

function MoveButton({ appointment, look }: { appointment: Appointment; look: RowLook }) {
  const { t } = useI18n()
  return (
    <RescheduleDialog
      appointment={appointment}
      reader={{ is: 'staff', zone: appointment.doctor.timezone }}
      person={patientName(appointment, t)}
      trigger={<Button {...rowLook(look, t('move.button'), CalendarClock)} />}
    />
  )
}

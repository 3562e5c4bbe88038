// The actions of an appointment. The row shows the next step and at most two icons; the details below it show the rest as labelled buttons.
import { CalendarClock, Check, type LucideIcon, NotebookPen, Video, X } from 'lucide-react'
import { Button, buttonLook } from '../../../components/ui/button.tsx'
import { classes } from '../../../lib/classes.ts'
import { useI18n } from '../../../lib/i18n.tsx'
import { Link } from '../../../lib/link.tsx'
import { useNow } from '../../../lib/use-now.ts'
import { canHaveNote } from '../changes.ts'
import { RescheduleDialog } from '../reschedule/reschedule-dialog.tsx'
import type { Appointment } from '../staff-queries.ts'
import { AttendanceButton } from './attendance-button.tsx'
import { REFUSES } from './list-focus.ts'
import { IN_ROW, PatientCardButton } from './patient-card-button.tsx'
import { type Place, useAnswer } from './use-answer.ts'

const ICON_IN_ROW = 'grid! size-11 min-h-11! place-items-center px-0! py-0!'
/** A full colour is for the page's own action: a column of twenty such buttons would be loud. */
const TINTED = 'bg-tint text-action-strong! ring-1 ring-inset ring-action/25 hover:bg-action! hover:text-on-action!'

/** On a phone the icon stands above its word, as in the bar at the bottom: two buttons fit beside the texts. */
const WORD_BELOW =
  'max-md:min-w-12 max-md:flex-col max-md:gap-0! max-md:px-1! max-md:py-0.5! max-md:text-xs max-md:leading-4 max-md:[&:lang(ru)]:text-[0.6875rem]'

/** A patient is marked as absent right after the appointment. Later the mark is in the details. */
const FRESH_MS = 12 * 3_600_000

export interface RowActionsProps {
  appointment: Appointment
  place: Place
  /** Opens the question before rejecting or cancelling. The list asks it, because the row may disappear while the dialog is open. */
  onRefuse: (appointment: Appointment) => void
  /** The reader's own record as a doctor: the patient card and the call are for the appointment's doctor only. */
  ownDoctorId?: string | undefined
  /** Whether the doctor can enter the call. */
  isRoomOpen?: boolean
  /** Opens the note. For the appointment's doctor only. */
  onNote?: ((appointment: Appointment) => void) | undefined
}

/** Which actions there are, and which of them stand in the line on a wide screen. */
function useActions({ appointment, ownDoctorId, isRoomOpen = false, onNote }: RowActionsProps) {
  const now = useNow()
  const { status, starts_at } = appointment
  const hasStarted = new Date(starts_at) <= now
  // A request whose time has passed is closed by the database.
  const isAsked = status === 'pending' && !hasStarted
  const isConfirmed = status === 'confirmed'
  const canMove = isAsked || (isConfirmed && !hasStarted)
  const canNote = onNote !== undefined && canHaveNote(appointment)
  const isOwn = appointment.doctor_id === ownDoctorId
  return {
    isAsked,
    isConfirmed,
    canMove,
    canNote,
    isOwn,
    canComplete: isConfirmed && hasStarted,
    canEnter: isOwn && isRoomOpen,
    canMark: onNote !== undefined && status === 'completed',
    isFresh: now.getTime() - Date.parse(starts_at) < FRESH_MS,
    // The second icon: another time for a request, a note for what was confirmed.
    icon: canNote && !isAsked ? ('note' as const) : canMove ? ('move' as const) : undefined,
  }
}

/** Whether its row has buttons on a phone too. */
export function hasAnswers({ appointment: { status, starts_at, doctor_id }, ownDoctorId }: RowActionsProps, now: Date) {
  const hasStarted = new Date(starts_at) <= now
  return status === 'pending' ? !hasStarted : status === 'confirmed' && (hasStarted || doctor_id === ownDoctorId)
}

export function RowActions(props: RowActionsProps) {
  const { t } = useI18n()
  const { appointment, place, onRefuse, onNote } = props
  const { isAsked, isConfirmed, isOwn, canComplete, canEnter, canMark, isFresh, icon } = useActions(props)
  const { mutate, isPending } = useAnswer({ appointment, place })
  return (
    <>
      {/* Empty places keep the icons of all rows below each other. */}
      <div className={classes('flex gap-1 max-md:hidden', onNote ? 'lg:min-w-23' : 'lg:min-w-11 lg:justify-end')}>
        {isOwn && <PatientCardButton appointment={appointment} look="icon" />}
        {icon === 'note' && onNote && <NoteButton appointment={appointment} onNote={onNote} look="icon" />}
        {icon === 'move' && <MoveButton appointment={appointment} look="icon" />}
      </div>
      {isOwn && isConfirmed && !canEnter && !canComplete && (
        <div className="md:hidden">
          <PatientCardButton appointment={appointment} look="icon" />
        </div>
      )}
      {/* As wide as the longest pair, so that the columns of all rows stand below each other. */}
      <div className="flex items-center justify-end gap-1 lg:min-w-43 lg:[&:lang(az)]:min-w-45 lg:[&:lang(fr)]:min-w-47 lg:[&:lang(ru)]:min-w-57">
        {canMark && isFresh && (
          <div className="max-md:hidden">
            <AttendanceButton appointment={appointment} />
          </div>
        )}
        {isAsked && (
          <Button
            look="quiet"
            className={classes(IN_ROW, WORD_BELOW, 'text-muted! hover:text-ink!')}
            disabled={isPending}
            onClick={() => onRefuse(appointment)}
            {...{ [REFUSES]: '' }}
          >
            <X aria-hidden="true" className="size-5 md:hidden" />
            {t('staff.reject')}
          </Button>
        )}
        {isAsked && (
          <Button
            look="quiet"
            className={classes(IN_ROW, WORD_BELOW, TINTED)}
            busyLabel={isPending && t('staff.confirming')}
            onClick={() => mutate('confirmed')}
          >
            <Check aria-hidden="true" className="size-5 md:hidden" />
            {t('staff.confirm')}
          </Button>
        )}
        {canComplete && (
          <Button
            look={canEnter ? 'secondary' : 'quiet'}
            className={classes(IN_ROW, WORD_BELOW, !canEnter && TINTED)}
            busyLabel={isPending && t('staff.completing')}
            onClick={() => mutate('completed')}
          >
            <Check aria-hidden="true" className="size-5 md:hidden" />
            {t('staff.complete')}
          </Button>
        )}
        {canEnter && (
          <Link to={`/call/${appointment.id}`} state={{ join: {} }} className={buttonLook('quiet', classes(IN_ROW, WORD_BELOW, TINTED))}>
            <Video aria-hidden="true" className="size-4 max-md:size-5" />
            {t('row.enterCall')}
          </Link>
        )}
      </div>
    </>
  )
}

/** With words, below the line: what it has no room for. */
export function MoreActions(props: RowActionsProps) {
  const { t } = useI18n()
  const { appointment, onRefuse, onNote } = props
  const { isConfirmed, isOwn, canMove, canNote, canEnter, canComplete, canMark, isFresh, icon } = useActions(props)
  const isCardInLine = isConfirmed && !canEnter && !canComplete
  const onPhone = 'contents md:hidden'
  return (
    <>
      {isOwn && !isCardInLine && (
        <div className={onPhone}>
          <PatientCardButton appointment={appointment} look="secondary" />
        </div>
      )}
      {canNote && (
        <div className={icon === 'note' ? onPhone : 'contents'}>
          <NoteButton appointment={appointment} onNote={onNote} look="secondary" />
        </div>
      )}
      {canMove && (
        <div className={icon === 'move' ? onPhone : 'contents'}>
          <MoveButton appointment={appointment} look="secondary" />
        </div>
      )}
      {canMark && (
        <div className={isFresh ? onPhone : 'contents'}>
          <AttendanceButton appointment={appointment} />
        </div>
      )}
      {isConfirmed && (
        <Button look="secondary" className={classes(IN_ROW, 'text-danger!')} onClick={() => onRefuse(appointment)} {...{ [REFUSES]: '' }}>
          {t('appointments.cancel')}
        </Button>
      )}
    </>
  )
}

type Look = 'icon' | 'secondary'

function looks(look: Look, label: string, Icon: LucideIcon) {
  return look === 'icon'
    ? {
        look: 'quiet' as const,
        className: ICON_IN_ROW,
        'aria-label': label,
        title: label,
        children: <Icon aria-hidden="true" className="size-5 text-muted" />,
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
}

function NoteButton({ appointment, onNote, look }: Pick<RowActionsProps, 'appointment' | 'onNote'> & { look: Look }) {
  const { t } = useI18n()
  return (
    <Button
      {...looks(look, t(appointment.notes ? 'doctorPanel.editNote' : 'doctorPanel.addNote'), NotebookPen)}
      onClick={() => onNote?.(appointment)}
    />
  )
}

function MoveButton({ appointment, look }: { appointment: Appointment; look: Look }) {
  const { t } = useI18n()
  return (
    <RescheduleDialog
      appointment={appointment}
      reader={{ is: 'staff', zone: appointment.doctor.timezone }}
      trigger={<Button {...looks(look, t('move.button'), CalendarClock)} />}
    />
  )
}

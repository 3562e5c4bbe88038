// The details and actions of one of the patient's appointments.
import { Ellipsis } from 'lucide-react'
import { type ReactNode, Suspense } from 'react'
import { lazyPart } from '../../../../components/lazy-part.tsx'
import { MENU_ITEM, Menu } from '../../../../components/ui/menu.tsx'
import { Ending } from '../../../../domain/ending.tsx'
import { shownStatus } from '../../../../domain/status-badge.tsx'
import { TwoClocks } from '../../../../domain/two-clocks.tsx'
import { classes } from '../../../../lib/classes.ts'
import { useI18n } from '../../../../lib/i18n.tsx'
import { Link } from '../../../../lib/router/link.tsx'
import { useNow } from '../../../../lib/time/use-now.ts'
import { isTooLateToMove } from '../../shared/reschedule/movable.ts'
import { MovedNote } from '../../shared/reschedule/moved-note.tsx'
import { RescheduleDialog } from '../../shared/reschedule/reschedule-dialog.tsx'
import type { MyAppointment } from '../own-queries.ts'
import { CalendarButton } from './calendar-button.tsx'
import { CancelDialog } from './cancel-dialog.tsx'
import { isUpcoming } from './upcoming.ts'

/** Loaded only for appointments with a type. */
const TypeAndFee = lazyPart(() => import('./type-and-fee.tsx'))

/** The parts that the page adds to an appointment. */
export interface AppointmentParts {
  /** The link to the call. */
  panel: ReactNode
  /** Whether the call can be entered now, so that its button is the main one and the others are quiet. */
  isRoomOpen: boolean
  /** More buttons. */
  actions: ReactNode
  /** More entries of the menu. */
  menu: ReactNode
  /** The doctor's questions before the appointment. */
  questions?: ReactNode
}

interface AppointmentBodyProps {
  appointment: MyAppointment
  ownZone: string
  parts: AppointmentParts
  /** A portrait and a name, above the times. In wide windows the portrait is beside them. */
  head?: ReactNode
  isLarge?: boolean
}

export function AppointmentBody({
  appointment,
  ownZone,
  parts: { panel, isRoomOpen, actions, menu, questions },
  head,
  isLarge = false,
}: AppointmentBodyProps) {
  const { t } = useI18n()
  const { patient_complaint, person, status, call_ended_at } = appointment
  const now = useNow()
  const reader = { is: 'patient', zone: ownZone } as const
  const canChange = isUpcoming(appointment, now)
  const hasSide = Boolean(panel || actions) || canChange
  return (
    <div className={classes('grid gap-x-8 gap-y-3', hasSide && 'lg:grid-cols-[minmax(0,1fr)_minmax(0,26rem)]')}>
      <div
        className={classes(
          'grid content-start gap-x-3 gap-y-3 lg:gap-x-6',
          Boolean(head) && 'grid-cols-[auto_minmax(0,1fr)] lg:grid-rows-[auto_1fr]',
        )}
      >
        {head}
        <div className={classes('grid content-start gap-3', Boolean(head) && 'max-lg:col-span-full')}>
          <TwoClocks appointment={appointment} reader={reader} isLarge={isLarge} />
          <MovedNote appointment={appointment} reader={reader} />
          <Ending appointment={appointment} status={shownStatus(appointment, now)} reader="patient" />
          {appointment.type_id && (
            <Suspense>
              <TypeAndFee appointment={appointment} />
            </Suspense>
          )}
          {patient_complaint && (
            <p className="text-sm">
              <span className="text-muted">{`${t('appointments.complaint')}${t('text.colon')} `}</span>
              <bdi className="whitespace-pre-line wrap-anywhere">{patient_complaint}</bdi>
            </p>
          )}
          {questions}
        </div>
      </div>
      {hasSide && (
        <div className="grid content-between gap-3 border-line max-lg:border-t max-lg:pt-3 lg:border-s lg:ps-8">
          {panel}
          <div
            className={classes(
              isRoomOpen ? classes(QUIET_BUTTONS, '-mx-2.5 justify-between max-sm:-mx-1.5') : BUTTONS,
              'flex-wrap self-end',
              // Aligned with the link in the panel, which is beside an icon.
              Boolean(panel) && !isRoomOpen && 'lg:ps-8',
              !actions && 'max-sm:[&>button>svg]:hidden',
            )}
          >
            {actions}
            {canChange && !actions && <CalendarButton {...{ appointment, ownZone }} />}
            {canChange && (
              // Grouped, so that the menu never wraps to a line alone. On phones the two buttons share the row equally if they fit.
              <div className={isRoomOpen ? QUIET_BUTTONS : classes(BUTTONS, 'max-sm:contents')}>
                <CancelDialog appointment={appointment} ownZone={ownZone} />
                <Menu
                  name={t('appointments.more')}
                  label={<Ellipsis aria-hidden="true" className="size-5" />}
                  align="end"
                  isSheet
                  className="max-sm:w-12 max-sm:shrink-0 [&>summary]:size-12 [&>summary]:justify-center [&>summary]:p-0"
                >
                  {actions && <CalendarButton {...{ appointment, ownZone }} isInMenu />}
                  {/* A late request cannot be moved, but the patient can cancel it and book again. After the call nobody moves it either. */}
                  {!((status === 'pending' || call_ended_at) && isTooLateToMove(appointment, now)) && (
                    <RescheduleDialog
                      appointment={appointment}
                      reader={reader}
                      person={person?.name}
                      trigger={
                        <button type="button" className={MENU_ITEM}>
                          {t('move.button')}
                        </button>
                      }
                    />
                  )}
                  {menu}
                  <Link
                    to={`/appointments?doctor=${appointment.doctor_id}&tab=new${person ? `&for=${person.id}` : ''}${appointment.type_id ? `&type=${appointment.type_id}` : ''}`}
                    className={MENU_ITEM}
                  >
                    {t('appointments.bookAgain')}
                  </Link>
                </Menu>
              </div>
            )}
          </div>
        </div>
      )}
    </div>
  )
}

/** Beside an open room, whose button is the only one that stands out. */
const QUIET_BUTTONS =
  'flex gap-x-1 [&>button]:min-h-11 [&>button]:border-transparent [&>button]:bg-transparent [&>button]:px-2.5 max-sm:[&>button]:px-1.5 [&>button]:text-sm [&>button]:text-muted [&>button]:whitespace-nowrap max-sm:[&>button>svg]:hidden'

const BUTTONS =
  'flex gap-1.5 empty:hidden sm:gap-2 max-sm:[&>button]:grow max-sm:[&>button]:basis-1/3 max-sm:[&>button]:px-2 max-sm:[&>button]:text-sm max-sm:[&>button]:whitespace-nowrap'

// An appointment in a list for staff: one line with the main actions. The details unfold below it.
import { Ban, ChevronDown, CircleCheck, Clock, type LucideIcon } from 'lucide-react'
import { memo, type ReactNode, useState } from 'react'
import { Portrait } from '../../../../domain/portrait.tsx'
import { type ShownStatus, shownStatus } from '../../../../domain/status-badge.tsx'
import { titledName } from '../../../../domain/titled-name.ts'
import { classes } from '../../../../lib/classes.ts'
import { useI18n } from '../../../../lib/i18n.tsx'
import { directionOf } from '../../../../lib/languages.ts'
import { nameDirection } from '../../../../lib/name-direction.ts'
import { clocksOf } from '../../../../lib/time/clocks.ts'
import { formatDay } from '../../../../lib/time/dates.ts'
import { useNow } from '../../../../lib/time/use-now.ts'
import { cityOf, clockIn, isoDay } from '../../../../lib/time/zones.ts'
import { OfferLine } from '../offers/offer-line.tsx'
import { isAlone, PatientLine } from '../patient-line.tsx'
import { patientName } from '../patient-name.ts'
import type { Appointment } from '../queries.ts'
import { arrivedAgo, isOverdue } from './arrived.ts'
import { cardId } from './list-focus.ts'
import { actionsOf, MoreActions, RowActions, type RowActionsProps } from './row-actions.tsx'
import { RowDetails } from './row-details.tsx'
import { RowState } from './row-state.tsx'
import { RowTime } from './row-time.tsx'

/** Icons in place of the checkbox, for appointments without a remaining action. */
const ENDED: Partial<Record<ShownStatus, LucideIcon>> = { completed: CircleCheck, cancelled: Ban, expired: Clock }

/** The texts below the name. */
const LINE = 'min-w-0 text-xs leading-4 text-muted **:leading-[inherit] md:truncate md:text-sm md:leading-5'

/** The dot after a text. On a phone the complaint has its own line without a dot before it. */
const DOT_AFTER = "after:whitespace-pre after:text-muted after:content-['_·_']"
const DOT_AFTER_MD = "md:after:whitespace-pre md:after:text-muted md:after:content-['_·_']"

/** The column of the checkboxes. On a phone it is beside the first line. */
const MARK =
  '-mx-3 grid size-11 shrink-0 place-items-center max-md:col-start-1 max-md:row-span-2 max-md:row-start-1 max-md:-mt-3 max-md:self-start'

interface AppointmentRowProps extends RowActionsProps {
  ownZone: string
  /** Whether the rows of the list are in different time zones. */
  isCityShown: boolean
  /** Whether to show the day, for lists without a heading for each day. */
  isDayShown: boolean
  nameHeading: 'h3' | 'h4'
  /** Whether to show the doctor, for lists with several doctors. */
  isDoctorShown: boolean
  /** Whether to hide the status, for lists whose rows all have the same one. */
  isStatusHidden: boolean
  /** The call and the files of the appointment. */
  renderPanel?: ((appointment: Appointment) => ReactNode) | undefined
  /** Opens the payments. The list owns that dialog, because a paid row disappears from a list of unpaid ones. */
  onPayments: (appointment: Appointment) => void
  /** Undefined if no bulk action applies to this appointment. */
  isSelected: boolean | undefined
  onSelect: (ids: string[], isSelected: boolean) => void
  /** Whether other rows can be selected, so that this one keeps their column. */
  isBesideSelectable: boolean
  /** Why the last bulk action failed for this appointment. */
  problem?: string | undefined
}

/** Memoized, so that a row of a long list renders again only if its props change. */
export const AppointmentRow = memo(function AppointmentRow({
  ownZone,
  isCityShown,
  isDayShown,
  nameHeading: Name,
  isDoctorShown,
  isStatusHidden,
  renderPanel,
  isSelected,
  onSelect,
  isBesideSelectable,
  problem,
  onPayments,
  ...actions
}: AppointmentRowProps) {
  const i18n = useI18n()
  const { t, language } = i18n
  const { appointment } = actions
  const { appointment_time: time, doctor } = appointment
  const now = useNow()
  const status = shownStatus(appointment, now)
  const [isOpen, setIsOpen] = useState(false)
  const EndedIcon = ENDED[status]
  const id = cardId(appointment.id)
  const name = patientName(appointment, t)
  const { previous_starts_at: previous, timezone } = appointment
  const previousTime =
    previous &&
    status !== 'cancelled' &&
    t('row.movedFrom', { day: formatDay(isoDay(previous, timezone), language, 'short'), time: clockIn(previous, timezone) })
  const hasOffer = appointment.type_name !== null
  const doctorName = titledName(doctor, t)
  const ownTime = isDoctorShown && clocksOf(appointment, { is: 'staff', zone: ownZone }, i18n).other
  const { isAnswerable } = actionsOf(actions, now)
  const { created_at: created } = appointment
  // In a list of requests only the old ones stand out. In a mixed list the text marks every request.
  const arrived = status === 'pending' && (!isStatusHidden || isOverdue(created, now)) && arrivedAgo(created, now)
  const city = isCityShown && cityOf(timezone, language)
  return (
    <article
      id={id}
      tabIndex={-1}
      aria-labelledby={`${id}-name`}
      className={classes('group/row outline-none focus-visible:bg-tint', isSelected && 'bg-tint/60')}
    >
      {/* On a phone the time is at the start, name, complaint and doctor are beside it, or below it if the text is large, and the buttons are below them. */}
      <div className="relative min-h-14 items-center gap-x-2 px-3 max-md:grid max-md:grid-cols-[auto_3em_minmax(0,1fr)_auto] max-md:grid-rows-[auto_1fr] max-md:content-center max-md:py-1.5 md:flex max-md:[&:lang(ar)]:grid-cols-[auto_3.75em_minmax(0,1fr)_auto] max-md:[&:lang(ru)]:grid-cols-[auto_3.5em_minmax(0,1fr)_auto] md:gap-x-3 md:px-4 md:py-1">
        {isSelected !== undefined ? (
          <label className={classes(MARK, 'z-1 cursor-pointer max-md:relative')}>
            <input
              type="checkbox"
              className="size-5 accent-action"
              aria-label={t('row.select', { patient: name, time })}
              checked={isSelected}
              onChange={({ target }) => onSelect([appointment.id], target.checked)}
            />
          </label>
        ) : (
          isBesideSelectable && (
            <span className={MARK}>{EndedIcon && <EndedIcon aria-hidden="true" strokeWidth={1.5} className="size-5 text-muted" />}</span>
          )
        )}
        <RowTime {...{ appointment, isDayShown }} city={city} />
        <div className="min-w-0 max-md:contents md:flex-1 md:basis-40 lg:basis-32">
          <div className="items-baseline gap-x-3 max-md:contents md:flex">
            <div className="flex min-w-0 items-center justify-between gap-x-2 max-md:col-span-2 max-md:col-start-3 max-md:row-start-1 max-md:@max-[14em]:col-span-3 max-md:@max-[14em]:col-start-2 max-md:@max-[14em]:row-start-2">
              <Name
                id={`${id}-name`}
                dir={nameDirection(name, directionOf(language))}
                className="leading-5 font-medium wrap-anywhere max-md:line-clamp-2 max-md:@max-[14em]:line-clamp-none md:truncate md:leading-6 ltr:text-left rtl:text-right"
              >
                {name}
              </Name>
              <ChevronDown
                aria-hidden="true"
                className={classes('size-4 shrink-0 text-muted transition-transform md:hidden', isOpen && 'rotate-180')}
              />
            </div>
            {arrived && (
              <time
                dateTime={created}
                className="shrink-0 text-xs leading-4 text-wait max-md:col-span-2 max-md:col-start-2 max-md:row-start-4 max-md:mt-2 max-md:min-w-0 max-md:self-center max-md:@max-[14em]:col-span-3 max-md:@max-[14em]:col-start-2 max-md:@max-[14em]:row-start-5"
              >
                {t(arrived.key, arrived.values)}
              </time>
            )}
          </div>
          {/* Each text is truncated at its own end, regardless of the other texts' direction. On phones the complaint has its own line. */}
          <p
            className={classes(
              LINE,
              'md:flex md:*:min-w-0 md:*:truncate max-md:col-span-2 max-md:col-start-3 max-md:row-start-2 max-md:self-start max-md:@max-[14em]:col-span-3 max-md:@max-[14em]:col-start-2 max-md:@max-[14em]:row-start-3 max-md:text-[0.8125rem] max-md:leading-4.25 ltr:text-left rtl:text-right',
            )}
          >
            <PatientLine
              appointment={appointment}
              className={classes('md:max-w-full md:shrink-0', hasOffer || previousTime ? DOT_AFTER : !isOpen && DOT_AFTER_MD)}
            />
            <OfferLine appointment={appointment} className={classes(previousTime ? DOT_AFTER : !isOpen && DOT_AFTER_MD)} />
            {previousTime && <span className="text-wait">{previousTime} </span>}
            <bdi
              dir="auto"
              className={classes(
                'md:flex-1 ltr:text-left rtl:text-right',
                isAlone(appointment) && !hasOffer && !previousTime ? 'max-md:line-clamp-2' : 'max-md:block max-md:truncate',
                // The open details below show the whole text.
                isOpen && 'hidden!',
              )}
            >
              {appointment.patient_complaint}
            </bdi>
          </p>
        </div>
        {isDoctorShown && (
          <span className="-me-1 max-lg:hidden">
            <Portrait doctor={{ ...doctor, photo_path: doctor.photo_path ?? null }} size="mini" isDecorative />
          </span>
        )}
        {isDoctorShown && (
          <p
            className={classes(
              'min-w-0 shrink-0 text-xs leading-4 text-muted **:leading-[inherit] max-md:truncate md:text-sm md:leading-5 max-md:col-start-3 max-md:row-start-3 max-md:@max-[14em]:col-span-3 max-md:@max-[14em]:col-start-2 max-md:@max-[14em]:row-start-4 max-md:mt-0.5 max-md:self-center max-md:[&:lang(ru)]:text-[0.6875rem] md:w-40 md:text-ink md:max-lg:hidden lg:max-xl:w-36',
              isAnswerable && 'max-md:col-span-2',
            )}
          >
            <bdi>{doctorName}</bdi>
            {/* On a phone the day takes the line below the time, so the city is here. */}
            {isDayShown && city && <span className="md:hidden"> · {city}</span>}
            {ownTime && <span className="block truncate text-muted max-md:hidden">{t('booking.yourTime', { time: ownTime })}</span>}
          </p>
        )}
        <RowState {...{ appointment, status, isStatusHidden, isDoctorShown, isAnswerable }} />
        <RowActions {...actions} isOpen={isOpen} />
        <button
          type="button"
          aria-expanded={isOpen}
          aria-controls={`${id}-details`}
          aria-label={t('row.details', { patient: name, time })}
          onClick={() => setIsOpen(!isOpen)}
          className="grid shrink-0 place-items-center rounded-box max-md:absolute max-md:inset-0 max-md:-outline-offset-2 md:order-3 md:size-11 md:hover:bg-tint"
        >
          <ChevronDown
            aria-hidden="true"
            className={classes('size-5 text-muted transition-transform max-md:hidden', isOpen && 'rotate-180')}
          />
        </button>
      </div>
      {problem && (
        <p role="alert" className="px-4 pb-2 text-sm text-danger">
          {problem}
        </p>
      )}
      <div id={`${id}-details`} hidden={!isOpen}>
        {isOpen && (
          <RowDetails
            {...{ appointment, ownZone, isDoctorShown, onPayments }}
            actions={<MoreActions {...actions}>{renderPanel?.(appointment)}</MoreActions>}
          />
        )}
      </div>
    </article>
  )
})

// An appointment in a list of staff: one line to work with. The rest unfolds below it.
import { ChevronDown } from 'lucide-react'
import { memo, type ReactNode, useState } from 'react'
import { StatusBadge, shownStatus } from '../../../components/status-badge.tsx'
import { Badge } from '../../../components/ui/badge.tsx'
import { classes } from '../../../lib/classes.ts'
import { formatDay } from '../../../lib/dates.ts'
import { useI18n } from '../../../lib/i18n.tsx'
import { useNow } from '../../../lib/use-now.ts'
import { cityOf, clockIn, isoDay } from '../../../lib/zones.ts'
import type { Appointment } from '../staff-queries.ts'
import { cardId } from './list-focus.ts'
import { patientName } from './patient-name.ts'
import { MoreActions, RowActions, type RowActionsProps } from './row-actions.tsx'
import { RowDetails } from './row-details.tsx'

/** The call begins soon or is under way: the way into it is shown at once. */
const SOON_MS = 3_600_000

interface AppointmentRowProps extends RowActionsProps {
  ownZone: string
  /** For lists that are not in the order of days. */
  isDayShown: boolean
  nameHeading: 'h3' | 'h4'
  /** For lists with the appointments of several doctors. */
  isDoctorShown: boolean
  /** The call and the files of the appointment. */
  renderPanel?: ((appointment: Appointment) => ReactNode) | undefined
  /** Undefined if nothing can be done with it together with others. */
  isSelected: boolean | undefined
  onSelect: (ids: string[], isSelected: boolean) => void
  /** Other rows of the list can be selected: this one keeps their columns. */
  isBesideSelectable: boolean
  /** Why the last action for several did not work for this one. */
  problem?: string | undefined
}

/** Rows of a long list are rendered again only if something about them has changed. */
export const AppointmentRow = memo(function AppointmentRow({
  ownZone,
  isDayShown,
  nameHeading: Name,
  isDoctorShown,
  renderPanel,
  isSelected,
  onSelect,
  isBesideSelectable,
  problem,
  ...actions
}: AppointmentRowProps) {
  const { t, language } = useI18n()
  const { appointment } = actions
  const { appointment_time: time, appointment_date: day, doctor, starts_at, ends_at } = appointment
  const now = useNow()
  const status = shownStatus(appointment, now)
  const isSoon = status === 'confirmed' && Date.parse(starts_at) - now.getTime() < SOON_MS && now < new Date(ends_at)
  const [toggled, setToggled] = useState<boolean>()
  const isOpen = toggled ?? (isSoon && renderPanel !== undefined)
  const id = cardId(appointment.id)
  const name = patientName(appointment, t)
  const { previous_starts_at: previous, timezone } = appointment
  const previousTime =
    previous &&
    status !== 'cancelled' &&
    t('row.movedFrom', { day: formatDay(isoDay(previous, timezone), language, 'short'), time: clockIn(previous, timezone) })
  const doctorName = t('doctor.name', { first: doctor.first_name, last: doctor.last_name })
  return (
    <article
      id={id}
      tabIndex={-1}
      aria-labelledby={`${id}-name`}
      className={classes('outline-none focus-visible:bg-tint', isSelected && 'bg-tint/60')}
    >
      {/* On a phone the button for the details stands beside the name, and the status beside the actions. */}
      <div className="flex min-h-17 flex-wrap items-center gap-x-2 px-3 py-1.5 before:hidden max-sm:before:order-2 max-sm:before:block max-sm:before:basis-full sm:gap-x-3 sm:gap-y-1 sm:px-4">
        {isSelected !== undefined ? (
          <label className="-mx-3 grid size-11 shrink-0 cursor-pointer place-items-center">
            <input
              type="checkbox"
              className="size-5 accent-action"
              aria-label={t('row.select', { patient: name, time })}
              checked={isSelected}
              onChange={({ target }) => onSelect([appointment.id], target.checked)}
            />
          </label>
        ) : (
          isBesideSelectable && <span className="-mx-3 size-11 shrink-0" />
        )}
        <p className={classes('shrink-0 tabular-nums', isDayShown ? 'w-16 sm:w-22' : 'w-14')}>
          <time dateTime={starts_at}>
            <span className="block text-lg leading-6 font-semibold">
              <bdi dir="ltr">{time}</bdi>
            </span>
            {isDayShown && <span className="block text-sm leading-5 text-muted">{formatDay(day, language, 'dayMonth')}</span>}
          </time>
        </p>
        <div className="min-w-0 flex-1 sm:basis-40 lg:basis-32">
          <Name id={`${id}-name`} dir="auto" className="truncate leading-6 font-medium max-sm:whitespace-normal rtl:text-right">
            <bdi>{name}</bdi>
          </Name>
          {/* With the direction of its text, so that a long text is cut at its end. */}
          <p dir="auto" className="truncate text-sm leading-5 text-muted ltr:text-left rtl:text-right">
            {previousTime && <span className="text-wait">{previousTime} </span>}
            <bdi>{appointment.patient_complaint}</bdi>
          </p>
        </div>
        {isDoctorShown && (
          <p
            className={classes(
              'w-40 shrink-0 truncate text-sm lg:max-xl:w-36 max-sm:order-2 max-sm:w-full max-sm:text-muted sm:max-md:hidden',
              // On a phone below the name.
              isBesideSelectable ? (isDayShown ? 'max-sm:ps-25' : 'max-sm:ps-23') : isDayShown ? 'max-sm:ps-18' : 'max-sm:ps-16',
            )}
          >
            <bdi>{doctorName}</bdi>
            {/* The time is on the doctor's clock. */}
            {timezone !== ownZone && (
              <span className="text-muted sm:block sm:truncate">
                <span className="sm:hidden"> · </span>
                {cityOf(timezone, language)}
              </span>
            )}
          </p>
        )}
        {/* As wide as the longest status, which Russian says in two words. */}
        <span className="flex shrink-0 flex-wrap gap-1 max-sm:order-3 max-sm:py-1.5 max-sm:*:px-2 max-sm:*:text-xs lg:min-w-32 lg:[&:lang(ru)]:w-40 xl:[&:lang(ru)]:w-52">
          {appointment.did_not_come && <Badge tone="danger">{t('row.didNotCome')}</Badge>}
          <StatusBadge status={status} />
        </span>
        {/* As wide as the longest pair of answers, so that the columns of all rows stand below each other. */}
        <div
          className={classes(
            'ms-auto flex items-center justify-end gap-1 max-sm:contents',
            isDoctorShown ? 'lg:min-w-80 lg:[&:lang(ru)]:min-w-88 xl:min-w-88 xl:[&:lang(ru)]:min-w-92' : 'lg:min-w-100',
          )}
        >
          <div className="ms-auto flex flex-wrap items-center justify-end gap-1 max-sm:order-4 max-sm:py-1">
            <RowActions {...actions} />
          </div>
          <button
            type="button"
            aria-expanded={isOpen}
            aria-controls={`${id}-details`}
            aria-label={t('row.details', { patient: name, time })}
            onClick={() => setToggled(!isOpen)}
            className="grid size-11 shrink-0 place-items-center rounded-box hover:bg-tint max-sm:order-1 max-sm:-me-2"
          >
            <ChevronDown aria-hidden="true" className={classes('size-5 text-brass transition-transform', isOpen && 'rotate-180')} />
          </button>
        </div>
      </div>
      {problem && (
        <p role="alert" className="px-4 pb-2 text-sm text-danger">
          {problem}
        </p>
      )}
      <div id={`${id}-details`} hidden={!isOpen}>
        {isOpen && (
          <RowDetails
            {...{ appointment, ownZone, isDoctorShown }}
            actions={<MoreActions {...actions} look="secondary" />}
            panel={renderPanel?.(appointment)}
          />
        )}
      </div>
    </article>
  )
})

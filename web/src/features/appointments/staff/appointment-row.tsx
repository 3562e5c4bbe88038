// An appointment in a list of staff: one line to work with. The rest unfolds below it.
import { Ban, ChevronDown, CircleCheck, Clock, type LucideIcon } from 'lucide-react'
import { memo, type ReactNode, useState } from 'react'
import { type ShownStatus, shownStatus } from '../../../components/status-badge.tsx'
import { classes } from '../../../lib/classes.ts'
import { formatDay } from '../../../lib/dates.ts'
import { useI18n } from '../../../lib/i18n.tsx'
import { useNow } from '../../../lib/use-now.ts'
import { cityOf, clockIn, isoDay } from '../../../lib/zones.ts'
import type { Appointment } from '../staff-queries.ts'
import { cardId } from './list-focus.ts'
import { patientName } from './patient-name.ts'
import { hasAnswers, MoreActions, RowActions, type RowActionsProps } from './row-actions.tsx'
import { RowDetails } from './row-details.tsx'
import { RowState } from './row-state.tsx'
import { RowTime } from './row-time.tsx'

/** The call begins soon or is under way: the way into it is shown at once. */
const SOON_MS = 3_600_000

/** In place of the checkbox, where nothing is left to do. */
const ENDED: Partial<Record<ShownStatus, LucideIcon>> = { completed: CircleCheck, cancelled: Ban, expired: Clock }

/** The texts below the name. */
const LINE = 'min-w-0 truncate text-xs leading-4.5 text-muted *:leading-[inherit] max-md:col-start-3 md:text-sm md:leading-5'

interface AppointmentRowProps extends RowActionsProps {
  ownZone: string
  /** For lists that are not in the order of days. */
  isDayShown: boolean
  nameHeading: 'h3' | 'h4'
  /** For lists with the appointments of several doctors. */
  isDoctorShown: boolean
  /** For lists whose rows all have the same status. */
  isStatusHidden: boolean
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
  isStatusHidden,
  renderPanel,
  isSelected,
  onSelect,
  isBesideSelectable,
  problem,
  ...actions
}: AppointmentRowProps) {
  const { t, language } = useI18n()
  const { appointment } = actions
  const { appointment_time: time, doctor, starts_at, ends_at } = appointment
  const now = useNow()
  const status = shownStatus(appointment, now)
  const isSoon = status === 'confirmed' && Date.parse(starts_at) - now.getTime() < SOON_MS && now < new Date(ends_at)
  const [toggled, setToggled] = useState<boolean>()
  const EndedIcon = ENDED[status]
  const isOpen = toggled ?? (isSoon && renderPanel !== undefined)
  const id = cardId(appointment.id)
  const name = patientName(appointment, t)
  const { previous_starts_at: previous, timezone } = appointment
  const previousTime =
    previous &&
    status !== 'cancelled' &&
    t('row.movedFrom', { day: formatDay(isoDay(previous, timezone), language, 'short'), time: clockIn(previous, timezone) })
  const doctorName = t('doctor.name', { first: doctor.first_name, last: doctor.last_name })
  const city = isDoctorShown && timezone !== ownZone && cityOf(timezone, language)
  const isAnswerable = hasAnswers(actions, now)
  return (
    <article
      id={id}
      tabIndex={-1}
      aria-labelledby={`${id}-name`}
      className={classes('outline-none focus-visible:bg-tint', isSelected && 'bg-tint/60')}
    >
      {/* On a phone: the time at the start, the name over the whole line, and below it the other texts beside the answers or the status. */}
      <div className="relative min-h-17 items-center gap-x-2 px-3 max-md:grid max-md:grid-cols-[auto_3rem_minmax(0,1fr)_auto] max-md:content-center max-md:py-2 md:flex max-md:[&:lang(ar)]:grid-cols-[auto_3.75rem_minmax(0,1fr)_auto] max-md:[&:lang(ru)]:grid-cols-[auto_3.5rem_minmax(0,1fr)_auto] md:gap-x-3 md:px-4 md:py-1.5">
        {isSelected !== undefined ? (
          <label className="z-1 -mx-3 grid size-11 shrink-0 cursor-pointer place-items-center max-md:relative max-md:col-start-1 max-md:row-span-4 max-md:row-start-1">
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
            <span className="-mx-3 grid size-11 shrink-0 place-items-center max-md:col-start-1 max-md:row-span-4 max-md:row-start-1">
              {EndedIcon && <EndedIcon aria-hidden="true" strokeWidth={1.5} className="size-5 text-muted" />}
            </span>
          )
        )}
        <RowTime {...{ appointment, isDayShown, city }} />
        <div className="min-w-0 max-md:contents md:flex-1 md:basis-40 lg:basis-32">
          <div className="flex min-w-0 items-center justify-between gap-x-2 max-md:col-span-2 max-md:col-start-3 max-md:row-start-1 md:block">
            <Name id={`${id}-name`} dir="auto" className="truncate leading-5 font-medium *:leading-[inherit] md:leading-6 rtl:text-right">
              <bdi>{name}</bdi>
            </Name>
            <ChevronDown
              aria-hidden="true"
              className={classes('size-4 shrink-0 text-muted transition-transform md:hidden', isOpen && 'rotate-180')}
            />
          </div>
          {/* With the direction of its text, so that a long text is cut at its end. */}
          <p dir="auto" className={classes(LINE, !isAnswerable && 'max-md:col-span-2', 'max-md:row-start-2 ltr:text-left rtl:text-right')}>
            {previousTime && <span className="text-wait">{previousTime} </span>}
            <bdi>{appointment.patient_complaint}</bdi>
          </p>
        </div>
        {isDoctorShown && (
          <p
            className={classes(
              LINE,
              'shrink-0 **:leading-[inherit] max-md:row-start-3 md:w-40 md:text-ink md:max-lg:hidden lg:max-xl:w-36',
            )}
          >
            <bdi>{doctorName}</bdi>
            {city && <span className="block truncate text-muted max-md:hidden">{city}</span>}
          </p>
        )}
        <RowState {...{ appointment, status, isStatusHidden, isDoctorShown, isAnswerable }} />
        <div
          className={classes(
            'z-1 flex items-center justify-end gap-1 max-md:relative max-md:col-start-4 max-md:row-start-2 max-md:-me-1 max-md:empty:hidden md:order-2',
            // The Russian words are so long that the last line runs below them.
            isDoctorShown ? 'max-md:row-span-3 max-md:[&:lang(ru)]:row-span-2' : 'max-md:row-span-2',
          )}
        >
          <RowActions {...actions} />
        </div>
        <button
          type="button"
          aria-expanded={isOpen}
          aria-controls={`${id}-details`}
          aria-label={t('row.details', { patient: name, time })}
          onClick={() => setToggled(!isOpen)}
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
            {...{ appointment, ownZone, isDoctorShown }}
            actions={<MoreActions {...actions} />}
            panel={renderPanel?.(appointment)}
          />
        )}
      </div>
    </article>
  )
})

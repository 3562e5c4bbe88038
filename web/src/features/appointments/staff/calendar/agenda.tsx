// Appointments as a list: an alternative to the grid, and on phones the view of a day with too many doctors for columns.
import { CalendarDays } from 'lucide-react'
import { Fragment } from 'react'
import { PersonName } from '../../../../components/person-name.tsx'
import { EmptyState } from '../../../../components/ui/empty-state.tsx'
import { titledName } from '../../../../domain/titled-name.ts'
import { classes } from '../../../../lib/classes.ts'
import { useI18n } from '../../../../lib/i18n.tsx'
import { dayTitle } from '../../../../lib/time/dates.ts'
import { clockIn } from '../../../../lib/time/zones.ts'
import { cardId } from '../lists/list-focus.ts'
import { PatientLine } from '../patient-line.tsx'
import { lookOf } from './appointment-block.tsx'
import type { CalendarAppointment, CalendarDoctor } from './calendar-query.ts'
import { blocksOn, type DoctorCalendar } from './calendars.ts'
import { clockOf } from './days.ts'
import type { DoctorsClock } from './doctors-clock.ts'
import { type Block, blocksTime } from './layout.ts'
import { patientLabel } from './patient-label.ts'

interface AgendaProps {
  days: string[]
  calendars: DoctorCalendar[]
  /** The time zone of the list. */
  zone: string
  now: Date
  today: string
  isLoading: boolean
  /** Whether a heading above the list already names its only day. */
  isNamedAbove: boolean
  /** The appointment in the doctor's time zone, if it differs from the list's. */
  doctorsClockOf: (doctor: CalendarDoctor, appointment: CalendarAppointment) => DoctorsClock | undefined
  onOpen: (appointment: CalendarAppointment) => void
}

interface Entry {
  doctor: CalendarDoctor
  block: Block
}

export function Agenda({ days, calendars, zone, now, today, isLoading, isNamedAbove, doctorsClockOf, onOpen }: AgendaProps) {
  const { t, language } = useI18n()
  const isShared = calendars.length > 1
  const filled = days
    .map((day) => ({
      day,
      entries: calendars
        .flatMap((calendar): Entry[] => blocksOn([calendar], day).map((block) => ({ doctor: calendar.doctor, block })))
        .toSorted((one, other) => one.block.appointment.starts_at.localeCompare(other.block.appointment.starts_at)),
    }))
    .filter(({ entries }) => entries.length)
  if (!filled.length && !isLoading)
    return (
      <EmptyState icon={CalendarDays} title={t(isNamedAbove ? 'calendar.emptyDay' : 'calendar.empty')} text={t('calendar.emptyHint')} />
    )
  return (
    <div className={classes('grid gap-6', !isNamedAbove && 'sm:pt-3')} aria-busy={isLoading}>
      {filled.map(({ day, entries }) => {
        // The mark of the current time goes between the started and the coming appointments, if there are both.
        const coming = day === today ? entries.findIndex(({ block }) => new Date(block.appointment.starts_at) > now) : -1
        return (
          <section key={day} aria-labelledby={`agenda-${day}`} className="grid gap-2">
            <h2 id={`agenda-${day}`} className={isNamedAbove ? 'sr-only' : 'flex flex-wrap items-baseline gap-x-2.5 font-semibold'}>
              {dayTitle(day, language)}
              <span className="text-sm font-normal text-muted">
                {t('calendar.dayCount', { count: entries.filter(({ block }) => blocksTime(block)).length })}
              </span>
              {day === today && <span className="text-sm font-medium text-action">{t('calendar.dayToday')}</span>}
            </h2>
            <ul className="divide-y divide-line rounded-box border border-line bg-surface">
              {entries.map(({ doctor, block }, index) => (
                <Fragment key={block.appointment.id}>
                  {index > 0 && index === coming && <NowMark time={clockIn(now, zone)} />}
                  <li>
                    <Row
                      block={block}
                      doctor={isShared ? doctor : undefined}
                      clock={doctorsClockOf(doctor, block.appointment)}
                      now={now}
                      onOpen={() => onOpen(block.appointment)}
                    />
                  </li>
                </Fragment>
              ))}
            </ul>
          </section>
        )
      })}
    </div>
  )
}

function NowMark({ time }: { time: string }) {
  return (
    <li aria-hidden="true" data-now className="relative h-6">
      <span className="absolute inset-x-0 top-1/2 -mt-px h-0.5 bg-danger" />
      <bdi
        dir="ltr"
        className="absolute end-3 top-0.5 rounded-full bg-danger px-2 text-xs leading-5 font-medium text-surface tabular-nums sm:end-4"
      >
        {time}
      </bdi>
    </li>
  )
}

interface RowProps {
  block: Block
  /** Set if the list shows several doctors. */
  doctor: CalendarDoctor | undefined
  clock: DoctorsClock | undefined
  now: Date
  onOpen: () => void
}

function Row({ block, doctor, clock, now, onOpen }: RowProps) {
  const { t } = useI18n()
  const { icon: Icon, text, className } = lookOf(block.appointment, now)
  const patient = patientLabel(block.appointment, t)
  const isOver = new Date(block.appointment.ends_at) <= now
  const [start, end] = [clock?.from ?? clockOf(block.from), clock?.to ?? clockOf(block.to)]
  return (
    <button
      type="button"
      id={cardId(block.appointment.id)}
      aria-haspopup="dialog"
      onClick={onOpen}
      className="grid min-h-16 w-full grid-cols-[2.75em_minmax(0,1fr)] items-center gap-x-3 px-3 py-2.5 text-start -outline-offset-2 hover:bg-tint sm:min-h-14 sm:grid-cols-[6.5rem_minmax(0,1fr)_minmax(0,1fr)_auto] sm:gap-x-5 sm:px-4 sm:py-2"
    >
      <span className="grid tabular-nums **:leading-5 max-sm:row-span-2 max-sm:self-start">
        <bdi dir="ltr" className="sr-only">
          {start}–{end}
        </bdi>
        <bdi aria-hidden="true" dir="ltr" className={classes('grid justify-start whitespace-nowrap sm:flex', isOver && 'text-muted')}>
          <span className="font-semibold">{start}</span>
          <span className="text-sm text-muted">
            <span className="max-sm:hidden">–</span>
            {end}
          </span>
        </bdi>
      </span>
      <span className={classes('leading-5 font-medium wrap-anywhere', isOver && 'text-muted')}>
        <PersonName className="leading-[inherit]">{patient}</PersonName>
        <PatientLine appointment={block.appointment} className="ms-2 text-sm font-normal" />
      </span>
      {/* On a phone doctor and status are below the name. A status that does not fit beside the doctor wraps to its own line. */}
      <span className="flex flex-wrap items-center justify-between gap-x-2 gap-y-1 sm:contents">
        <span className="flex min-w-0 flex-wrap gap-x-1 text-sm text-muted **:leading-5 max-sm:empty:hidden max-sm:[&:lang(ru)]:text-[0.8125rem]">
          {doctor && <bdi>{titledName(doctor, t)}</bdi>}
          {clock && <bdi className="tabular-nums sm:before:content-['·_']">{clock.both}</bdi>}
        </span>
        <span
          className={classes(
            'flex items-center gap-1 rounded-full border border-s! px-2 text-xs leading-5 max-sm:leading-4.5 sm:text-sm',
            className,
          )}
        >
          <Icon aria-hidden="true" className="size-3.5" />
          {t(text)}
        </span>
      </span>
    </button>
  )
}

// The days of one doctor, or the week of several, as a grid of half hours. The grid is one Tab stop; arrow keys move between cells.
import { type KeyboardEvent, type ReactNode, useEffect, useId, useRef, useState } from 'react'
import { classes } from '../../../../lib/classes.ts'
import { useI18n } from '../../../../lib/i18n.tsx'
import { directionOf, listOf } from '../../../../lib/languages.ts'
import { formatDay, weekdayName, weekdayOf } from '../../../../lib/time/dates.ts'
import { cityOf, clockIn, instantOf } from '../../../../lib/time/zones.ts'
import { useFinePointer } from '../../../../lib/use-fine-pointer.ts'
import type { Whose } from './appointment-block.tsx'
import type { CalendarAppointment } from './calendar-query.ts'
import { clockOf, placeOf, ROW_MINUTES } from './days.ts'
import { GAP, GridCell } from './grid-cell.tsx'
import { type Spot, spotAfter } from './grid-keys.ts'
import { blocksTime, type Day, placesIn } from './layout.ts'
import { type DragTarget, useDrag } from './use-drag.ts'

export interface DoctorGridProps {
  days: Day[]
  /** The first minute of each row. Unused hours may be left out. */
  rows: number[]
  /** The time zone of the grid. */
  zone: string
  /** The reader's time zone, if its clock differs. The rail then shows both times. */
  readersZone?: string | undefined
  now: Date
  /** Whether the appointments and leave of these days are still loading. */
  isLoading: boolean
  title: string
  /** The doctor's portrait, beside the title. */
  portrait?: ReactNode
  /** Whether the title heads the column, because several doctors are side by side. */
  isTitleShown: boolean
  /** The doctor's time zone, if the doctors have different ones. */
  ownClock?: string | undefined
  /** Whether the grid shows the hours. Of several grids side by side, only the first does. */
  hasRail: boolean
  /** On a phone a single day is named above the grid, and the days of a week are narrow. */
  isNarrow: boolean
  /** Whether there is only one column, so that blocks have room for more words. */
  isRoomy: boolean
  /** Undefined if there is only one calendar. */
  whoseOf?: ((appointment: CalendarAppointment) => Whose | undefined) | undefined
  /** The appointment whose details are open beside the grid. */
  openedId: string | undefined
  /** Whether details open beside the grid, not in a dialog. */
  hasPane: boolean
  onOpen: (appointment: CalendarAppointment) => void
  /** Opens a day from the week of several doctors, because a day has room for all appointments. */
  onShowDay?: ((day: string) => void) | undefined
  /** Undefined if this grid does not allow booking. */
  onBook: ((day: string, time: string) => void) | undefined
  onMove: (appointment: CalendarAppointment, day: string, time: string) => void
  /** Shows the previous or next week or day. */
  onTurn: (by: -1 | 1) => void
}

/** Sticks below the page header, and on a phone also below the toolbar and the strip of days. */
const STICKY = 'sticky top-14 z-20 not-short:max-md:group-not-data-week/grid:top-54'

export function DoctorGrid({
  days,
  rows,
  zone,
  readersZone,
  now,
  isLoading,
  title,
  portrait,
  isTitleShown,
  ownClock,
  hasRail,
  isNarrow,
  isRoomy,
  whoseOf,
  ...actions
}: DoctorGridProps) {
  const { t, language } = useI18n()
  const id = useId()
  const table = useRef<HTMLTableElement>(null)
  const canDrag = useFinePointer()
  const isWeek = days.length > 1
  const isAfterGap = (index: number) => index > 0 && rows[index - 1] !== (rows[index] ?? 0) - ROW_MINUTES
  const current = placeOf(now.toISOString(), zone)
  const { spot, setSpot, keepFocus } = useSpot(table, days, rows, current)
  const drag = useDrag(table, rows, ({ block: { appointment }, column, minute }: DragTarget) => {
    const day = days[column]?.day
    const isElsewhere = day && placeOf(appointment.starts_at, zone)
    if (isElsewhere && (isElsewhere.day !== day || isElsewhere.minute !== minute)) actions.onMove(appointment, day, clockOf(minute))
  })

  const press = (event: KeyboardEvent) => {
    if (event.altKey || event.ctrlKey || event.metaKey || event.shiftKey) return
    const next = spotAfter(event.key, spot, {
      columns: days.length,
      rows,
      isRtl: directionOf(language) === 'rtl',
      placesIn: (column, minute) => Math.max(1, days[column] ? placesIn(days[column], minute) : 1),
      hoursOf: (column) => workingRows(days[column], rows),
    })
    if (!next) return
    event.preventDefault()
    if (next === 'before' || next === 'after') {
      keepFocus()
      actions.onTurn(next === 'after' ? 1 : -1)
    } else {
      keepFocus()
      setSpot(next)
    }
  }
  return (
    <section className="min-w-0 grow basis-0 first:basis-11 sm:first:basis-14" aria-labelledby={`${id}-title`}>
      <h2 id={`${id}-title`} className="sr-only">
        <bdi>{title}</bdi>
      </h2>
      <table
        ref={table}
        // oxlint-disable-next-line jsx-a11y/no-noninteractive-element-to-interactive-role -- arrow keys move between the table cells
        role="grid"
        aria-labelledby={`${id}-title`}
        aria-busy={isLoading}
        aria-rowcount={rows.length + 1}
        onKeyDown={press}
        data-week={isWeek || undefined}
        data-roomy={isRoomy || undefined}
        data-rail={hasRail || undefined}
        className="group/grid w-full table-fixed max-sm:data-week:-mx-3 max-sm:data-week:w-[calc(100%+1.5rem)] max-[22.5rem]:data-week:-mx-4 max-[22.5rem]:data-week:w-[calc(100%+2rem)] max-md:not-data-week:[&_[tabindex]]:scroll-mt-58 select-none border-separate border-spacing-0 text-sm [--row:2.4375rem] max-md:[--row:2.875rem] pointer-coarse:[--row:2.875rem]"
      >
        <thead>
          <tr>
            <th
              scope="col"
              className={classes(
                STICKY,
                'w-0 border-b border-line bg-paper p-0 group-data-rail/grid:w-[3.1429em] sm:group-data-rail/grid:w-[4em] max-sm:group-data-week/grid:w-[2.8572em]',
              )}
            >
              <span className="sr-only">{t('calendar.time')}</span>
              {readersZone && hasRail && (
                <span aria-hidden="true" className="grid pe-2 text-end text-[0.6875rem] leading-3.5 font-normal *:truncate">
                  <span>{cityOf(zone, language)}</span>
                  <span className="text-muted">{cityOf(readersZone, language)}</span>
                </span>
              )}
            </th>
            {days.map((each) => (
              <DayHeading
                key={each.day}
                day={each}
                isToday={each.day === current.day}
                title={isTitleShown && !isWeek ? title : undefined}
                portrait={portrait}
                ownClock={ownClock}
                isNarrow={isNarrow}
                isNamedAbove={isNarrow && !isWeek}
              />
            ))}
          </tr>
        </thead>
        <tbody className={classes('transition-opacity duration-150', isLoading && 'animate-pulse')}>
          {rows.map((minute, index) => (
            <tr key={minute}>
              <th
                scope="row"
                className={classes(
                  'relative h-(--row) border-line p-0 font-normal group-data-rail/grid:border-e',
                  isAfterGap(index) && GAP,
                )}
              >
                <span
                  className={classes(
                    'absolute end-2 text-xs text-muted tabular-nums max-sm:group-data-week/grid:end-1',
                    index === 0 || isAfterGap(index) ? 'top-0' : '-top-[0.6667em]',
                    ((minute % 60 !== 0 && !isAfterGap(index)) || !hasRail) && 'sr-only',
                  )}
                >
                  {clockOf(minute)}
                  {readersZone && hasRail && (
                    <span aria-hidden="true" className="block text-[0.6875rem] leading-3 opacity-80">
                      {clockIn(instantOf(days[0]?.day ?? '', clockOf(minute), zone), readersZone)}
                    </span>
                  )}
                </span>
              </th>
              {days.map((each, column) => (
                <GridCell
                  key={each.day}
                  day={each}
                  dayName={formatDay(each.day, language)}
                  column={column}
                  minute={minute}
                  firstRow={rows[0] ?? 0}
                  isAfterGap={isAfterGap(index)}
                  now={now}
                  current={current}
                  isLoading={isLoading}
                  isTabStop={spot.column === column && spot.minute === minute ? spot.place : undefined}
                  canDrag={canDrag}
                  dragged={drag.target}
                  onFocus={(place) => setSpot({ column, minute, place })}
                  openedId={actions.openedId}
                  hasPane={actions.hasPane}
                  onOpen={(appointment) => !drag.hasDragged() && actions.onOpen(appointment)}
                  onBook={actions.onBook}
                  onShowDay={actions.onShowDay}
                  onGrab={drag.start}
                  whoseOf={whoseOf}
                />
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </section>
  )
}

interface DayHeadingProps {
  day: Day
  isToday: boolean
  /** The doctor's name, if each doctor has a column. */
  title: string | undefined
  portrait: ReactNode
  ownClock: string | undefined
  isNarrow: boolean
  isNamedAbove: boolean
}

function DayHeading({
  day: { day, blocks, folded = [], change },
  isToday,
  title,
  portrait,
  ownClock,
  isNarrow,
  isNamedAbove,
}: DayHeadingProps) {
  const { t, language } = useI18n()
  const count = [...blocks, ...folded.flat()].filter(blocksTime).length
  const name = listOf([formatDay(day, language), t('calendar.dayCount', { count }), isToday && t('calendar.dayToday')], language)
  const hour = change && { from: clockOf(change.from), to: clockOf(change.to) }
  return (
    <th scope="col" className={classes(STICKY, 'border-b border-line bg-paper px-1 py-1.5 text-center font-normal empty:p-0 max-sm:px-0')}>
      <span className="sr-only">{name}</span>
      {/* Clamped, because truncation would cut the beginning of a Latin name in Arabic. */}
      {title && (
        <span className="flex items-center gap-2">
          {portrait}
          <span className="min-w-0 flex-1">
            <span aria-hidden="true" className="line-clamp-1 text-start leading-5 font-semibold break-all" title={title}>
              <bdi>{title}</bdi>
            </span>
            {ownClock && <span className="block truncate text-start text-xs leading-4 text-muted">{ownClock}</span>}
          </span>
        </span>
      )}
      <span
        aria-hidden="true"
        className={title || isNamedAbove ? 'hidden' : 'flex min-h-7 flex-wrap items-center justify-center gap-x-1.5 max-sm:flex-col'}
      >
        <span
          className={classes(
            '@container w-full sm:w-auto sm:[container-type:normal]',
            isToday ? 'font-semibold text-action' : 'text-muted',
          )}
        >
          {/* Seven days side by side have no room for the name at a large text size. */}
          <span className="max-sm:@max-[2.4em]:hidden">
            {weekdayName(weekdayOf(day), language, isNarrow && language === 'ar' ? 'narrow' : 'short')}
          </span>
          <span className="hidden max-sm:@max-[2.4em]:inline">{weekdayName(weekdayOf(day), language, 'narrow')}</span>
        </span>
        <span
          className={classes(
            'font-semibold tabular-nums',
            isToday && 'grid h-7 w-7 max-w-full place-items-center rounded-full bg-action text-on-action',
          )}
        >
          {Number(day.slice(8))}
        </span>
      </span>
      {change && (
        <span className="block text-xs text-wait">
          {t(change.kind === 'missing' ? 'calendar.hourMissing' : 'calendar.hourDoubled', hour ?? {})}
        </span>
      )}
    </th>
  )
}

/** The rows of the day's first and last working half hours. */
function workingRows(day: Day | undefined, rows: number[]) {
  const inHours = rows.filter((minute) => day?.hours.some(({ from, to }) => minute < to && minute + ROW_MINUTES > from))
  const [first] = inHours
  return first === undefined ? undefined : { first, last: inHours.at(-1) ?? first }
}

/** Manages the grid's Tab stop and moves the focus with the arrow keys. A live change never moves the focus out of the grid. */
function useSpot(
  table: { readonly current: HTMLTableElement | null },
  days: Day[],
  rows: number[],
  current: { day: string; minute: number },
) {
  const [chosen, setSpot] = useState<Spot>()
  const hasFocus = useRef(false)
  const shouldFocus = useRef(false)
  const today = days.findIndex(({ day }) => day === current.day)
  const column = Math.min(chosen?.column ?? Math.max(today, 0), days.length - 1)
  const wanted = chosen?.minute ?? workingRows(days[column], rows)?.first ?? rows[0] ?? 0
  const minute = rows.includes(wanted) ? wanted : wanted < (rows[0] ?? 0) ? (rows[0] ?? 0) : (rows.at(-1) ?? 0)
  const places = days[column] ? placesIn(days[column], minute) : 0
  const spot: Spot = { column, minute, place: Math.min(chosen?.place ?? 0, Math.max(0, places - 1)) }

  useEffect(() => {
    const note = () => {
      hasFocus.current = Boolean(table.current?.contains(document.activeElement))
    }
    document.addEventListener('focusin', note)
    return () => document.removeEventListener('focusin', note)
  }, [table])
  useEffect(() => {
    // If somebody else moved or cancelled the focused appointment, the focus stays at its time.
    const isLost = hasFocus.current && document.activeElement === document.body
    if (!shouldFocus.current && !isLost) return
    shouldFocus.current = false
    const stop = table.current?.querySelector<HTMLElement>('tbody [tabindex="0"]')
    stop?.focus({ preventScroll: true })
    stop?.scrollIntoView({ block: 'nearest' })
  })
  return {
    spot,
    setSpot,
    keepFocus: () => {
      shouldFocus.current = true
    },
  }
}

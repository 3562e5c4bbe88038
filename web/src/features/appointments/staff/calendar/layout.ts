// The layout of a calendar day: working hours, leave, and overlapping appointments side by side.
import { weekdayOf } from '../../../../lib/time/dates.ts'
import type { CalendarAppointment, CalendarDoctor } from './calendar-query.ts'
import { type ClockChange, DAY_MINUTES, minuteOf, placeOf, ROW_MINUTES } from './days.ts'

export interface Span {
  from: number
  to: number
}

/** An appointment on its day. Overlapping appointments each have a lane. */
export interface Block extends Span {
  appointment: CalendarAppointment
  lane: number
  lanes: number
}

export type CellState = 'open' | 'closed' | 'leave' | 'missing' | 'taken'

/** Shorter appointments are drawn at this height, so that users can read and press them. */
const MIN_DRAWN_MINUTES = 20
/** Gaps from this many unused rows on are hidden: three hours. */
const MIN_GAP_ROWS = 6
/** The limit for a week of several doctors, whose rows are high: one and a half hours. */
export const SHORT_GAP_ROWS = 3

/** Groups the appointments by day in the doctor's time zone, in order of start. */
export function blocksByDay(appointments: CalendarAppointment[], { id, timezone }: Pick<CalendarDoctor, 'id' | 'timezone'>) {
  const days = new Map<string, Block[]>()
  for (const appointment of appointments) {
    if (appointment.doctor_id !== id) continue
    const { day, minute } = placeOf(appointment.starts_at, timezone)
    const length = (Date.parse(appointment.ends_at) - Date.parse(appointment.starts_at)) / 60_000
    const block = { appointment, from: minute, to: Math.min(DAY_MINUTES, minute + length), lane: 0, lanes: 1 }
    days.set(day, [...(days.get(day) ?? []), block])
  }
  for (const [day, blocks] of days) days.set(day, sideBySide(blocks))
  return days
}

/** Assigns side-by-side lanes to overlapping blocks. */
export function sideBySide(blocks: Block[]): Block[] {
  const ordered = blocks.toSorted((one, other) => one.from - other.from || other.to - one.to)
  const placed: Block[] = []
  let group: Block[] = []
  let groupEnd = 0
  const close = () => {
    const lanes = Math.max(0, ...group.map(({ lane }) => lane)) + 1
    placed.push(...group.map((block) => ({ ...block, lanes })))
    group = []
  }
  for (const block of ordered) {
    const { from, to } = drawn(block)
    if (from >= groupEnd) close()
    const taken = new Set(group.filter((other) => drawn(other).to > from).map(({ lane }) => lane))
    let lane = 0
    while (taken.has(lane)) lane++
    group.push({ ...block, lane })
    groupEnd = Math.max(groupEnd, to)
  }
  close()
  return placed
}

/** The span at which a block is drawn. A short block at the end of the day starts earlier, because there is no row below it. */
export function drawn({ from, to }: Span): Span {
  const top = Math.min(from, DAY_MINUTES - MIN_DRAWN_MINUTES)
  return { from: top, to: Math.max(to, top + MIN_DRAWN_MINUTES) }
}

/** The weekly hours and the extra hours of that date. */
export function hoursOn({ hours, extra_hours }: Pick<CalendarDoctor, 'hours' | 'extra_hours'>, day: string): Span[] {
  const weekday = weekdayOf(day)
  const windows = [...hours.filter(({ day_of_week }) => day_of_week === weekday), ...extra_hours.filter(({ on_date }) => on_date === day)]
  return windows
    .map(({ start_time, end_time }) => ({ from: minuteOf(start_time), to: minuteOf(end_time) || DAY_MINUTES }))
    .toSorted((one, other) => one.from - other.from)
}

/** A leave without times takes the whole day. */
export function leaveOn({ leave }: Pick<CalendarDoctor, 'leave'>, day: string): Span[] {
  return leave
    .filter(({ leave_date }) => leave_date === day)
    .map(({ start_time, end_time }) =>
      start_time && end_time ? { from: minuteOf(start_time), to: minuteOf(end_time) || DAY_MINUTES } : { from: 0, to: DAY_MINUTES },
    )
}

export interface Day {
  day: string
  hours: Span[]
  leave: Span[]
  blocks: Block[]
  /** Blocks without room in a week of several doctors: one group for each run of overlapping blocks. */
  folded?: Block[][]
  change: ClockChange | undefined
}

/** Subtracts the leave from the hours. */
export const without = (hours: Span[], leave: Span[]) =>
  leave.reduce(
    (left, off) =>
      left
        .flatMap(({ from, to }) => [
          { from, to: Math.min(to, off.from) },
          { from: Math.max(from, off.to), to },
        ])
        .filter(({ from, to }) => from < to),
    hours,
  )

const overlaps = (one: Span, other: Span) => one.from < other.to && other.from < one.to

/** Cancelled appointments leave their time free. */
export const blocksTime = ({ appointment }: Block) => appointment.status !== 'cancelled'

export function cellState(day: Day, minute: number): CellState {
  const cell = { from: minute, to: minute + ROW_MINUTES }
  return day.blocks.some((block) => blocksTime(block) && overlaps(block, cell)) ? 'taken' : scheduleAt(day, minute)
}

/** The state of the half hour in the schedule, regardless of appointments. */
export function scheduleAt({ hours, leave, change }: Pick<Day, 'hours' | 'leave' | 'change'>, minute: number): Exclude<CellState, 'taken'> {
  const cell = { from: minute, to: minute + ROW_MINUTES }
  if (change?.kind === 'missing' && overlaps(change, cell)) return 'missing'
  if (leave.some((span) => overlaps(span, cell))) return 'leave'
  return hours.some((span) => overlaps(span, cell)) ? 'open' : 'closed'
}

/** The blocks that begin in the row, in order of start. */
export const startsIn = ({ blocks }: Day, minute: number) => blocks.filter(({ from }) => from >= minute && from < minute + ROW_MINUTES)

/** The blocks of all folded groups that begin in the row. */
export const foldedIn = ({ folded = [] }: Day, minute: number) =>
  folded.filter(([first]) => first && first.from >= minute && first.from < minute + ROW_MINUTES).flat()

/** The number of stops for arrow keys in a row: one for each appointment, and one for all folded ones. */
export const placesIn = (day: Day, minute: number) => startsIn(day, minute).length + Math.min(1, foldedIn(day, minute).length)

/** If more blocks overlap than there are lanes, the last lane shows the number of folded ones. */
export function foldLanes(blocks: Block[], max: number) {
  const isFolded = ({ lane, lanes }: Block) => lanes > max && lane >= max - 1
  const folded: Block[][] = []
  for (const block of blocks.filter(isFolded).toSorted((one, other) => one.from - other.from)) {
    const group = folded.at(-1)
    if (group && Math.max(...group.map((each) => drawn(each).to)) > drawn(block).from) group.push(block)
    else folded.push([block])
  }
  return {
    blocks: blocks.filter((block) => !isFolded(block)).map((block) => ({ ...block, lanes: Math.min(block.lanes, max) })),
    folded,
  }
}

/** The block that began in an earlier row and continues in this one. */
export const continuesIn = ({ blocks }: Day, minute: number) =>
  blocks.find((block) => blocksTime(block) && block.from < minute && block.to > minute)

export const USUAL_HOURS: Span = { from: 9 * 60, to: 18 * 60 }
/** Always shown in a shared week, so that a week with a single appointment has a shape. */
export const AFTERNOON: Span = { from: 12 * 60, to: 18 * 60 }

/** The hours to show: working hours and all appointments, rounded to full hours. */
export function shownHours(days: Day[]): Span {
  const spans = usedSpans(days)
  if (!spans.length) return USUAL_HOURS
  const from = Math.floor(Math.min(...spans.map((span) => span.from)) / 60) * 60
  const to = Math.ceil(Math.max(...spans.map((span) => span.to)) / 60) * 60
  return { from, to: Math.min(DAY_MINUTES, to) }
}

const usedSpans = (days: Day[]) => days.flatMap(({ hours, blocks }) => [...hours, ...blocks.map(drawn)])

/** The rows of those hours, without long gaps in which nobody works and nothing is booked. */
export function shownRows(days: Day[], minGap = MIN_GAP_ROWS): number[] {
  const rows = rowsOf(shownHours(days))
  const spans = usedSpans(days)
  const isUsed = (minute: number) => spans.some((span) => overlaps(span, { from: minute, to: minute + ROW_MINUTES }))
  const used = rows.filter(isUsed)
  return rows.filter((minute) => {
    const before = used.findLast((each) => each <= minute)
    const after = used.find((each) => each >= minute)
    return before === undefined || after === undefined || (after - before) / ROW_MINUTES <= minGap
  })
}

export const rowsOf = ({ from, to }: Span) =>
  Array.from({ length: Math.ceil((to - from) / ROW_MINUTES) }, (_, row) => from + row * ROW_MINUTES)

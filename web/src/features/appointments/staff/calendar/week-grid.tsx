// The week of one doctor, or of several doctors in one grid.
import type { CalendarDoctor } from './calendar-query.ts'
import { type DoctorCalendar, mergedDays } from './calendars.ts'
import { DAY_MINUTES } from './days.ts'
import { DoctorGrid, type DoctorGridProps } from './doctor-grid.tsx'
import { AFTERNOON, rowsOf, SHORT_GAP_ROWS, shownRows, USUAL_HOURS } from './layout.ts'

/** The props that every grid of the calendar gets. */
export type GridBasics = Pick<
  DoctorGridProps,
  'zone' | 'readersZone' | 'now' | 'isNarrow' | 'isLoading' | 'whoseOf' | 'openedId' | 'hasPane' | 'onOpen' | 'onMove' | 'onTurn'
>

interface WeekGridProps extends GridBasics {
  calendars: DoctorCalendar[]
  week: string[]
  title: string
  allHours: boolean
  /** Whether several doctors are shown, even if only one is loaded yet. */
  isShared: boolean
  onShowDay: (day: string) => void
  bookWith: (doctor: CalendarDoctor) => (day: string, time: string) => void
}

export function WeekGrid({ calendars, week, allHours, isShared, bookWith, ...basics }: WeekGridProps) {
  const [first] = calendars
  if (!first) return null
  return (
    <DoctorGrid
      {...basics}
      days={isShared ? mergedDays(calendars, week, basics.isNarrow ? 1 : 2) : first.days}
      rows={allHours ? rowsOf({ from: 0, to: DAY_MINUTES }) : isShared ? sharedRows(calendars) : shownRows(first.days)}
      isTitleShown={false}
      isRoomy={false}
      hasRail
      onBook={isShared ? undefined : bookWith(first.doctor)}
    />
  )
}

/** A shared week does not offer booking, so its rows only cover its appointments and the afternoon. */
function sharedRows(calendars: DoctorCalendar[]) {
  const days = calendars.flatMap((calendar) => calendar.days)
  const hours = [days.some(({ blocks }) => blocks.length) ? AFTERNOON : USUAL_HOURS]
  return shownRows(
    days.map((day) => ({ ...day, hours })),
    SHORT_GAP_ROWS,
  )
}

// A day with a column for each doctor.
import { useDoctorExtras } from '../../../../domain/doctor-extras.ts'
import { Portrait } from '../../../../domain/portrait.tsx'
import { titledName } from '../../../../domain/titled-name.ts'
import { useI18n } from '../../../../lib/i18n.tsx'
import { zoneLabel } from '../../../../lib/time/zones.ts'
import type { CalendarDoctor } from './calendar-query.ts'
import type { DoctorCalendar } from './calendars.ts'
import { DAY_MINUTES } from './days.ts'
import { DoctorGrid } from './doctor-grid.tsx'
import { rowsOf, shownRows } from './layout.ts'
import type { ShownCalendars } from './use-shown-calendars.ts'
import type { GridBasics } from './week-grid.tsx'

interface DayColumnsProps extends GridBasics {
  /** The doctors of this page. */
  calendars: DoctorCalendar[]
  day: string
  clock: ShownCalendars['clock']
  allHours: boolean
  /** Whether the doctor's name heads each column. */
  isTitleShown: boolean
  bookWith: (doctor: CalendarDoctor) => (day: string, time: string) => void
}

export function DayColumns({ calendars, day, clock, allHours, bookWith, ...basics }: DayColumnsProps) {
  const { t, language } = useI18n()
  const extras = useDoctorExtras(basics.isTitleShown)
  const daysOf = (calendar: DoctorCalendar) => calendar.days.filter((each) => each.day === day)
  const rows = allHours ? rowsOf({ from: 0, to: DAY_MINUTES }) : shownRows(calendars.flatMap(daysOf))
  return (
    <div className="flex">
      {calendars.map((calendar, index) => (
        <DoctorGrid
          key={calendar.doctor.id}
          {...basics}
          days={daysOf(calendar)}
          rows={rows}
          title={titledName(calendar.doctor, t)}
          portrait={
            <Portrait
              doctor={{ ...calendar.doctor, photo_path: extras.get(calendar.doctor.id)?.photo_path ?? null }}
              size="mini"
              isDecorative
            />
          }
          isRoomy={calendars.length === 1}
          // All columns get the line of the clock, so that their rows stay aligned.
          ownClock={clock.isCommon ? undefined : zoneLabel(calendar.doctor.timezone, language, clock.noon)}
          hasRail={index === 0}
          onBook={bookWith(calendar.doctor)}
        />
      ))}
    </div>
  )
}

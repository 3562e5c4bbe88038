// A day with a column for each doctor.
import { useDoctorPhotos } from '../../../../domain/doctor-photos.ts'
import { Portrait } from '../../../../domain/portrait.tsx'
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
  /** Each column is headed by its doctor's name. */
  isTitleShown: boolean
  bookWith: (doctor: CalendarDoctor) => (day: string, time: string) => void
}

export function DayColumns({ calendars, day, clock, allHours, bookWith, ...basics }: DayColumnsProps) {
  const { t, language } = useI18n()
  const photos = useDoctorPhotos(basics.isTitleShown)
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
          title={t('doctor.name', { first: calendar.doctor.first_name, last: calendar.doctor.last_name })}
          portrait={
            <Portrait doctor={{ ...calendar.doctor, photo_path: photos.get(calendar.doctor.id) ?? null }} size="mini" isDecorative />
          }
          isRoomy={calendars.length === 1}
          // On all, so that the rows stay side by side.
          ownClock={clock.isCommon ? undefined : zoneLabel(calendar.doctor.timezone, language, clock.noon)}
          hasRail={index === 0}
          onBook={bookWith(calendar.doctor)}
        />
      ))}
    </div>
  )
}

// The calendar of one doctor or of several: a week, a day, or a list.
import { Suspense, useState } from 'react'
import { lazyWithRetry } from '../../../components/lazy-with-retry.tsx'
import { LiveMark } from '../../../components/live-mark.tsx'
import { LoadFailed } from '../../../components/load-failed.tsx'
import { Banner } from '../../../components/ui/banner.tsx'
import { useI18n } from '../../../lib/i18n.tsx'
import type { LiveState } from '../../../lib/live.ts'
import { useNow } from '../../../lib/use-now.ts'
import { addDays, isSameClock, todayIn, zoneLabel } from '../../../lib/zones.ts'
import { RefuseDialog } from '../staff/refuse-dialog.tsx'
import type { Appointment } from '../staff-queries.ts'
import { Agenda } from './agenda.tsx'
import { Legend } from './appointment-block.tsx'
import { type CalendarAppointment, type CalendarDoctor, useCalendar } from './calendar-query.ts'
import { CalendarSkeleton } from './calendar-skeleton.tsx'
import { DayStrip } from './day-strip.tsx'
import { clockChangeOn, DAY_MINUTES, weekOf } from './days.ts'
import { DetailsDialog } from './details-dialog.tsx'
import { DoctorChoice, DoctorPages } from './doctor-choice.tsx'
import { DoctorGrid } from './doctor-grid.tsx'
import { type Block, blocksByDay, blocksTime, type Day, hoursOn, leaveOn, shownHours } from './layout.ts'
import { patientLabel } from './patient-label.ts'
import { Toolbar } from './toolbar.tsx'
import { useColumns } from './use-columns.ts'
import { useMoves } from './use-moves.ts'
import { useNews } from './use-news.ts'
import { useNowInView } from './use-now-in-view.ts'
import { usePlace, VIEWS } from './use-place.ts'

const BookDialog = lazyWithRetry(() => import('../staff/book-dialog.tsx'))

interface CalendarViewProps {
  /** Those whose calendars the reader may open. */
  doctors: { id: string; first_name: string; last_name: string; timezone: string }[]
  /** The reader's own record as a doctor. */
  ownDoctorId: string | undefined
  ownZone: string
  live: LiveState
  /** Several doctors can be chosen. */
  hasChoice: boolean
}

export function CalendarView({ doctors, ownDoctorId, ownZone, live, hasChoice }: CalendarViewProps) {
  const { t, language } = useI18n()
  const now = useNow()
  const columns = useColumns()
  const isNarrow = columns === 1
  const today = todayIn(hasChoice ? ownZone : (doctors[0]?.timezone ?? ownZone), now)
  const place = usePlace(today, isNarrow ? 'day' : 'week')
  const { view } = place
  const pageSize = view === 'day' ? columns : view === 'week' ? 1 : 20
  const chosen = doctors.filter(({ id }) => place.chosenIds.includes(id))
  const listed = (chosen.length ? chosen : doctors).toSorted((one, other) => sortName(one).localeCompare(sortName(other), language))
  const page = Math.min(place.page, Math.ceil(listed.length / pageSize) - 1)
  const shown = listed.slice(page * pageSize, (page + 1) * pageSize)
  const week = weekOf(place.day)
  const range = {
    doctorIds: shown.map(({ id }) => id),
    from: week[0] ?? place.day,
    to: week.at(-1) ?? place.day,
    withCancelled: place.withCancelled,
  }
  const { data, error, refetch, isPlaceholderData } = useCalendar(range)
  const [opened, setOpened] = useState<CalendarAppointment>()
  const [refused, setRefused] = useState<Appointment>()
  const [booked, setBooked] = useState<{ doctor: CalendarDoctor; day: string; time: string }>()
  const { move, moveAndWait, isOwnChange } = useMoves()
  const news = useNews(isPlaceholderData ? undefined : data, JSON.stringify(range), isOwnChange)
  const calendars = shown.flatMap(({ id }) => {
    const doctor = data?.doctors.find((each) => each.id === id)
    return doctor ? [calendarOf(doctor, isPlaceholderData ? [] : (data?.appointments ?? []), week)] : []
  })
  const openedBy = calendars.find(({ doctor }) => doctor.id === opened?.doctor_id)?.doctor
  const turn = (by: -1 | 1) => place.showDay(addDays(place.day, view === 'day' ? by : by * 7))
  const days = view === 'day' ? [place.day] : week
  const hours = place.allHours
    ? { from: 0, to: DAY_MINUTES }
    : shownHours(calendars.flatMap((calendar) => calendar.days.filter(({ day }) => days.includes(day))))
  const countOn = (day: string) => calendars.reduce((sum, { blocks }) => sum + (blocks.get(day) ?? []).filter(blocksTime).length, 0)
  const nameOf = ({ first_name, last_name }: Pick<CalendarDoctor, 'first_name' | 'last_name'>) =>
    t('doctor.name', { first: first_name, last: last_name })
  const noon = `${place.day}T12:00:00Z`
  const zones = calendars.map(({ doctor: { timezone } }) =>
    isSameClock(timezone, ownZone, noon) ? undefined : t('calendar.zone', { zone: zoneLabel(timezone, language, noon) }),
  )
  const isLoaded = data !== undefined && !isPlaceholderData
  const count = days.reduce((sum, day) => sum + countOn(day), 0)
  useNowInView(isNarrow && isLoaded)
  return (
    <div className="grid grid-cols-1 gap-3 sm:gap-5">
      <Toolbar place={place} view={view} views={VIEWS} today={today}>
        {hasChoice && doctors.length > 1 && <DoctorChoice doctors={doctors} chosenIds={place.chosenIds} onChoose={place.chooseDoctors} />}
      </Toolbar>
      {isNarrow && view === 'day' && <DayStrip days={week} day={place.day} today={today} countOf={countOn} onChoose={place.showDay} />}
      <div className="flex flex-wrap items-center justify-between gap-x-4">
        {view !== 'agenda' && (
          <p className="min-h-6 text-sm text-muted">
            {isLoaded && (count ? t('calendar.dayCount', { count }) : t(view === 'day' ? 'calendar.emptyDay' : 'calendar.empty'))}
          </p>
        )}
        <DoctorPages page={page} pageSize={pageSize} total={listed.length} onTurn={place.showPage} />
      </div>
      <output className="sr-only">{news}</output>
      {data && !data.is_complete && <Banner tone="warning">{t('calendar.incomplete')}</Banner>}
      {error && !isPlaceholderData && <LoadFailed title={t('calendar.loadFailed')} error={error} onRetry={() => void refetch()} />}
      {!data && !error && <CalendarSkeleton columns={view === 'week' ? 7 : shown.length || 1} />}
      {view === 'agenda' && data && (
        <Agenda days={week} doctors={calendars} zones={zones} now={now} today={today} isLoading={isPlaceholderData} onOpen={setOpened} />
      )}
      {view !== 'agenda' && calendars.length > 0 && (
        <div className="grid gap-x-3 gap-y-6" style={{ gridTemplateColumns: `repeat(${calendars.length}, minmax(0, 1fr))` }}>
          {calendars.map(({ doctor, days: ofWeek }, index) => (
            <DoctorGrid
              key={doctor.id}
              doctor={doctor}
              days={ofWeek.filter(({ day }) => days.includes(day))}
              hours={hours}
              now={now}
              isLoading={isPlaceholderData}
              title={nameOf(doctor)}
              isTitleShown={hasChoice}
              hasZoneLine={zones.some(Boolean)}
              isNarrow={isNarrow}
              zone={zones[index]}
              note={doctor.hours.length || doctor.extra_hours.length ? undefined : t('calendar.noHours')}
              onOpen={setOpened}
              onBook={(day, time) => setBooked({ doctor, day, time })}
              onMove={(appointment, day, time) => move({ appointment, doctor, patient: patientLabel(appointment, t), day, time })}
              onTurn={turn}
            />
          ))}
        </div>
      )}
      <div className="flex flex-wrap items-center justify-between gap-x-6 gap-y-2">
        {view !== 'agenda' && count > 0 ? <Legend /> : <span />}
        <LiveMark state={live} />
      </div>
      {opened && openedBy && (
        <DetailsDialog
          key={opened.id}
          appointment={opened}
          doctor={openedBy}
          ownZone={ownZone}
          isOwn={openedBy.id === ownDoctorId}
          onMove={moveAndWait}
          onRefuse={(appointment) => {
            setOpened(undefined)
            setRefused(appointment)
          }}
          onClose={() => setOpened(undefined)}
        />
      )}
      {booked && (
        <Suspense>
          <BookDialog {...booked} onClose={() => setBooked(undefined)} returnFocus={focusGrid} />
        </Suspense>
      )}
      {refused && <RefuseDialog key={refused.id} appointment={refused} place="dashboard" onClose={() => setRefused(undefined)} />}
    </div>
  )
}

const sortName = ({ first_name, last_name }: { first_name: string; last_name: string }) => `${first_name} ${last_name}`

/** Back to the cell from which something was opened. */
const focusGrid = () => document.querySelector<HTMLElement>('[role=grid] tbody [tabindex="0"]')?.focus()

interface DoctorCalendar {
  doctor: CalendarDoctor
  blocks: Map<string, Block[]>
  days: Day[]
}

function calendarOf(doctor: CalendarDoctor, appointments: CalendarAppointment[], week: string[]): DoctorCalendar {
  const blocks = blocksByDay(appointments, doctor)
  const days = week.map((day) => ({
    day,
    hours: hoursOn(doctor, day),
    leave: leaveOn(doctor, day),
    blocks: blocks.get(day) ?? [],
    change: clockChangeOn(day, doctor.timezone),
  }))
  return { doctor, blocks, days }
}

// The calendar of one doctor or of several: a week, a day, or a list.
import { useState } from 'react'
import { createPortal } from 'react-dom'
import { LiveMark } from '../../../../components/live-mark.tsx'
import { LoadFailed } from '../../../../components/load-failed.tsx'
import { Banner } from '../../../../components/ui/banner.tsx'
import { byName } from '../../../../lib/by-name.ts'
import type { LiveState } from '../../../../lib/data/live.ts'
import { useI18n } from '../../../../lib/i18n.tsx'
import { useNow } from '../../../../lib/time/use-now.ts'
import { addDays, isSameClock, todayIn, zoneLabel } from '../../../../lib/time/zones.ts'
import { Agenda } from './agenda.tsx'
import { Legend } from './appointment-block.tsx'
import { type Booking, CalendarDialogs } from './calendar-dialogs.tsx'
import { type CalendarAppointment, type CalendarDoctor, useCalendar } from './calendar-query.ts'
import { CalendarSkeleton } from './calendar-skeleton.tsx'
import { blocksOn, calendarOf, mergedDays, placeOnClock, sharedZone } from './calendars.ts'
import { DayStrip } from './day-strip.tsx'
import { DAY_MINUTES, weekOf } from './days.ts'
import { DoctorChoice, DoctorPages, useChosenLabel } from './doctor-choice.tsx'
import { DoctorGrid } from './doctor-grid.tsx'
import { doctorsClock } from './doctors-clock.ts'
import { InfoLine } from './info-line.tsx'
import { AFTERNOON, blocksTime, rowsOf, SHORT_GAP_ROWS, shownRows, USUAL_HOURS } from './layout.ts'
import { patientLabel } from './patient-label.ts'
import { shortNames } from './short-names.ts'
import { Toolbar } from './toolbar.tsx'
import { useColumnOrder } from './use-column-order.ts'
import { useColumns, useIsNarrow, useIsTiny } from './use-columns.ts'
import { useMoves } from './use-moves.ts'
import { useNews } from './use-news.ts'
import { useNowInView } from './use-now-in-view.ts'
import { usePlace, VIEWS } from './use-place.ts'

/** As many as the database answers for. */
const MAX_DOCTORS = 100

interface CalendarViewProps {
  /** Those whose calendars the reader may open. */
  doctors: { id: string; first_name: string; last_name: string; timezone: string }[]
  /** The reader's own record as a doctor. */
  ownDoctorId: string | undefined
  ownZone: string
  live: LiveState
  /** The end of the line of the title, in a wide window. */
  head: HTMLElement | null
  /** Several doctors can be chosen. */
  hasChoice: boolean
}

export function CalendarView({ doctors: unsorted, ownDoctorId, ownZone, live, head, hasChoice }: CalendarViewProps) {
  const { t, language } = useI18n()
  const now = useNow()
  const columns = useColumns()
  const isNarrow = useIsNarrow()
  const isTiny = useIsTiny()
  const today = todayIn(hasChoice ? ownZone : (unsorted[0]?.timezone ?? ownZone), now)
  const place = usePlace(today, isNarrow ? 'day' : 'week')
  const { view } = place
  const doctors = byName(unsorted, language)
  const chosen = doctors.filter(({ id }) => place.chosenIds.includes(id))
  const listed = (chosen.length ? chosen : doctors).slice(0, MAX_DOCTORS)
  const noon = `${place.day}T12:00:00Z`
  const zone = sharedZone(listed, ownZone, noon)
  const hasOneClock = listed.every(({ timezone }) => isSameClock(timezone, zone, noon))
  const isOwnClock = isSameClock(zone, ownZone, noon)
  const week = weekOf(place.day)
  const days = view === 'day' ? [place.day] : week
  // Days of other clocks begin and end at other times.
  const margin = hasOneClock ? 0 : 1
  const range = {
    doctorIds: listed.map(({ id }) => id),
    from: addDays(week[0] ?? place.day, -margin),
    to: addDays(week.at(-1) ?? place.day, margin),
    withCancelled: place.withCancelled,
  }
  const { data, error, refetch, isPlaceholderData } = useCalendar(range)
  const isLoaded = data !== undefined && !isPlaceholderData
  const [opened, setOpened] = useState<CalendarAppointment>()
  const [booking, setBooking] = useState<Booking>()
  const { move, moveAndWait, isOwnChange } = useMoves()
  const news = useNews(isLoaded ? data : undefined, JSON.stringify(range), isOwnChange)
  const calendars = listed.flatMap(({ id }) => {
    const doctor = data?.doctors.find((each) => each.id === id)
    return doctor ? [calendarOf(doctor, isLoaded ? data.appointments : [], week, zone)] : []
  })
  const isShared = listed.length > 1
  const working = useColumnOrder(calendars, place.day, { isReady: isLoaded, isEverybody: !chosen.length })
  const side = view === 'day' ? working : []
  const page = Math.max(0, Math.min(place.page, Math.ceil(side.length / columns) - 1))
  const shown = side.slice(page * columns, (page + 1) * columns)
  const doctorOf = ({ doctor_id }: CalendarAppointment) => calendars.find(({ doctor }) => doctor.id === doctor_id)?.doctor
  const openedBy = opened && doctorOf(opened)
  const blocks = days.flatMap((day) => blocksOn(calendars, day))
  const count = blocks.filter(blocksTime).length
  // On a phone a list says more than the first two of many columns.
  const isList = view === 'agenda' || (view === 'week' && isTiny) || (view === 'day' && isNarrow && side.length > columns)
  const isSharedWeek = view === 'week' && isShared
  const rows = place.allHours
    ? rowsOf({ from: 0, to: DAY_MINUTES })
    : shownRows(
        (view === 'day' ? shown : calendars)
          .flatMap((calendar) => calendar.days.filter(({ day }) => days.includes(day)))
          // Nobody is booked from a shared week: its hours are those of its appointments, and an empty afternoon.
          .map((each) => (isSharedWeek ? { ...each, hours: [blocks.length ? AFTERNOON : USUAL_HOURS] } : each)),
        isSharedWeek ? SHORT_GAP_ROWS : undefined,
      )
  const nameOf = ({ first_name, last_name }: Pick<CalendarDoctor, 'first_name' | 'last_name'>) =>
    t('doctor.name', { first: first_name, last: last_name })
  const shorts = shortNames(listed, language)
  const doctorsClockOf = ({ timezone }: CalendarDoctor, appointment: CalendarAppointment) =>
    hasOneClock ? undefined : doctorsClock(appointment, timezone, zone, { t, language })
  const whoseOf = (appointment: CalendarAppointment) => {
    const doctor = doctorOf(appointment)
    return (
      doctor && {
        doctor: view === 'week' ? { name: nameOf(doctor), short: shorts.get(doctor.id) ?? '' } : undefined,
        clock: doctorsClockOf(doctor, appointment),
      }
    )
  }
  const lacksHours = calendars.length === 1 && calendars.every(({ doctor }) => !doctor.hours.length && !doctor.extra_hours.length)
  const chosenLabel = useChosenLabel({ doctors, chosenIds: place.chosenIds })
  const choice = { doctors, chosenIds: place.chosenIds, onChoose: place.chooseDoctors }
  const doctorChoice = hasChoice && doctors.length > 1 && <DoctorChoice {...choice} isNarrow={isNarrow} />
  const gridOf = {
    rows,
    zone,
    readersZone: isOwnClock || isNarrow ? undefined : ownZone,
    now,
    isNarrow,
    isLoading: isPlaceholderData,
    onOpen: setOpened,
    onMove: (appointment: CalendarAppointment, day: string, time: string) => {
      const doctor = doctorOf(appointment)
      if (doctor) move({ appointment, doctor, patient: patientLabel(appointment, t), ...placeOnClock(day, time, zone, doctor.timezone) })
    },
    onTurn: (by: -1 | 1) => place.showDay(addDays(place.day, view === 'day' ? by : by * 7)),
  }
  const bookWith = (doctor: CalendarDoctor) => (day: string, time: string) =>
    setBooking({ doctor, ...placeOnClock(day, time, zone, doctor.timezone) })
  useNowInView(isNarrow && isLoaded)
  const info = (
    <InfoLine
      doctorChoice={isNarrow && doctorChoice}
      count={isLoaded ? count : undefined}
      emptyText={isList ? undefined : view === 'day' ? 'calendar.emptyDay' : 'calendar.empty'}
      clock={
        hasOneClock
          ? !isOwnClock && t('staff.zone', { zone: zoneLabel(zone, language, noon) })
          : t(isOwnClock ? 'calendar.zoneOwn' : 'calendar.zoneMost', { zone: zoneLabel(zone, language, noon) })
      }
      clockHint={!hasOneClock && !isNarrow && t('calendar.zoneOthers')}
      warning={lacksHours && t('calendar.noHours')}
      next={
        (days.at(-1) ?? '') >= today && {
          doctorIds: chosen.length || !hasChoice ? range.doctorIds : undefined,
          day: days.at(-1) ?? '',
          zone,
          onShow: place.showDay,
        }
      }
    >
      {!isList && <DoctorPages page={page} pageSize={columns} total={side.length} all={listed.length} onTurn={place.showPage} />}
    </InfoLine>
  )
  return (
    <div className="flex flex-col gap-1 md:gap-2">
      <Toolbar
        place={place}
        view={view}
        views={VIEWS}
        today={today}
        isNarrow={isNarrow}
        isFiltered={place.allHours || place.withCancelled}
        doctorChoice={!isNarrow && doctorChoice}
      />
      {isNarrow && view === 'day' && (
        <DayStrip
          days={week}
          day={place.day}
          today={today}
          countOf={(day) => blocksOn(calendars, day).filter(blocksTime).length}
          onChoose={place.showDay}
        />
      )}
      {isNarrow ? info : head && createPortal(info, head)}
      <output className="sr-only">{news}</output>
      {data && (!data.is_complete || doctors.length > MAX_DOCTORS) && <Banner tone="warning">{t('calendar.incomplete')}</Banner>}
      {error && !isPlaceholderData && <LoadFailed title={t('calendar.loadFailed')} error={error} onRetry={() => void refetch()} />}
      {!data && !error && <CalendarSkeleton columns={view === 'week' ? 7 : Math.min(columns, listed.length)} />}
      {isList && data && (
        <Agenda
          days={view === 'day' ? days : week}
          calendars={calendars}
          zone={zone}
          now={now}
          today={today}
          isLoading={isPlaceholderData}
          isNamedAbove={view === 'day'}
          doctorsClockOf={doctorsClockOf}
          onOpen={setOpened}
        />
      )}
      {view === 'week' && !isList && calendars.length > 0 && (
        <DoctorGrid
          {...gridOf}
          days={isShared ? mergedDays(calendars, week, isNarrow ? 1 : 2) : (calendars[0]?.days ?? [])}
          title={isShared ? chosenLabel : nameOf(listed[0] ?? { first_name: '', last_name: '' })}
          isTitleShown={false}
          isRoomy={false}
          hasRail
          onShowDay={place.showColumns}
          whoseOf={isShared ? whoseOf : undefined}
          onBook={!isShared && calendars[0] ? bookWith(calendars[0].doctor) : undefined}
        />
      )}
      {view === 'day' && !isList && (
        <div className="flex">
          {shown.map(({ doctor, days: ofWeek }, index) => (
            <DoctorGrid
              key={doctor.id}
              {...gridOf}
              days={ofWeek.filter(({ day }) => day === place.day)}
              title={nameOf(doctor)}
              isTitleShown={hasChoice}
              isRoomy={shown.length === 1}
              // On all, so that the rows stay side by side.
              ownClock={hasOneClock ? undefined : zoneLabel(doctor.timezone, language, noon)}
              hasRail={index === 0}
              whoseOf={isShared ? whoseOf : undefined}
              onBook={bookWith(doctor)}
            />
          ))}
        </div>
      )}
      <div className="mt-2 flex flex-wrap items-center justify-between gap-x-6 gap-y-2">
        {!isList && blocks.length > 0 ? <Legend blocks={blocks} now={now} /> : <span />}
        <LiveMark state={live} />
      </div>
      <CalendarDialogs
        opened={opened && openedBy && { appointment: opened, doctor: openedBy }}
        booking={booking}
        {...{ ownZone, ownDoctorId }}
        onMove={moveAndWait}
        onClose={() => {
          setOpened(undefined)
          setBooking(undefined)
        }}
      />
    </div>
  )
}

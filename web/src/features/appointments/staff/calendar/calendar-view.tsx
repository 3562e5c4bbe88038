// The calendar of one or several doctors: a week, a day, or a list.
import { useState } from 'react'
import { createPortal } from 'react-dom'
import { LiveMark } from '../../../../components/live-mark.tsx'
import { LoadFailed } from '../../../../components/load-failed.tsx'
import { Banner } from '../../../../components/ui/banner.tsx'
import { titledName } from '../../../../domain/titled-name.ts'
import { byName } from '../../../../lib/by-name.ts'
import type { LiveState } from '../../../../lib/data/live.ts'
import { useI18n } from '../../../../lib/i18n.tsx'
import { useNow } from '../../../../lib/time/use-now.ts'
import { todayIn } from '../../../../lib/time/zones.ts'
import { useIsWide } from '../../../../lib/use-is-wide.ts'
import { Agenda } from './agenda.tsx'
import { Legend } from './appointment-block.tsx'
import { type Booking, CalendarDialogs } from './calendar-dialogs.tsx'
import { CalendarInfo } from './calendar-info.tsx'
import type { CalendarAppointment, CalendarDoctor } from './calendar-query.ts'
import { CalendarSkeleton } from './calendar-skeleton.tsx'
import { blocksOn, placeOnClock } from './calendars.ts'
import { DayColumns } from './day-columns.tsx'
import { DayStrip } from './day-strip.tsx'
import { DoctorChoice, DoctorPages, useChosenLabel } from './doctor-choice.tsx'
import { type Block, blocksTime } from './layout.ts'
import { patientLabel } from './patient-label.ts'
import { Toolbar } from './toolbar.tsx'
import { useColumns, useIsNarrow, useIsTiny } from './use-columns.ts'
import { useDoctorPages } from './use-doctor-pages.ts'
import { useGridProps } from './use-grid-props.ts'
import { useMoves } from './use-moves.ts'
import { useNews } from './use-news.ts'
import { useNowInView } from './use-now-in-view.ts'
import { usePlace, VIEWS } from './use-place.ts'
import { type ListedDoctor, MAX_DOCTORS, useShownCalendars } from './use-shown-calendars.ts'
import { type GridBasics, WeekGrid } from './week-grid.tsx'

interface CalendarViewProps {
  /** The doctors whose calendars the reader may open. */
  doctors: ListedDoctor[]
  /** The reader's own record as a doctor. */
  ownDoctorId: string | undefined
  ownZone: string
  live: LiveState
  /** The element at the end of the title's line, in a wide window. */
  head: HTMLElement | null
  /** Whether the reader can choose among several doctors. */
  hasChoice: boolean
}

export function CalendarView({ doctors: unsorted, ownDoctorId, ownZone, live, head, hasChoice }: CalendarViewProps) {
  const { t, language } = useI18n()
  const now = useNow()
  const columns = useColumns()
  const isNarrow = useIsNarrow()
  const isTiny = useIsTiny()
  const isWide = useIsWide()
  const today = todayIn(hasChoice ? ownZone : (unsorted[0]?.timezone ?? ownZone), now)
  const place = usePlace(today, isNarrow ? 'day' : 'week')
  const { view } = place
  const doctors = byName(unsorted, language)
  const shown = useShownCalendars(doctors, ownZone, place)
  const { listed, clock, week, calendars, data, error, isLoading, isLoaded, blocks, doctorOf } = shown
  const [opened, setOpened] = useState<CalendarAppointment>()
  const [booking, setBooking] = useState<Booking>()
  const { move, moveAndWait, isOwnChange } = useMoves()
  const news = useNews(isLoaded ? data : undefined, JSON.stringify(shown.range), isOwnChange)
  const pages = useDoctorPages(shown, place, columns)
  useNowInView(isNarrow && isLoaded)
  // On a phone a list shows more than the first two of many columns.
  const isList = view === 'agenda' || (view === 'week' && isTiny) || (view === 'day' && isNarrow && pages.total > columns)
  const isSingle = view === 'day' && !isList && pages.onPage.length === 1
  const hasPane = isWide && isSingle
  const [pane, setPane] = useState<HTMLElement | null>(null)
  // In the pane, the details stay open as long as the appointment is on the shown day.
  const openedBy = opened && (!hasPane || blocks.some(({ appointment }) => appointment.id === opened.id)) ? doctorOf(opened) : undefined
  const next = hasPane ? nextToCome(blocks, now) : undefined
  const nextBy = next && doctorOf(next)
  const [only] = listed
  const grid = useGridProps(shown, place, { now, isNarrow, ownZone })
  const basics: GridBasics = {
    ...grid.basics,
    openedId: hasPane && openedBy ? opened?.id : undefined,
    hasPane,
    onOpen: setOpened,
    onMove: (appointment, day, time) => {
      const doctor = doctorOf(appointment)
      if (doctor)
        move({ appointment, doctor, patient: patientLabel(appointment, t), ...placeOnClock(day, time, clock.zone, doctor.timezone) })
    },
  }
  const bookWith = (doctor: CalendarDoctor) => (day: string, time: string) =>
    setBooking({ doctor, ...placeOnClock(day, time, clock.zone, doctor.timezone) })
  const choice = { doctors, chosenIds: place.chosenIds, onChoose: place.chooseDoctors }
  const chosenLabel = useChosenLabel(choice)
  const doctorChoice = hasChoice && doctors.length > 1 && <DoctorChoice {...choice} isNarrow={isNarrow} />
  const info = (
    <CalendarInfo {...{ shown, place, today, isList, isNarrow, hasChoice }} doctorChoice={isNarrow && doctorChoice}>
      {!isList && <DoctorPages page={pages.page} pageSize={columns} total={pages.total} all={listed.length} onTurn={place.showPage} />}
    </CalendarInfo>
  )
  return (
    <div className="flex flex-col gap-1 md:gap-2">
      {/* A phone keeps the date and the days in view, because the hours of a day are long. */}
      <div className={isNarrow && view === 'day' ? 'top-14 z-21 -mt-1.5 grid gap-1.5 bg-paper pt-1.5 not-short:sticky' : undefined}>
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
      </div>
      {isNarrow ? info : head && createPortal(info, head)}
      <output className="sr-only">{news}</output>
      {data && (!data.is_complete || doctors.length > MAX_DOCTORS) && <Banner tone="warning">{t('calendar.incomplete')}</Banner>}
      {error && !isLoading && <LoadFailed title={t('calendar.loadFailed')} error={error} onRetry={() => void shown.refetch()} />}
      {!data && !error && <CalendarSkeleton columns={view === 'week' ? 7 : Math.min(columns, listed.length)} />}
      {isList && data && (
        <Agenda
          days={shown.days}
          calendars={calendars}
          zone={clock.zone}
          now={now}
          today={today}
          isLoading={isLoading}
          isNamedAbove={view === 'day'}
          doctorsClockOf={grid.doctorsClockOf}
          onOpen={setOpened}
        />
      )}
      {view === 'week' && !isList && (
        <WeekGrid
          {...{ ...basics, calendars, week, isShared: grid.isShared, bookWith }}
          title={grid.isShared || !only ? chosenLabel : titledName(only, t)}
          allHours={place.allHours}
          onShowDay={place.showColumns}
        />
      )}
      {view === 'day' && !isList && (
        <div className={hasPane ? 'grid grid-cols-[minmax(0,40rem)_minmax(0,1fr)] items-start gap-6' : isSingle ? 'max-w-160' : ''}>
          <DayColumns
            {...{ ...basics, clock, bookWith }}
            calendars={pages.onPage}
            day={place.day}
            allHours={place.allHours}
            isTitleShown={hasChoice}
          />
          {hasPane && <div ref={setPane} className="sticky top-16 mt-2 max-h-[calc(100dvh-5rem)] overflow-auto" />}
        </div>
      )}
      <div className="mt-2 flex flex-wrap items-center justify-between gap-x-6 gap-y-2">
        {!isList && blocks.length > 0 ? <Legend blocks={blocks} now={now} /> : <span />}
        <LiveMark state={live} />
      </div>
      <CalendarDialogs
        opened={opened && openedBy && { appointment: opened, doctor: openedBy }}
        next={next && nextBy && { appointment: next, doctor: nextBy }}
        onOpen={setOpened}
        booking={booking}
        pane={hasPane ? pane : null}
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

/** The running or next appointment of the shown day. A request ends when its time begins. */
function nextToCome(blocks: Block[], now: Date) {
  const toCome = blocks
    .map(({ appointment }) => appointment)
    .filter(({ status, starts_at, ends_at }) =>
      status === 'confirmed' ? Date.parse(ends_at) > now.getTime() : status === 'pending' && Date.parse(starts_at) > now.getTime(),
    )
  return toCome.toSorted((a, b) => a.starts_at.localeCompare(b.starts_at))[0]
}

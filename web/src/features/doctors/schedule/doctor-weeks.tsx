// Every doctor's working hours, read-only: a row of seven days on a desktop, and grouped days with the same hours on a phone.
import { CalendarClock } from 'lucide-react'
import { LiveMark } from '../../../components/live-mark.tsx'
import { LoadFailed } from '../../../components/load-failed.tsx'
import { EmptyState } from '../../../components/ui/empty-state.tsx'
import { Skeleton } from '../../../components/ui/skeleton.tsx'
import { specialtyName } from '../../../domain/specialties.ts'
import { titledName } from '../../../domain/titled-name.ts'
import { useI18n } from '../../../lib/i18n.tsx'
import { weekdayTitle } from '../../../lib/time/dates.ts'
import { cityOf, offsetOf } from '../../../lib/time/zones.ts'
import { useIsWide } from '../../../lib/use-is-wide.ts'
import { type Doctor, useDoctors } from '../queries.ts'
import { useAllWindows, useLiveWeeks } from './queries.ts'
import { DAYS, type Day, rangeOf, runsOf, type Week, weekFromRows } from './week.ts'

export function DoctorWeeks() {
  const { t } = useI18n()
  const [doctors, windows] = [useDoctors(), useAllWindows()]
  const live = useLiveWeeks()
  const error = (!doctors.data && doctors.error) || (!windows.data && windows.error)
  if (error) {
    const retry = () => void Promise.all([doctors.refetch(), windows.refetch()])
    return <LoadFailed title={t('schedule.loadFailed')} error={error} onRetry={retry} />
  }
  const isLoaded = doctors.data && windows.data
  if (isLoaded && doctors.data.length === 0) return <EmptyState icon={CalendarClock} title={t('weeks.empty')} text={t('weeks.emptyText')} />
  return (
    <div className="grid grid-cols-1 gap-4">
      <div className="flex flex-wrap items-baseline justify-between gap-x-4">
        <p className="max-w-[75ch] min-w-0 flex-[1_1_10em] text-sm text-muted">{t('weeks.text')}</p>
        <LiveMark state={live} />
      </div>
      <div className="rounded-box border border-line bg-surface">
        <DayTitles />
        <ul className="divide-y divide-line">
          {isLoaded
            ? doctors.data.map((doctor) => (
                <li key={doctor.id} className="px-4 py-3 sm:px-5">
                  <DoctorWeek doctor={doctor} week={weekFromRows(windows.data.filter((row) => row.doctor_id === doctor.id))} />
                </li>
              ))
            : ['1', '2', '3', '4', '5'].map((row) => <WeekSkeleton key={row} />)}
        </ul>
      </div>
    </div>
  )
}

/** The doctor, and seven days beside them. */
const COLUMNS = 'lg:grid lg:grid-cols-[minmax(0,1fr)_repeat(7,6.25rem)] lg:items-center lg:gap-x-2'

/** The titles of the columns. Each week also names its days for screen readers. */
function DayTitles() {
  const { language } = useI18n()
  return (
    <div
      aria-hidden="true"
      className={`sticky top-16 z-10 rounded-t-box border-b border-line bg-paper px-5 py-2 text-sm text-muted max-lg:hidden ${COLUMNS}`}
    >
      <span />
      {DAYS.map((day) => (
        <span key={day} className="leading-tight">
          {weekdayTitle(day, language)}
        </span>
      ))}
    </div>
  )
}

function DoctorWeek({ doctor, week }: { doctor: Doctor; week: Week }) {
  const { t, language } = useI18n()
  const isWide = useIsWide()
  const title = `week-${doctor.id}`
  // On a phone, consecutive days with the same hours are one line.
  const runs = isWide ? week.map((day, index) => ({ first: index, last: index, day })) : runsOf(week)
  return (
    <article aria-labelledby={title} className={`grid gap-1.5 ${COLUMNS}`}>
      <div className="min-w-0">
        <h2 id={title} className="leading-snug font-medium break-words">
          {titledName(doctor, t)}
        </h2>
        <p className="text-sm text-muted">
          {specialtyName(doctor, t)} · {cityOf(doctor.timezone, language)} <bdi dir="ltr">({offsetOf(doctor.timezone)})</bdi>
        </p>
      </div>
      <dl className="grid gap-1 text-sm lg:contents">
        {runs.map(({ first, last, day }) => (
          <div key={first} className="flex flex-wrap items-baseline justify-between gap-x-4 lg:block">
            <dt className="text-muted lg:sr-only">
              {[first, last]
                .filter((each, at) => at === 0 || each !== first)
                .map((each) => weekdayTitle(each, language))
                .join(' – ')}
            </dt>
            <dd className="ms-auto shrink-0">
              <OpenHours day={day} />
            </dd>
          </div>
        ))}
      </dl>
    </article>
  )
}

function OpenHours({ day: { isAvailable, windows } }: { day: Day }) {
  const { t } = useI18n()
  if (!isAvailable) return <span className="text-muted">{t('hours.closed')}</span>
  return (
    <span className="grid justify-items-end gap-0.5 lg:justify-items-start">
      {windows.map(({ start, end }) => (
        <bdi key={`${start} ${end}`} dir="ltr" className="whitespace-nowrap tabular-nums">
          {rangeOf({ start, end })}
        </bdi>
      ))}
    </span>
  )
}

/** On a phone most weeks have three lines of hours. */
function WeekSkeleton() {
  return (
    <li aria-hidden="true" className="px-4 py-3 sm:px-5">
      <div className={`grid gap-1.5 ${COLUMNS}`}>
        <div>
          <Skeleton className="h-5.5 w-36" />
          <Skeleton className="h-5 w-44 max-w-full" />
        </div>
        {DAYS.map((day) => (
          <div key={day} className="flex justify-between gap-4 nth-[n+5]:max-lg:hidden">
            <Skeleton className="h-5 w-24 lg:hidden" />
            <Skeleton className="h-5 w-20" />
          </div>
        ))}
      </div>
    </li>
  )
}

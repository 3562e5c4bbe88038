// Every doctor's working hours, read-only: days side by side on a desktop, stacked on a phone.
import { CalendarClock } from 'lucide-react'
import { LiveMark } from '../../../components/live-mark.tsx'
import { LoadFailed } from '../../../components/load-failed.tsx'
import { Card } from '../../../components/ui/card.tsx'
import { EmptyState } from '../../../components/ui/empty-state.tsx'
import { Skeleton } from '../../../components/ui/skeleton.tsx'
import { weekdayTitle } from '../../../lib/dates.ts'
import { useI18n } from '../../../lib/i18n.tsx'
import { specialtyName } from '../../../lib/specialties.ts'
import { cityOf, offsetOf } from '../../../lib/zones.ts'
import { type Doctor, useDoctors } from '../queries.ts'
import { useAllWindows, useLiveWeeks } from './queries.ts'
import { type Day, rangeOf, type Week, weekOf } from './week.ts'

export function DoctorWeeks() {
  const { t } = useI18n()
  const [doctors, windows] = [useDoctors(), useAllWindows()]
  const live = useLiveWeeks()
  const error = (!doctors.data && doctors.error) || (!windows.data && windows.error)
  if (error) {
    const retry = () => void Promise.all([doctors.refetch(), windows.refetch()])
    return <LoadFailed title={t('schedule.loadFailed')} error={error} onRetry={retry} />
  }
  if (!doctors.data || !windows.data) return <WeeksSkeleton />
  if (doctors.data.length === 0) return <EmptyState icon={CalendarClock} title={t('weeks.empty')} text={t('weeks.emptyText')} />
  return (
    <div className="grid grid-cols-1 gap-4">
      <div className="flex items-baseline justify-between gap-4">
        <p className="max-w-[65ch] text-muted max-sm:text-sm">{t('weeks.text')}</p>
        <LiveMark state={live} />
      </div>
      {doctors.data.map((doctor) => (
        <DoctorWeek key={doctor.id} doctor={doctor} week={weekOf(windows.data.filter((row) => row.doctor_id === doctor.id))} />
      ))}
    </div>
  )
}

function DoctorWeek({ doctor, week }: { doctor: Doctor; week: Week }) {
  const { t, language } = useI18n()
  const title = `week-${doctor.id}`
  return (
    <Card className="grid gap-4">
      <article aria-labelledby={title} className="grid gap-4">
        <div className="flex flex-wrap items-baseline justify-between gap-x-4 gap-y-1">
          <h2 id={title} className="text-lg font-medium">
            {t('doctor.name', { first: doctor.first_name, last: doctor.last_name })}
          </h2>
          <p className="text-sm text-muted">
            {specialtyName(doctor.specialization, t)} · {cityOf(doctor.timezone, language)}{' '}
            <bdi dir="ltr">({offsetOf(doctor.timezone)})</bdi>
          </p>
        </div>
        <dl className="grid divide-y divide-line border-line max-lg:-mb-2.5 max-lg:border-t lg:grid-cols-7 lg:divide-x lg:divide-y-0 lg:rounded-box lg:border">
          {week.map((day, index) => (
            <div
              key={weekdayTitle(index, language)}
              className="flex items-baseline justify-between gap-4 py-2.5 text-sm lg:grid lg:content-start lg:gap-1 lg:px-3"
            >
              <dt className="text-muted">{weekdayTitle(index, language)}</dt>
              <dd className="lg:text-base">
                <OpenHours day={day} />
              </dd>
            </div>
          ))}
        </dl>
      </article>
    </Card>
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

function WeeksSkeleton() {
  return (
    <div className="grid gap-4">
      {['first', 'second', 'third'].map((each) => (
        <Card key={each} className="grid gap-4">
          <Skeleton className="h-7 w-1/3" />
          <Skeleton className="h-72 lg:h-20" />
        </Card>
      ))}
    </div>
  )
}

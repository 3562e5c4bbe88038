import { LiveMark } from '../../../components/live-mark.tsx'
import { LoadFailed } from '../../../components/load-failed.tsx'
import { Card } from '../../../components/ui/card.tsx'
import { Skeleton } from '../../../components/ui/skeleton.tsx'
import type { LiveState } from '../../../lib/data/live.ts'
import { useI18n } from '../../../lib/i18n.tsx'
import { cityOf, offsetOf } from '../../../lib/time/zones.ts'
import { type ScheduleDoctor, useWindows } from './queries.ts'
import { DAYS, weekFromRows } from './week.ts'
import { WeekForm } from './week-form.tsx'
import { ZoneQuestion } from './zone-question.tsx'

interface WorkingHoursProps {
  doctor: ScheduleDoctor
  live: LiveState
  /** Whether the reader is the doctor, who can confirm the time zone. */
  isOwn?: boolean
}

export function WorkingHours({ doctor, live, isOwn = false }: WorkingHoursProps) {
  const { t, language } = useI18n()
  const { data, error, refetch } = useWindows(doctor.id)
  const offset = offsetOf(doctor.timezone)
  const asksZone = isOwn && !doctor.timezone_confirmed_at
  return (
    <Card>
      <div className="mb-2 grid gap-1">
        <div className="flex flex-wrap items-baseline justify-between gap-x-3">
          <h2 className="text-lg font-semibold sm:text-xl">{t('hours.title')}</h2>
          <LiveMark state={live} />
        </div>
        {/* The question about the zone states the same in other words. */}
        {!asksZone && (
          <p className="max-w-[70ch] text-muted max-sm:text-sm">{t('hours.text', { city: cityOf(doctor.timezone, language), offset })}</p>
        )}
        {!doctor.timezone_confirmed_at && !isOwn && <p className="text-sm text-wait">{t('hours.zoneUnconfirmed')}</p>}
      </div>
      {asksZone && <ZoneQuestion doctor={doctor} />}
      {data ? (
        <WeekForm doctor={doctor} stored={weekFromRows(data)} />
      ) : error ? (
        <LoadFailed title={t('schedule.loadFailed')} error={error} onRetry={() => void refetch()} />
      ) : (
        <WeekSkeleton />
      )}
    </Card>
  )
}

export function WeekSkeleton() {
  return (
    <div className="divide-y divide-line">
      {DAYS.map((day) => (
        <div key={day} className="flex min-h-13 items-center gap-3 lg:min-h-16">
          <Skeleton className="h-6 w-24 lg:w-32" />
          <Skeleton className="ms-auto h-5 w-24 lg:hidden" />
          <Skeleton className="h-12 w-36 rounded-box! max-lg:hidden" />
          <Skeleton className="h-12 w-36 rounded-box! max-lg:hidden" />
        </div>
      ))}
    </div>
  )
}

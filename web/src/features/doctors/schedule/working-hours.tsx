import { LiveMark } from '../../../components/live-mark.tsx'
import { LoadFailed } from '../../../components/load-failed.tsx'
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
    <div>
      <div className="mb-2 flex flex-wrap items-baseline gap-x-6 max-sm:grid">
        <div className="grid min-w-0 flex-1 gap-1">
          {/* The question about the zone states the same in other words. */}
          {!asksZone && (
            <p className="max-w-[70ch] text-muted max-sm:text-sm">{t('hours.text', { city: cityOf(doctor.timezone, language), offset })}</p>
          )}
          {!doctor.timezone_confirmed_at && !isOwn && <p className="text-sm text-wait">{t('hours.zoneUnconfirmed')}</p>}
        </div>
        <LiveMark state={live} />
      </div>
      {asksZone && <ZoneQuestion doctor={doctor} />}
      {data ? (
        <WeekForm doctor={doctor} stored={weekFromRows(data)} />
      ) : error ? (
        <LoadFailed title={t('schedule.loadFailed')} error={error} onRetry={() => void refetch()} />
      ) : (
        <WeekSkeleton />
      )}
    </div>
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

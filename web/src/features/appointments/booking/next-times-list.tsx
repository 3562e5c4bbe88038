import { Skeleton } from '../../../components/ui/skeleton.tsx'
import { formatDay } from '../../../lib/dates.ts'
import { useI18n } from '../../../lib/i18n.tsx'
import { clockIn, isoDay } from '../../../lib/zones.ts'
import type { Doctor } from './doctors.ts'
import type { NextTime } from './next-times.ts'

interface NextTimesProps {
  doctor: Doctor
  ownZone: string
  /** Undefined while they are loading, or if they are not known. */
  times: NextTime[] | undefined
  isPending: boolean
  onChoose: (time: NextTime) => void
}

/** A doctor's next free times on the reader's clock. One press chooses doctor, day and time. */
export function NextTimes({ doctor, ownZone, times, isPending, onChoose }: NextTimesProps) {
  const { t, language } = useI18n()
  if (isPending) return <Skeleton className="h-11" />
  // A failure is not shown here: the times are loaded when the doctor is chosen.
  if (!times) return null
  if (times.length === 0) return <p className="text-sm text-muted">{t('booking.noneFree')}</p>
  return (
    <ul
      aria-label={t('booking.nextTimes', { doctor: t('doctor.name', { first: doctor.first_name, last: doctor.last_name }) })}
      className="flex flex-wrap gap-2"
    >
      {times.map((time) => (
        <li key={time.starts_at}>
          <button
            type="button"
            className="min-h-11 rounded-box border border-line bg-surface px-3 py-1.5 text-sm transition-colors duration-150 ease-calm hover:border-action hover:text-action"
            onClick={() => onChoose(time)}
          >
            {formatDay(isoDay(time.starts_at, ownZone), language, 'short')}{' '}
            <bdi className="font-medium tabular-nums">{clockIn(time.starts_at, ownZone)}</bdi>
          </button>
        </li>
      ))}
    </ul>
  )
}

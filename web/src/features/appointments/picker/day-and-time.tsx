// Choosing a day and a free time of one doctor. The times follow the database while others book.
import { LiveMark } from '../../../components/live-mark.tsx'
import { LoadFailed } from '../../../components/load-failed.tsx'
import { Skeleton } from '../../../components/ui/skeleton.tsx'
import { useI18n } from '../../../lib/i18n.tsx'
import { AnyDay, ComingDays } from './day-choice.tsx'
import { type FreeTimes, type PickerDoctor, type Slot, useLiveFreeTimes } from './free-times.ts'
import { TimeGrid, TimeList } from './time-choice.tsx'
import { useOwnClock } from './use-own-clock.ts'
import { ZoneBanner } from './zone-banner.tsx'

interface DayAndTimeProps {
  doctor: PickerDoctor
  ownZone: string
  /** Only signed-in people may subscribe to changes. For others the times are fetched again from time to time. */
  isLive: boolean
  day: string | undefined
  /** The chosen one, if it is free. */
  slot: Slot | undefined
  /** The free times of the chosen day. */
  times: FreeTimes
  onChooseDay: (day: string | undefined) => void
  onChooseTime: (slot: Slot | undefined) => void
}

export function DayAndTime({ doctor, ownZone, isLive, day, slot, times, onChooseDay, onChooseTime }: DayAndTimeProps) {
  const { t } = useI18n()
  const live = useLiveFreeTimes(doctor.id, isLive)
  const ownClock = useOwnClock(doctor.timezone, ownZone)
  const { slots } = times
  const days = { doctor, day, onChoose: onChooseDay }
  const clock = {
    time: slot?.appointment_time,
    ownClock,
    onChoose: (time: string | undefined) => onChooseTime(slots?.find(({ appointment_time }) => appointment_time === time)),
  }
  return (
    <>
      <div className="grid gap-2">
        <ZoneBanner zone={doctor.timezone} ownZone={ownZone} day={day} />
        <LiveMark state={live} />
      </div>
      <ComingDays {...days} />
      <div className="grid items-start gap-4 sm:grid-cols-2">
        <AnyDay {...days} />
        <TimeList day={times.day} {...clock} {...(slots && { slots })} hasFailed={times.error !== null} />
      </div>
      {times.error && !slots && <LoadFailed title={t('booking.timesFailed')} error={times.error} onRetry={() => void times.refetch()} />}
      {times.isLoading && <Skeleton className="h-28" />}
      {times.day && slots && slots.length > 0 && <TimeGrid day={times.day} slots={slots} {...clock} />}
    </>
  )
}

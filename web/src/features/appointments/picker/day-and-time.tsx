// Choosing a day and a free time of one doctor. The times follow the database while others book.
import { useRef } from 'react'
import { LiveMark } from '../../../components/live-mark.tsx'
import { LoadFailed } from '../../../components/load-failed.tsx'
import { Button } from '../../../components/ui/button.tsx'
import { Skeleton } from '../../../components/ui/skeleton.tsx'
import { formatDay } from '../../../lib/dates.ts'
import { useI18n } from '../../../lib/i18n.tsx'
import { AnyDay } from './any-day.tsx'
import { type FreeTimes, type PickerDoctor, type Slot, useFreeDays, useLiveFreeTimes } from './free-times.ts'
import { TimeGrid, TimeList } from './time-choice.tsx'
import { useOwnClock } from './use-own-clock.ts'
import { WeekStrip } from './week-strip.tsx'
import { ZoneLine } from './zone-line.tsx'

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
  const legend = useRef<HTMLLegendElement>(null)
  const { slots } = times
  const clock = {
    time: slot?.appointment_time,
    ownClock,
    onChoose: (time: string | undefined) => onChooseTime(slots?.find(({ appointment_time }) => appointment_time === time)),
  }
  const list = { ...clock, day: times.day, hasFailed: times.error !== null, ...(slots && { slots }) }
  return (
    <>
      <div className="flex flex-wrap items-baseline justify-between gap-x-4 gap-y-1 text-sm">
        <ZoneLine zone={doctor.timezone} ownZone={ownZone} day={day} />
        <LiveMark state={live} />
      </div>
      <WeekStrip doctor={doctor} day={day} onChoose={onChooseDay} onEnter={() => legend.current?.focus()} />
      {times.error && !slots && <LoadFailed title={t('booking.timesFailed')} error={times.error} onRetry={() => void times.refetch()} />}
      {times.isLoading && <Skeleton className="h-40" />}
      {times.day && slots?.length === 0 && <FullDay doctor={doctor} day={times.day} onChooseDay={onChooseDay} />}
      {times.day && slots && slots.length > 0 && <TimeGrid legendRef={legend} day={times.day} slots={slots} ownZone={ownZone} {...clock} />}
      <output className="sr-only">{times.day && slots ? t('booking.found', { count: slots.length }) : ''}</output>
      <details className="group">
        <summary className="flex min-h-11 w-fit cursor-pointer items-center text-sm font-medium text-action hover:text-action-strong">
          {t('booking.otherWays')}
        </summary>
        <div className="grid items-start gap-4 pt-3 sm:grid-cols-2">
          <AnyDay doctor={doctor} day={day} onChoose={onChooseDay} />
          <TimeList {...list} />
        </div>
      </details>
    </>
  )
}

/** Nothing is free on this day, so the next day with a free time is offered. */
function FullDay({ doctor, day, onChooseDay }: { doctor: PickerDoctor; day: string; onChooseDay: (day: string) => void }) {
  const { t, language } = useI18n()
  const { data: days = [] } = useFreeDays(doctor)
  const next = days.find((each) => each.day > day)
  return (
    <div className="flex flex-wrap items-center gap-3 rounded-box bg-tint p-4">
      <p>{t('booking.noTimes')}</p>
      {next && (
        <Button look="secondary" onClick={() => onChooseDay(next.day)}>
          {t('booking.goTo', { day: formatDay(next.day, language, 'short') })}
        </Button>
      )}
    </div>
  )
}

// Choosing a day and a free time of one doctor. The times follow the database while others book.
import { Suspense, useEffect, useRef, useState } from 'react'
import { lazyWithRetry } from '../../../components/lazy-with-retry.tsx'
import { LiveMark } from '../../../components/live-mark.tsx'
import { Skeleton } from '../../../components/ui/skeleton.tsx'
import { useI18n } from '../../../lib/i18n.tsx'
import { whenSettled } from '../../../lib/settled.ts'
import { type FreeTimes, type PickerDoctor, type Slot, useLiveFreeTimes } from './free-times.ts'
import { TimesOfDay } from './times-of-day.tsx'
import { useOwnClock } from './use-own-clock.ts'
import { focusDay, WeekStrip } from './week-strip.tsx'
import { ZoneLine } from './zone-line.tsx'

const loadOtherWays = () => import('./other-ways.tsx')
const OtherWays = lazyWithRetry(loadOtherWays)

interface DayAndTimeProps {
  doctor: PickerDoctor
  ownZone: string
  /** Only signed-in people may subscribe to changes. For others the times are fetched again from time to time. */
  isLive: boolean
  day: string | undefined
  /** The chosen one, if it is free. */
  slot: Slot | undefined
  /** The chosen one, if it is not free any more. */
  lost: Slot | undefined
  /** The free times of the chosen day. */
  times: FreeTimes
  onChooseDay: (day: string | undefined) => void
  onChooseTime: (slot: Slot | undefined) => void
}

export function DayAndTime({ doctor, ownZone, isLive, day, slot, lost, times, onChooseDay, onChooseTime }: DayAndTimeProps) {
  const { t } = useI18n()
  const live = useLiveFreeTimes(doctor.id, isLive)
  const ownClock = useOwnClock(doctor.timezone, ownZone)
  const [hasOtherWays, setHasOtherWays] = useState(false)
  // Before the connection may be gone.
  useEffect(() => whenSettled(() => void loadOtherWays().catch(() => {})), [])
  const strip = useRef<HTMLFieldSetElement>(null)
  const legend = useRef<HTMLLegendElement>(null)
  const choose = {
    time: slot?.appointment_time,
    onChoose: (time: string | undefined) => onChooseTime(times.slots?.find(({ appointment_time }) => appointment_time === time)),
  }
  // In the next frame, so that the legend names the new day when it gets the focus.
  const leadToTimes = () => requestAnimationFrame(() => legend.current?.focus())
  const chooseAndLead = (next: string) => {
    onChooseDay(next)
    leadToTimes()
  }
  return (
    <>
      <div className="-mt-3 -mb-2 flow-root text-sm">
        {/* The text flows around it. As wide as it will be, so that the text does not break anew. */}
        <div className="float-end flex h-5 min-w-16 justify-end">
          <LiveMark state={live} />
        </div>
        <ZoneLine zone={doctor.timezone} ownZone={ownZone} day={day} />
      </div>
      <WeekStrip ref={strip} {...{ doctor, ownZone }} day={day} onChoose={onChooseDay} onPick={leadToTimes} />
      <TimesOfDay
        {...{ doctor, ownZone, times }}
        {...choose}
        lostStart={lost?.starts_at}
        legendRef={legend}
        onChooseDay={chooseAndLead}
        onOtherDay={() => focusDay(strip.current)}
      />
      <details className="group -mt-2" onToggle={(event) => event.currentTarget.open && setHasOtherWays(true)}>
        <summary className="flex min-h-11 w-fit cursor-pointer items-center text-sm font-medium text-action hover:text-action-strong">
          {t('booking.otherWays')}
        </summary>
        {hasOtherWays && (
          <Suspense fallback={<Skeleton className="mt-3 h-20" />}>
            <OtherWays
              dayField={{ doctor, day, onChoose: onChooseDay }}
              timeField={{ ...choose, day: times.day, slots: times.slots, hasFailed: times.error !== null, ownClock }}
            />
          </Suspense>
        )}
      </details>
    </>
  )
}

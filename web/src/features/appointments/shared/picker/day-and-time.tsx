// Chooses a day and a free slot of one doctor. The slots update live while others book.
import { Suspense, useEffect, useRef, useState } from 'react'
import { lazyPart } from '../../../../components/lazy-part.tsx'
import { LiveMark } from '../../../../components/live-mark.tsx'
import { Skeleton } from '../../../../components/ui/skeleton.tsx'
import { classes } from '../../../../lib/classes.ts'
import { useI18n } from '../../../../lib/i18n.tsx'
import { whenSettled } from '../../../../lib/load/settled.ts'
import { type FreeTimes, type PickerDoctor, type Slot, useLiveFreeTimes } from './free-times.ts'
import { TimesOfDay } from './times-of-day.tsx'
import { useClocks } from './use-clocks.ts'
import { focusDay, WeekStrip } from './week-strip.tsx'
import { ZoneLine } from './zone-line.tsx'

const loadOtherWays = () => import('./other-ways.tsx')
const OtherWays = lazyPart(loadOtherWays)

interface DayAndTimeProps {
  doctor: PickerDoctor
  ownZone: string
  /** Only signed-in users can subscribe to changes. For visitors the slots are polled. */
  isLive: boolean
  /** The chosen day in the reader's time zone. */
  day: string | undefined
  /** The chosen slot, if it is free. */
  slot: Slot | undefined
  /** The chosen slot, if it is no longer free. */
  lost: Slot | undefined
  /** The free times of the chosen day. */
  times: FreeTimes
  onChooseDay: (day: string | undefined) => void
  onChooseTime: (slot: Slot | undefined) => void
}

export function DayAndTime({ doctor, ownZone, isLive, day, slot, lost, times, onChooseDay, onChooseTime }: DayAndTimeProps) {
  const { t } = useI18n()
  const live = useLiveFreeTimes(doctor.id, isLive)
  const clocksOf = useClocks(ownZone)
  const [hasOtherWays, setHasOtherWays] = useState(false)
  // Loads the other fields early, in case the connection is lost later.
  useEffect(() => whenSettled(() => void loadOtherWays().catch(() => {})), [])
  const strip = useRef<HTMLFieldSetElement>(null)
  const legend = useRef<HTMLLegendElement>(null)
  const choose = { slot, onChoose: onChooseTime }
  // Waits for the next frame, so that the legend names the new day when it gets the focus.
  const leadToTimes = () => requestAnimationFrame(() => legend.current?.focus())
  const chooseAndLead = (next: string) => {
    onChooseDay(next)
    leadToTimes()
  }
  return (
    <>
      <div className="-mt-2 flex items-center gap-x-3 text-sm">
        <ZoneLine zone={doctor.timezone} ownZone={ownZone} day={day} />
        {/* Reserves the final width, so that the text does not rewrap. A phone shows it only when the connection has a problem. */}
        <div className={classes('flex shrink-0 justify-end sm:min-w-16', live === 'live' && 'max-sm:hidden')}>
          <LiveMark state={live} />
        </div>
      </div>
      <WeekStrip ref={strip} {...{ doctor, ownZone }} day={day} onChoose={onChooseDay} onPick={leadToTimes} />
      <TimesOfDay
        {...{ doctor, ownZone, times }}
        {...choose}
        lostStart={lost?.starts_at}
        legendRef={legend}
        onChooseDay={chooseAndLead}
        onOtherDay={() => focusDay(strip.current)}
        otherWays={
          <details onToggle={(event) => event.currentTarget.open && setHasOtherWays(true)}>
            <summary className="float-end flex min-h-11 cursor-pointer items-center text-sm font-medium text-action hover:text-action-strong">
              {t('booking.otherWays')}
            </summary>
            {hasOtherWays && (
              <div className="clear-both pb-3">
                <Suspense fallback={<Skeleton className="h-20" />}>
                  <OtherWays
                    dayField={{ ownZone, day, onChoose: onChooseDay }}
                    timeField={{ ...choose, day: times.day, slots: times.slots, hasFailed: times.error !== null, clocksOf }}
                  />
                </Suspense>
              </div>
            )}
          </details>
        }
      />
    </>
  )
}

// Shown when the chosen slot is no longer free. Says why, and offers the nearest slots or the next day with a free one.
import { useEffect, useRef } from 'react'
import { Banner } from '../../../../components/ui/banner.tsx'
import { Button } from '../../../../components/ui/button.tsx'
import { ChipClocks, timeChip } from '../../../../components/ui/time-chip.tsx'
import { classes } from '../../../../lib/classes.ts'
import { useI18n } from '../../../../lib/i18n.tsx'
import { formatDay } from '../../../../lib/time/dates.ts'
import type { PickerDoctor, Slot } from './free-times.ts'
import { nearestTimes } from './nearest-times.ts'
import { useClocks } from './use-clocks.ts'
import { useNextFreeDay } from './use-free-days.ts'

interface TimeLostProps {
  title?: string
  message: string
  doctor: PickerDoctor
  ownZone: string
  day: string
  lost: Slot
  /** The slots that may be offered instead. */
  slots: Slot[]
  onChooseTime: (slot: Slot) => void
  onChooseDay: (day: string) => void
}

export function TimeLost({ title, message, doctor, ownZone, day, lost, slots, onChooseTime, onChooseDay }: TimeLostProps) {
  const { t, language } = useI18n()
  const offers = useRef<HTMLFieldSetElement>(null)
  const clocksOf = useClocks(ownZone)
  const near = nearestTimes(slots, lost)
  const { day: nextDay } = useNextFreeDay(doctor, ownZone, near.length === 0 ? day : undefined)
  useEffect(() => {
    // Does not take the focus from a text field. Otherwise the rest of the word would be lost and a space would press a button.
    if (!document.activeElement?.matches('textarea, input:not([type=radio])')) offers.current?.focus()
  }, [])
  return (
    <Banner tone="warning" role="alert">
      {title && <p className="font-medium">{title}</p>}
      <p>{message}</p>
      <fieldset ref={offers} tabIndex={-1} className="outline-none">
        {near.length > 0 && <legend className="pt-3 text-sm font-medium">{t('booking.nearest')}</legend>}
        <div className="mt-2 flex flex-wrap gap-2">
          {near.map((slot) => {
            const { own, doctors } = clocksOf(slot)
            return (
              <button
                key={slot.starts_at}
                type="button"
                className={classes(timeChip(), 'min-w-19 px-3!')}
                onClick={() => onChooseTime(slot)}
              >
                <ChipClocks own={own} doctors={doctors && t('booking.doctorsTime', { time: doctors })} />
              </button>
            )
          })}
          {nextDay && (
            <Button look="secondary" onClick={() => onChooseDay(nextDay)}>
              {t('booking.goTo', { day: formatDay(nextDay, language, 'short') })}
            </Button>
          )}
        </div>
      </fieldset>
    </Banner>
  )
}

// The free slots of the chosen day. The group stays mounted while they load, so that the focus can go to its legend at once.
import { type ReactNode, type Ref, useRef } from 'react'
import { LoadFailed } from '../../../../components/load-failed.tsx'
import { Button } from '../../../../components/ui/button.tsx'
import { useI18n } from '../../../../lib/i18n.tsx'
import { formatDay } from '../../../../lib/time/dates.ts'
import { cityOf } from '../../../../lib/time/zones.ts'
import { type FreeTimes, type PickerDoctor, type Slot, useFreeDays } from './free-times.ts'
import { TimesSkeleton } from './picker-skeleton.tsx'
import { shownTimes } from './taken-times.ts'
import { TimeGrid } from './time-grid.tsx'
import { useClocks } from './use-clocks.ts'
import { useNextFreeDay } from './use-free-days.ts'
import { useTakenTimes } from './use-taken-times.ts'

interface TimesOfDayProps {
  doctor: PickerDoctor
  ownZone: string
  times: FreeTimes
  /** The chosen slot, if it is free. */
  slot: Slot | undefined
  /** The start of the chosen slot, if it is no longer free. Another notice announces that, so it is not announced here. */
  lostStart: string | undefined
  legendRef: Ref<HTMLLegendElement>
  onChoose: (slot: Slot) => void
  onChooseDay: (day: string) => void
  /** Moves the focus back to the days. */
  onOtherDay: () => void
  /** The fields for any day, shown below the heading. */
  otherWays: ReactNode
}

export function TimesOfDay(props: TimesOfDayProps) {
  const { doctor, ownZone, times, slot: chosen, lostStart, legendRef, onChoose, onChooseDay, onOtherDay, otherWays } = props
  const { t, language } = useI18n()
  const group = useRef<HTMLFieldSetElement>(null)
  const clocksOf = useClocks(ownZone)
  const { data: doctorsDays = [], isLoading: isSeekingDay } = useFreeDays(doctor)
  const { day, slots } = times
  const seen = useTakenTimes(day, slots, group)
  const shown = shownTimes(seen)
  const differs = shown.some((slot) => clocksOf(slot).doctors)
  // While the days load, none is chosen, and nothing is known about its slots.
  const isWaiting = times.isLoading || (!day && isSeekingDay)
  const isFull = slots?.length === 0 && !isWaiting
  const { day: next } = useNextFreeDay(doctor, ownZone, isFull ? day : undefined)
  return (
    <fieldset ref={group} className="relative min-w-0">
      <legend ref={legendRef} tabIndex={-1} className="float-start me-4 py-2.5 leading-snug outline-none">
        {day ? (
          <>
            <span className="font-medium max-sm:sr-only">
              {t('booking.timesOfDay', { day: formatDay(day, language) })} {/* Visible above the days. */}
              <span className="sr-only">{t('booking.inZone', { city: cityOf(differs ? ownZone : doctor.timezone, language) })}</span>
            </span>
            {/* Short, because of the link beside it. */}
            <span aria-hidden="true" className="font-medium sm:hidden">
              {formatDay(day, language, 'short')}
            </span>
          </>
        ) : (
          t('booking.chooseDate')
        )}
      </legend>
      {/* Only keyboard users need this button, because the days are right above. */}
      <Button look="quiet" className="float-end min-h-11! px-3! py-1! text-sm text-action! not-focus-visible:sr-only" onClick={onOtherDay}>
        {t('booking.otherDay')}
      </Button>
      {otherWays}
      <div className="clear-both grid gap-3">
        {times.error && !slots && <LoadFailed title={t('booking.timesFailed')} error={times.error} onRetry={() => void times.refetch()} />}
        {isWaiting && !times.error && <TimesSkeleton count={doctorsDays.find((each) => each.day === day)?.free_slots} />}
        {isFull && (
          <div className="flex flex-wrap items-center justify-between gap-3 rounded-box bg-tint p-4">
            <p>{t('booking.noTimes')}</p>
            {next && (
              <Button look="secondary" onClick={() => onChooseDay(next)}>
                {t('booking.goTo', { day: formatDay(next, language, 'short') })}
              </Button>
            )}
          </div>
        )}
        {day && slots && shown.length > 0 && <TimeGrid slots={shown} {...{ day, doctor, ownZone, chosen, clocksOf, onChoose }} />}
      </div>
      <output className="sr-only">{foundText()}</output>
      <output className="sr-only">{takenText()}</output>
    </fieldset>
  )

  function foundText() {
    if (!day) return ''
    if (!slots) return times.error ? '' : t('booking.loadingTimes')
    if (!isFull) return t('booking.found', { count: seen.found })
    const after = next && t('booking.nextFreeAfter', { day: formatDay(next, language) })
    return [`${t('booking.noTimes')}.`, after && `${after}.`].filter(Boolean).join(' ')
  }

  function takenText() {
    const taken = seen.taken.filter(({ starts_at }) => starts_at !== lostStart)
    const [first] = taken
    if (!first) return ''
    return taken.length === 1 ? t('booking.takenOne', { time: clocksOf(first).own }) : t('booking.takenSeveral', { number: taken.length })
  }
}

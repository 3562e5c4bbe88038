// The bar at the end of the form: the complaint, the chosen time, its hold, and the button. The bar is sticky unless there is a fee.
import { type ReactNode, type Ref, type RefObject, useLayoutEffect, useRef } from 'react'
import { Button } from '../../../../components/ui/button.tsx'
import { classes } from '../../../../lib/classes.ts'
import { useI18n } from '../../../../lib/i18n.tsx'
import { bothClocks, showSameTime } from '../../../../lib/time/clocks.ts'
import { dayName } from '../../../../lib/time/day-name.ts'
import { useNow } from '../../../../lib/time/use-now.ts'
import { todayIn } from '../../../../lib/time/zones.ts'
import type { Slot } from '../../shared/picker/free-times.ts'
import { AccountStep } from './account-step.tsx'
import { ComplaintLine } from './complaint-line.tsx'
import type { Doctor } from './doctors.ts'
import { HoldExpired, HoldTimer } from './hold-notice.tsx'
import type { Booking } from './use-booking.ts'

/**
 * Replaces the bottom bar on small screens. Not sticky with large text or in a low window, where it would cover too much. The slots fade out
 * above it, so that no row looks cut. The fade is as high as the gap above the bar at the end of the form.
 */
const STICKING =
  'sticky bottom-(--bottom-bar,0px) z-20 short:static before:pointer-events-none before:absolute before:inset-x-0 before:bottom-[calc(100%+1px)] before:h-5 before:bg-linear-to-t before:from-surface before:from-25% before:to-transparent short:before:hidden'
const BAR =
  '-mx-4 grid gap-2 border-t border-line bg-surface px-4 pt-2 pb-[max(0.5rem,env(safe-area-inset-bottom))] sm:-mx-6 sm:px-6 lg:rounded-ee-box lg:py-3'

interface BookingSummaryProps {
  booking: Booking
  doctor: Doctor
  ownZone: string
  isSignedIn: boolean
  /** False if there are terms, so that users see them before they reach the button and agree to a fee. */
  isSticking: boolean
  complaintRef: Ref<HTMLTextAreaElement>
}

export function BookingSummary({ booking, doctor, ownZone, isSignedIn, isSticking, complaintRef }: BookingSummaryProps) {
  const { t } = useI18n()
  const { person, day, bookable, hold, isPending } = booking
  const timer = !isPending && <HoldTimer secondsLeft={hold.secondsLeft} />
  const needsAccount = !isSignedIn && day && bookable
  const bar = useRef<HTMLDivElement>(null)
  useReplaceBottomBar(bar)
  return (
    <div ref={bar} className={classes(BAR, isSticking && STICKING)}>
      {!isPending && <HoldExpired hold={hold} />}
      <ComplaintLine
        ref={complaintRef}
        complaint={booking.complaint}
        isMissing={booking.isComplaintMissing}
        onType={booking.typeComplaint}
      />
      {/* The button wraps below the text if both do not fit side by side. */}
      <div className={classes('gap-x-3 gap-y-2', needsAccount ? 'grid' : 'flex flex-wrap items-center')}>
        <div
          className={classes(
            'min-w-0',
            isPending ? 'flex-[999_1_6.5rem]' : 'flex-[999_1_8.5rem]',
            needsAccount && 'flex flex-wrap items-baseline gap-x-3',
          )}
        >
          {bookable ? (
            <ShortClocks slot={bookable} {...{ doctor, ownZone, timer }} person={person?.name} />
          ) : (
            <p className="leading-snug max-lg:text-sm">{t('booking.noTimeYet')}</p>
          )}
        </div>
        {needsAccount ? (
          <AccountStep doctorId={doctor.id} typeId={booking.type?.id} slot={bookable} />
        ) : (
          <Button
            type="submit"
            // The longer busy label has to fit too. Otherwise the bar would grow when the button is pressed.
            className="grow max-sm:px-3 max-sm:aria-busy:text-sm sm:min-w-44"
            disabled={!day || !bookable}
            busyLabel={isPending && t('booking.booking')}
          >
            {t('booking.book')}
          </Button>
        )}
      </div>
    </div>
  )
}

/**
 * Hides the bottom navigation while this bar is in view, because two bars would cover a quarter of a phone. The header has the same
 * links. The navigation returns when another tab opens or the bar scrolls out of view.
 */
function useReplaceBottomBar(bar: RefObject<HTMLElement | null>) {
  useLayoutEffect(() => {
    const { current } = bar
    if (!current) return undefined
    const replace = (isShown: boolean) => document.documentElement.toggleAttribute('data-own-bar', isShown)
    // The observer reports later, and this bar would then visibly move down. So the first check is synchronous.
    replace(current.checkVisibility())
    const observer = new IntersectionObserver((entries) => replace(entries.at(-1)?.isIntersecting ?? false))
    observer.observe(current)
    return () => {
      observer.disconnect()
      replace(false)
    }
  }, [bar])
}

interface ShortClocksProps {
  slot: Slot
  doctor: Doctor
  ownZone: string
  /** The remaining time of the hold. */
  timer: ReactNode
  /** The patient's name, if the appointment is not for the reader. */
  person: string | undefined
}

/** The chosen time in both time zones, no higher than the button beside it. */
function ShortClocks({ slot, doctor, ownZone, timer, person }: ShortClocksProps) {
  const { t, language } = useI18n()
  const today = todayIn(ownZone, useNow())
  const [own, doctors] = bothClocks({ starts_at: slot.starts_at, timezone: doctor.timezone }, { is: 'patient', zone: ownZone }, language)
  const time = `\u2066${doctors.time}\u2069`
  const doctorsTime =
    !showSameTime(own, doctors) &&
    t('booking.doctorsTime', { time: doctors.day === own.day ? time : `${dayName(doctors.day, today, language, t)} ${time}` })
  return (
    <>
      <div className="flex flex-wrap items-center gap-x-2 leading-6">
        <time dateTime={slot.starts_at} className="font-medium max-sm:text-[0.9375rem]">
          {t('appointments.dayAndClock', { day: dayName(own.day, today, language, t), clock: own.time })}
        </time>
        {timer}
      </div>
      {(doctorsTime || person) && (
        <p className="text-sm leading-5 text-muted">
          {[person && t('appointments.forPerson', { name: person }), doctorsTime].filter(Boolean).join(' · ')}
        </p>
      )}
    </>
  )
}

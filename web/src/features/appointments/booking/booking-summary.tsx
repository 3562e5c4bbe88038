// The bar at the end of the form: what is about to be booked, how long it is held, and the button. It stays in view.
import type { ReactNode } from 'react'
import { TwoClocks } from '../../../components/two-clocks.tsx'
import { Button } from '../../../components/ui/button.tsx'
import { classes } from '../../../lib/classes.ts'
import { bothClocks, showSameTime } from '../../../lib/clocks.ts'
import { dayName } from '../../../lib/day-name.ts'
import { useI18n } from '../../../lib/i18n.tsx'
import { useNow } from '../../../lib/use-now.ts'
import { todayIn } from '../../../lib/zones.ts'
import type { Slot } from '../picker/free-times.ts'
import { AccountStep } from './account-step.tsx'
import type { Doctor } from './doctors.ts'
import { HoldExpired, HoldTimer } from './hold-notice.tsx'
import type { Booking } from './use-booking.ts'

/** Above the bar at the bottom of small screens. With large text or a low window it would cover too much, so it does not stick there. */
const BAR =
  'sticky bottom-(--bottom-bar,0px) z-20 short:static -mx-4 grid gap-2 border-t border-line bg-surface px-4 pt-3 pb-[max(0.75rem,env(safe-area-inset-bottom))] sm:-mx-6 sm:px-6 lg:rounded-ee-box'

interface BookingSummaryProps {
  booking: Booking
  doctor: Doctor
  ownZone: string
  isSignedIn: boolean
  isWide: boolean
}

export function BookingSummary({ booking, doctor, ownZone, isSignedIn, isWide }: BookingSummaryProps) {
  const { t } = useI18n()
  const { day, bookable, hold, isPending } = booking
  const timer = !isPending && <HoldTimer secondsLeft={hold.secondsLeft} />
  const name = t('doctor.name', { first: doctor.first_name, last: doctor.last_name })
  const isComplaintLeft = isSignedIn && bookable && !booking.complaint.trim()
  const needsAccount = !isSignedIn && day && bookable
  return (
    <div className={BAR}>
      {!isPending && <HoldExpired hold={hold} />}
      {/* The button comes below the text where both do not fit beside each other. */}
      <div className={classes('gap-x-4 gap-y-2', needsAccount ? 'grid' : 'flex flex-wrap items-center')}>
        <div className="min-w-0 flex-[999_1_8.5rem]">
          <div className="flex flex-wrap items-center justify-between gap-x-4 text-sm">
            <p className="min-w-0 text-muted">{isComplaintLeft ? t('booking.complaintLeft') : name}</p>
            {isWide && timer}
          </div>
          {!bookable && <p className="leading-snug">{t('booking.noTimeYet')}</p>}
          {bookable &&
            (isWide ? (
              <TwoClocks
                isCompact
                appointment={{ starts_at: bookable.starts_at, timezone: doctor.timezone }}
                reader={{ is: 'patient', zone: ownZone }}
              />
            ) : (
              <ShortClocks slot={bookable} {...{ doctor, ownZone, timer }} />
            ))}
        </div>
        {needsAccount ? (
          <AccountStep doctorId={doctor.id} slot={bookable} />
        ) : (
          <Button
            type="submit"
            className="grow max-sm:px-4 sm:min-w-44"
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

interface ShortClocksProps {
  slot: Slot
  doctor: Doctor
  ownZone: string
  /** How long the time is held. */
  timer: ReactNode
}

/** In one line where both clocks show the same time, otherwise in two. */
function ShortClocks({ slot, doctor, ownZone, timer }: ShortClocksProps) {
  const { t, language } = useI18n()
  const today = todayIn(ownZone, useNow())
  const [own, doctors] = bothClocks({ starts_at: slot.starts_at, timezone: doctor.timezone }, { is: 'patient', zone: ownZone }, language)
  const doctorsTime = `\u2066${doctors.time}\u2069`
  return (
    <>
      <div className="flex flex-wrap items-center gap-x-3 leading-snug">
        <time dateTime={slot.starts_at} className="font-medium">
          {t('appointments.dayAndClock', { day: dayName(own.day, today, language, t), clock: own.time })}
        </time>
        {timer}
      </div>
      {!showSameTime(own, doctors) && (
        <p className="text-sm text-muted">
          {t('booking.doctorsTime', {
            time: doctors.day === own.day ? doctorsTime : `${dayName(doctors.day, today, language, t)} ${doctorsTime}`,
          })}
        </p>
      )}
    </>
  )
}

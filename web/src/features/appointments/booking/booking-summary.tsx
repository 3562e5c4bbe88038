// The bar at the end of the form: what is about to be booked, how long it is held, and the button. It stays in view.
import { TwoClocks } from '../../../components/two-clocks.tsx'
import { Button } from '../../../components/ui/button.tsx'
import { classes } from '../../../lib/classes.ts'
import { useI18n } from '../../../lib/i18n.tsx'
import { AccountStep } from './account-step.tsx'
import type { Doctor } from './doctors.ts'
import { HoldNotice } from './hold-notice.tsx'
import type { Booking } from './use-booking.ts'

/** Above the bar at the bottom of small screens. With large text or a low window it would cover too much, so it does not stick there. */
const BAR =
  '-mx-5 border-t border-line bg-surface px-5 pt-3 pb-[max(0.75rem,env(safe-area-inset-bottom))] sm:-mx-6 sm:px-6 lg:rounded-ee-box'
const STICKY = 'sticky bottom-(--bottom-bar,0px) z-20 short:static'

interface BookingSummaryProps {
  booking: Booking
  doctor: Doctor
  ownZone: string
  isSignedIn: boolean
  isWide: boolean
}

export function BookingSummary({ booking, doctor, ownZone, isSignedIn, isWide }: BookingSummaryProps) {
  const { t } = useI18n()
  const { day, bookable } = booking
  const needsAccount = !isSignedIn && day && bookable
  return (
    <div className={classes(BAR, (isWide || bookable) && STICKY)}>
      <div className={classes('grid gap-2', !needsAccount && 'sm:grid-cols-[minmax(0,1fr)_auto] sm:items-center sm:gap-4')}>
        <div className="min-w-0">
          <div className="flex flex-wrap items-center justify-between gap-x-4 text-sm">
            <p className="text-muted">
              {bookable ? t('doctor.name', { first: doctor.first_name, last: doctor.last_name }) : t('booking.noTimeYet')}
            </p>
            {!booking.isPending && <HoldNotice hold={booking.hold} />}
          </div>
          {bookable && (
            <div className="max-sm:text-sm">
              <TwoClocks
                isCompact
                appointment={{ starts_at: bookable.starts_at, timezone: doctor.timezone }}
                reader={{ is: 'patient', zone: ownZone }}
              />
            </div>
          )}
        </div>
        {needsAccount ? (
          <AccountStep doctorId={doctor.id} day={day} time={bookable.appointment_time} />
        ) : (
          <Button type="submit" className="sm:min-w-44" disabled={!day || !bookable} busyLabel={booking.isPending && t('booking.booking')}>
            {t('booking.book')}
          </Button>
        )}
      </div>
    </div>
  )
}

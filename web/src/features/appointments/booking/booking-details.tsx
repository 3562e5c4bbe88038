// Day, time and complaint for the chosen doctor, and what went wrong with the request.
import { type FormEvent, useRef } from 'react'
import { TwoClocks } from '../../../components/two-clocks.tsx'
import { Banner } from '../../../components/ui/banner.tsx'
import { Button } from '../../../components/ui/button.tsx'
import { TextAreaField } from '../../../components/ui/field.tsx'
import { classes } from '../../../lib/classes.ts'
import { useI18n } from '../../../lib/i18n.tsx'
import { MAX_COMPLAINT } from '../changes.ts'
import { DayAndTime } from '../picker/day-and-time.tsx'
import type { Slot } from '../picker/free-times.ts'
import { timesBeside } from '../picker/nearest-times.ts'
import { TimeLost } from '../picker/time-lost.tsx'
import { useOwnClock } from '../picker/use-own-clock.ts'
import { AccountStep } from './account-step.tsx'
import { isAboutTheTime, ownConflictOf } from './booking-errors.ts'
import type { Doctor } from './doctors.ts'
import { HoldNotice } from './hold-notice.tsx'
import type { Booking } from './use-booking.ts'
import { useBookingProblem } from './use-booking-problem.ts'

/** On a phone the summary and the button stay within reach of the thumb once a time is chosen. */
const STICKY =
  'max-sm:sticky max-sm:bottom-(--bottom-bar,0px) max-sm:z-20 max-sm:-mx-5 max-sm:border-t max-sm:border-line max-sm:bg-surface max-sm:px-5 max-sm:pt-3 max-sm:pb-[max(0.75rem,env(safe-area-inset-bottom))]'

interface BookingDetailsProps {
  booking: Booking
  doctor: Doctor
  ownZone: string
  isSignedIn: boolean
}

export function BookingDetails({ booking, doctor, ownZone, isSignedIn }: BookingDetailsProps) {
  const { t } = useI18n()
  const { day, times, slot, bookable, lost, complaint, error } = booking
  const form = useRef<HTMLFormElement>(null)
  const complaintField = useRef<HTMLTextAreaElement>(null)
  const ownClock = useOwnClock(doctor.timezone, ownZone)
  const problem = useBookingProblem(error, ownZone)

  const submit = (event: FormEvent) => {
    event.preventDefault()
    if (!booking.submit()) complaintField.current?.focus()
  }

  // The pressed button disappears together with its notice, so the focus moves on to the next step.
  const moveFocus = (target: string) => requestAnimationFrame(() => form.current?.querySelector<HTMLElement>(target)?.focus())
  const instead = {
    doctor,
    ownZone,
    slots: timesBeside(times.slots ?? [], doctor.session_duration, ownConflictOf(error)),
    onChooseTime: (next: Slot) => {
      booking.chooseTime(next)
      moveFocus('[type=submit]')
    },
    onChooseDay: (next: string) => {
      booking.chooseDay(next)
      moveFocus('input[type=radio]:checked')
    },
  }
  return (
    <form method="post" ref={form} noValidate className="grid gap-6" onSubmit={submit}>
      <DayAndTime
        doctor={doctor}
        ownZone={ownZone}
        isLive={isSignedIn}
        day={day}
        slot={bookable}
        times={times}
        onChooseDay={booking.chooseDay}
        onChooseTime={booking.chooseTime}
      />
      {lost && day && (
        <TimeLost
          {...instead}
          day={day}
          time={lost.appointment_time}
          message={t('booking.gone', { time: ownClock(lost) ?? lost.appointment_time })}
        />
      )}
      <TextAreaField
        ref={complaintField}
        label={t('booking.complaint')}
        hint={t('booking.complaintHint')}
        required
        rows={4}
        maxLength={MAX_COMPLAINT}
        value={complaint}
        error={booking.isComplaintMissing ? t('booking.complaintRequired') : undefined}
        aside={<bdi dir="ltr">{t('booking.counter', { used: complaint.length, most: MAX_COMPLAINT })}</bdi>}
        onChange={(event) => booking.typeComplaint(event.target.value)}
      />
      <p className="-mt-4 text-sm text-muted">{t('booking.emergency')}</p>
      {problem !== undefined && day && slot && isAboutTheTime(error) && (
        <TimeLost {...instead} day={day} time={slot.appointment_time} title={t('booking.failed')} message={problem} />
      )}
      {problem !== undefined && !isAboutTheTime(error) && (
        <Banner tone="danger" role="alert">
          <p className="font-medium">{t('booking.failed')}</p>
          <p>{problem}</p>
        </Banner>
      )}
      <div className={classes('grid gap-3 max-sm:gap-2', isSignedIn && bookable && STICKY)}>
        {!booking.isPending && <HoldNotice hold={booking.hold} />}
        {day && bookable && <Summary doctor={doctor} slot={bookable} ownZone={ownZone} />}
        {isSignedIn || !day || !bookable ? (
          <Button type="submit" className="w-full" disabled={!day || !bookable} busyLabel={booking.isPending && t('booking.booking')}>
            {t('booking.book')}
          </Button>
        ) : (
          <AccountStep doctorId={doctor.id} day={day} time={bookable.appointment_time} />
        )}
      </div>
      <Button look="quiet" className="-mt-3 justify-self-center text-sm text-muted" onClick={booking.startOver}>
        {t('booking.startOver')}
      </Button>
    </form>
  )
}

function Summary({ doctor, slot, ownZone }: { doctor: Doctor; slot: Slot; ownZone: string }) {
  const { t } = useI18n()
  return (
    <div className="max-sm:text-sm">
      <p className="text-muted">{t('doctor.name', { first: doctor.first_name, last: doctor.last_name })}</p>
      <TwoClocks
        isCompact
        appointment={{ starts_at: slot.starts_at, timezone: doctor.timezone }}
        reader={{ is: 'patient', zone: ownZone }}
      />
    </div>
  )
}

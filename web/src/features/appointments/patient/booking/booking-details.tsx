// Day, time and complaint for the chosen doctor, and the errors of the request.

import { type FormEvent, Suspense, useEffect, useRef, useState } from 'react'
import { flushSync } from 'react-dom'
import { lazyPart } from '../../../../components/lazy-part.tsx'
import { Button } from '../../../../components/ui/button.tsx'
import { ErrorBanner } from '../../../../components/ui/error-banner.tsx'
import { Skeleton } from '../../../../components/ui/skeleton.tsx'
import { SOMEBODY } from '../../../../domain/booking-draft.ts'
import { useI18n } from '../../../../lib/i18n.tsx'
import { moveTo } from '../../../../lib/movement.ts'
import { changedFeeOf, isAboutTheTime, ownConflictOf } from '../../shared/booking-errors.ts'
import { DayAndTime } from '../../shared/picker/day-and-time.tsx'
import type { Slot } from '../../shared/picker/free-times.ts'
import { timesBeside } from '../../shared/picker/nearest-times.ts'
import { PickerSkeleton } from '../../shared/picker/picker-skeleton.tsx'
import { TimeLost } from '../../shared/picker/time-lost.tsx'
import { useClocks } from '../../shared/picker/use-clocks.ts'
import { useBookingProblem } from '../../shared/use-booking-problem.ts'
import { ForSomebody } from './account-step.tsx'
import { BookingSummary } from './booking-summary.tsx'
import type { Doctor } from './doctors.ts'
import type { Booking } from './use-booking.ts'

/** Loaded only for doctors with types. */
const TypeStep = lazyPart(() => import('./type-step.tsx'))
const FeeTerms = lazyPart(() => import('./fee-terms.tsx'))

/** Loaded only for users who book for others. */
const PersonNotes = lazyPart(() => import('./person-notes.tsx'))

interface BookingDetailsProps {
  booking: Booking
  doctor: Doctor
  ownZone: string
  isSignedIn: boolean
  isWide: boolean
}

export function BookingDetails({ booking, doctor, ownZone, isSignedIn, isWide }: BookingDetailsProps) {
  const { t } = useI18n()
  const { day, times, slot, bookable, lost, complaint, error, isOpen } = booking
  const form = useRef<HTMLFormElement>(null)
  const complaintField = useRef<HTMLTextAreaElement>(null)
  const clocksOf = useClocks(ownZone)
  const problem = useBookingProblem(error, { is: 'patient', zone: ownZone }, booking.person?.name)
  const isReady = useIsReady(booking)
  const hasFeeChanged = changedFeeOf(error) !== undefined
  const hasTerms = booking.fee !== undefined && booking.fee.fee_minor !== 0

  const submit = (event: FormEvent) => {
    event.preventDefault()
    const missing = booking.submit()
    if (missing === 'person') document.querySelector<HTMLElement>(FOR_WHOM)?.focus()
    if (missing === 'complaint') complaintField.current?.focus()
  }

  // Scrolls to the next step, which may be below the window if the bar is not sticky. With the keyboard nothing scrolls, because every
  // arrow key chooses another time.
  const chooseTime = (next: Slot | undefined) => {
    if (!next || document.activeElement?.matches(':focus-visible')) {
      booking.chooseTime(next)
      return
    }
    flushSync(() => booking.chooseTime(next))
    const pressed = form.current?.querySelector(`[data-start="${next.starts_at}"]`)
    moveTo(
      'time',
      pressed?.closest('label') ?? null,
      () => form.current?.querySelector<HTMLElement>('time') ?? null,
      () => {},
    )
    // The terms are directly above the bar.
    const shown = hasTerms ? form.current?.lastElementChild : !complaint && complaintField.current
    if (shown) requestAnimationFrame(() => shown.scrollIntoView({ block: 'nearest' }))
  }

  // The pressed button disappears with its notice, so the focus moves to the next step.
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
  // A typed complaint stays visible even while another type has to be chosen.
  const isFormShown = isReady && (isOpen || complaint !== '')
  return (
    <>
      {booking.hasTypes && booking.areTypesKnown && (
        <Suspense fallback={<Skeleton className="h-24" />}>
          <TypeStep booking={booking} doctorId={doctor.id} />
        </Suspense>
      )}
      {!isFormShown && (isOpen || !booking.areTypesKnown) && <PickerSkeleton />}
      {isFormShown && (
        <form method="post" ref={form} noValidate className="grid grid-cols-1 gap-5" onSubmit={submit}>
          {isOpen && (
            <DayAndTime
              {...{ doctor, ownZone, day, times, lost }}
              isLive={isSignedIn}
              slot={bookable}
              onChooseDay={booking.chooseDay}
              onChooseTime={chooseTime}
            />
          )}
          {lost && day && (
            <TimeLost
              {...instead}
              day={day}
              lost={lost}
              message={t(booking.hasOtherLength ? 'booking.doesNotFit' : 'booking.gone', { time: clocksOf(lost).own })}
            />
          )}
          <p className="text-sm text-muted">{t('booking.emergency')}</p>
          {!isWide && booking.hasChoices && (
            <Button
              look="quiet"
              className="-ms-2 -mt-3 min-h-11! justify-self-start px-2! py-1! text-sm text-muted!"
              onClick={booking.startOver}
            >
              {t('booking.startOver')}
            </Button>
          )}
          {problem !== undefined && day && slot && isAboutTheTime(error) && (
            <TimeLost {...instead} day={day} lost={slot} title={t('booking.failed')} message={problem} />
          )}
          {problem !== undefined &&
            !isAboutTheTime(error) &&
            !booking.needsPerson &&
            !booking.isTypeLost &&
            !(hasFeeChanged && booking.fee) && <NotBooked key={problem} problem={problem} />}
          {isSignedIn && (booking.people.length > 0 || booking.needsPerson) && (
            <Suspense>
              <PersonNotes {...{ booking, doctor, ownZone }} />
            </Suspense>
          )}
          {!isSignedIn && day && bookable && (
            <div className="grid gap-1">
              <ForSomebody
                isChecked={booking.forWhom !== undefined}
                onChange={(isChecked) => booking.choosePerson(isChecked ? SOMEBODY : undefined)}
              />
              <p className="text-sm text-muted">{t('booking.choiceKept')}</p>
            </div>
          )}
          {booking.fee && (
            <Suspense fallback={<Skeleton className="h-32" />}>
              <FeeTerms {...{ doctor, ownZone }} fee={booking.fee} hasChanged={hasFeeChanged} slot={bookable} />
            </Suspense>
          )}
          <BookingSummary {...{ booking, doctor, ownZone, isSignedIn }} isSticking={!hasTerms} complaintRef={complaintField} />
        </form>
      )}
    </>
  )
}

/** The select above the doctors. */
const FOR_WHOM = 'select[name=for-whom]'

/** Scrolls itself into view, above the sticky bar. */
function NotBooked({ problem }: { problem: string }) {
  const { t } = useI18n()
  const place = useRef<HTMLDivElement>(null)
  useEffect(() => {
    // The block body discards the result: newer browsers return a promise, which is not a cleanup function.
    place.current?.scrollIntoView({ block: 'nearest' })
  }, [])
  return (
    <div ref={place} className="scroll-mb-48">
      <ErrorBanner title={t('booking.failed')}>{problem}</ErrorBanner>
    </div>
  )
}

/** Becomes true when the first times are loaded or have failed to load, and stays true. */
function useIsReady({ isOpen, areDaysPending, day, times }: Booking) {
  const [wasReady, setWasReady] = useState(false)
  const isReady = wasReady || !isOpen || times.error !== null || (day === undefined ? !areDaysPending : times.slots !== undefined)
  if (isReady && isOpen && !wasReady) setWasReady(true)
  return isReady
}

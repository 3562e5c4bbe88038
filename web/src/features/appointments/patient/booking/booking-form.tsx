// Booking on one screen: doctors, then day, time and complaint. In wide windows the doctors stay beside the rest.
import { type ReactNode, Suspense, useEffect, useRef } from 'react'
import { lazyPart } from '../../../../components/lazy-part.tsx'
import { LoadFailed } from '../../../../components/load-failed.tsx'
import type { PersonBookedFor } from '../../../../domain/people.ts'
import { useI18n } from '../../../../lib/i18n.tsx'
import { useIsWide } from '../../../../lib/use-is-wide.ts'
import { PickerSkeleton } from '../../shared/picker/picker-skeleton.tsx'
import type { MyAppointment } from '../own-queries.ts'
import { BookableDoctors } from './bookable-doctors.tsx'
import { BookingSkeleton } from './booking-skeleton.tsx'
import type { RequestedBooking } from './booking-state.ts'
import { BookingSteps } from './booking-steps.tsx'
import { ChosenDoctor } from './chosen-doctor.tsx'
import type { Doctor, DoctorsQuery } from './doctors.ts'
import type { RenderAddPerson } from './for-whom.tsx'
import { useIsListReady, useSoonestTimes } from './next-times.ts'
import { ListPane, Panes, PickerPane } from './panes.tsx'
import { movePortraitToForm } from './portrait-moves.ts'
import { useBooking } from './use-booking.ts'

const BookingConfirmation = lazyPart(() => import('./booking-confirmation.tsx'))

/** Day, time and complaint. Loaded lazily, because they are shown only after a doctor is chosen. */
export const BookingDetails = lazyPart(async () => ({ default: (await import('./booking-details.tsx')).BookingDetails }), {
  failed: 'booking.timesFailed',
  fallback: <PickerSkeleton />,
})

/** Bundled in the same file as the details, which is loaded by then. */
const AfterBooking = lazyPart(() => import('./after-booking.tsx'), { failed: 'booking.timesFailed', fallback: null })

/** Loaded only for users who book for others. */
const ForWhom = lazyPart(() => import('./for-whom.tsx'))
const ForWhomSkeleton = () => <div aria-hidden="true" className="h-18 border-b border-line" />

const NoDoctors = lazyPart(() => import('./no-doctors.tsx'))

interface FormProps {
  /** Undefined for a visitor. */
  userId: string | undefined
  /** The people whom the user may book for besides themselves. */
  people: PersonBookedFor[]
  ownZone: string
  requested: RequestedBooking
  /** Called once the database has the appointment. */
  onBooked: () => void
  onShowMine: () => void
  onPersonRefused: () => void
  onOfferChanged: () => void
  /** Renders the dialog that adds a person to book for. */
  renderAddPerson: RenderAddPerson
  /** Renders more buttons beside a booked appointment. */
  renderActions: (appointment: MyAppointment) => ReactNode
  /** Renders the doctor's questions before the appointment. */
  renderQuestions: (appointment: MyAppointment) => ReactNode
  /** Renders the doctor's text about themselves. */
  renderAbout: (doctor: Doctor) => ReactNode
}

export function BookingForm({ doctors: { data: doctors, error, refetch }, ...props }: FormProps & { doctors: DoctorsQuery }) {
  const { t } = useI18n()
  // Starts the request early, in parallel with the doctors. The list uses the result.
  useSoonestTimes()
  if (error && !doctors) {
    return (
      <div className="p-6">
        <LoadFailed title={t('booking.doctorsFailed')} error={error} onRetry={() => void refetch()} />
      </div>
    )
  }
  if (!doctors) {
    const hasDoctor = props.requested.doctorId !== undefined
    return (
      <>
        {!props.userId && <BookingSteps done={[hasDoctor, props.requested.time !== undefined, false, false]} />}
        <BookingSkeleton hasDoctor={hasDoctor} />
      </>
    )
  }
  if (doctors.length > 0) return <Form {...props} doctors={doctors} />
  return (
    <Suspense>
      <NoDoctors />
    </Suspense>
  )
}

function Form({ doctors, ...props }: FormProps & { doctors: Doctor[] }) {
  const {
    userId,
    people,
    ownZone,
    requested,
    onBooked,
    onPersonRefused,
    onOfferChanged,
    onShowMine,
    renderAddPerson,
    renderActions,
    renderQuestions,
    renderAbout,
  } = props
  const booking = useBooking({ userId, people, doctors, ownZone, requested, onBooked, onPersonRefused, onOfferChanged })
  const { doctor, booked } = booking
  const isWide = useIsWide()
  const heading = useFocusOnChange(doctor?.id)
  const hasTime = booking.bookable !== undefined
  const isListReady = useIsListReady()
  useEffect(() => BookingDetails.preload(), [])
  // Loads the confirmation while the user types the complaint, so that nobody waits for it after booking.
  useEffect(() => {
    if (hasTime) BookingConfirmation.preload()
  }, [hasTime])
  if (booked && userId) {
    return (
      <div className="p-4 sm:p-6 lg:p-8">
        <Suspense>
          <BookingConfirmation
            {...{ booked, userId, people, ownZone, onShowMine, renderActions, renderQuestions }}
            onBookAnother={booking.startOver}
          />
        </Suspense>
      </div>
    )
  }
  return (
    <>
      {!userId && <BookingSteps done={[doctor !== undefined, hasTime, booking.complaint.trim() !== '', false]} />}
      {userId && (people.length > 0 || booking.forWhom !== undefined) && (
        <Suspense fallback={<ForWhomSkeleton />}>
          <ForWhom booking={booking} renderAdd={renderAddPerson} />
        </Suspense>
      )}
      <Panes>
        {(isWide || !doctor) && (
          <ListPane isBeside={doctor !== undefined} isSignedIn={userId !== undefined}>
            <BookableDoctors
              doctors={doctors}
              chosen={doctor}
              ownZone={ownZone}
              headingRef={doctor ? undefined : heading}
              hasSteps={!userId}
              onChoose={(next) => movePortraitToForm(() => booking.chooseDoctor(next))}
              onChooseTime={(next, time) => movePortraitToForm(() => booking.chooseNextTime(next, time))}
            />
          </ListPane>
        )}
        {doctor && (
          <PickerPane key={doctor.id}>
            <ChosenDoctor
              doctor={doctor}
              minutes={booking.isOpen ? doctor.session_duration : undefined}
              about={renderAbout(doctor)}
              headingRef={heading}
              onChange={isWide ? undefined : () => booking.chooseDoctor(undefined)}
              onStartOver={isWide && booking.hasChoices ? booking.startOver : undefined}
            />
            <BookingDetails {...{ booking, doctor, ownZone, isWide }} isSignedIn={userId !== undefined} />
          </PickerPane>
        )}
      </Panes>
      {userId && !doctor && isListReady && <AfterBooking />}
    </>
  )
}

/** Moves the focus to the heading of the next step, because the pressed button may disappear and the days are far from it. */
function useFocusOnChange(value: unknown) {
  const heading = useRef<HTMLHeadingElement>(null)
  const last = useRef(value)
  useEffect(() => {
    if (last.current === value) return
    last.current = value
    heading.current?.focus({ preventScroll: true })
    // In one column the next step is shorter than the list that it replaces, so it could start outside the window.
    heading.current?.scrollIntoView({ block: 'nearest' })
  }, [value])
  return heading
}

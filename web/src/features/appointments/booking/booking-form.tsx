// Booking on one screen: doctor, day and time, complaint.
import type { ReactNode } from 'react'
import { LoadFailed } from '../../../components/load-failed.tsx'
import { Skeleton } from '../../../components/ui/skeleton.tsx'
import { useI18n } from '../../../lib/i18n.tsx'
import type { MyAppointment } from '../queries.ts'
import { BookingConfirmation } from './booking-confirmation.tsx'
import { BookingDetails } from './booking-details.tsx'
import type { RequestedBooking } from './booking-state.ts'
import { DoctorChoice } from './doctor-choice.tsx'
import type { Doctor, DoctorsQuery } from './doctors.ts'
import { useBooking } from './use-booking.ts'

interface FormProps {
  /** Undefined for a visitor. */
  userId: string | undefined
  ownZone: string
  requested: RequestedBooking
  /** Called once the database has the appointment. */
  onBooked: () => void
  onShowMine: () => void
  /** More buttons beside a booked appointment. */
  renderActions: (appointment: MyAppointment) => ReactNode
}

export function BookingForm({ doctors: { data: doctors, error, refetch }, ...props }: FormProps & { doctors: DoctorsQuery }) {
  const { t } = useI18n()
  if (error && !doctors) return <LoadFailed title={t('booking.doctorsFailed')} error={error} onRetry={() => void refetch()} />
  return doctors ? <Form {...props} doctors={doctors} /> : <Skeleton className="h-72" />
}

function Form({ userId, ownZone, requested, onBooked, onShowMine, renderActions, doctors }: FormProps & { doctors: Doctor[] }) {
  const booking = useBooking({ userId, doctors, requested, onBooked })
  const { doctor, booked } = booking
  if (booked && userId) {
    return <BookingConfirmation {...{ booked, userId, ownZone, onShowMine, renderActions }} onBookAnother={booking.startOver} />
  }
  return (
    <section className="grid scroll-mt-24 gap-6">
      <DoctorChoice
        doctors={doctors}
        chosen={doctor}
        ownZone={ownZone}
        onChoose={booking.chooseDoctor}
        onChooseTime={booking.chooseNextTime}
      />
      {doctor && <BookingDetails key={doctor.id} booking={booking} doctor={doctor} ownZone={ownZone} isSignedIn={userId !== undefined} />}
    </section>
  )
}

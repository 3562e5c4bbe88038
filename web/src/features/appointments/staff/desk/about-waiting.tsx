import { useNow } from '../../../../lib/time/use-now.ts'
import type { DeskDoctor } from '../desk-doctor.ts'
import { NO_FILTERS } from '../lists/list-filters.ts'
import { ownLists } from '../lists/own-lists.ts'
import { PatientCardButton } from '../notes/patient-card-button.tsx'
import { isAlone } from '../patient-line.tsx'
import { useAppointmentPages } from '../use-staff-appointments.ts'

/** The complaint and the card of a waiting patient. Reads the panel's list, which is loaded anyway. */
export function AboutWaiting({ doctor, appointmentId }: { doctor: DeskDoctor; appointmentId: string }) {
  const { data } = useAppointmentPages(ownLists(doctor, NO_FILTERS, useNow()).coming)
  const appointment = data?.pages.flat().find(({ id }) => id === appointmentId)
  if (!appointment) return null
  return (
    <>
      {appointment.patient_complaint && (
        <p dir={isAlone(appointment) ? 'auto' : undefined} className="line-clamp-2 max-w-[75ch] wrap-anywhere">
          <bdi>{appointment.patient_complaint}</bdi>
        </p>
      )}
      <div className="-ms-3 mt-1">
        <PatientCardButton appointment={appointment} look="line" />
      </div>
    </>
  )
}

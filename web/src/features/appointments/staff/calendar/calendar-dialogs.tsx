// The dialogs of the calendar: an appointment, the form that books a patient, and the question before rejecting or cancelling.
import { Suspense, useState } from 'react'
import { lazyPart } from '../../../../components/lazy-part.tsx'
import { RefuseDialog } from '../lists/refuse-dialog.tsx'
import type { Appointment } from '../queries.ts'
import type { CalendarAppointment, CalendarDoctor } from './calendar-query.ts'
import { DetailsDialog } from './details-dialog.tsx'
import type { Move } from './use-moves.ts'

const BookDialog = lazyPart(() => import('../desk/book-dialog.tsx'))

/** Where a patient is to be booked, on the doctor's clock. */
export interface Booking {
  doctor: CalendarDoctor
  day: string
  time: string
}

interface CalendarDialogsProps {
  /** The appointment that was pressed, with its doctor. */
  opened: { appointment: CalendarAppointment; doctor: CalendarDoctor } | undefined
  booking: Booking | undefined
  ownZone: string
  /** The reader's own record as a doctor. */
  ownDoctorId: string | undefined
  onMove: (move: Move) => Promise<{ status: Appointment['status'] }>
  onClose: () => void
}

export function CalendarDialogs({ opened, booking, ownZone, ownDoctorId, onMove, onClose }: CalendarDialogsProps) {
  const [refused, setRefused] = useState<Appointment>()
  return (
    <>
      {opened && (
        <DetailsDialog
          key={opened.appointment.id}
          {...opened}
          ownZone={ownZone}
          isOwn={opened.doctor.id === ownDoctorId}
          onMove={onMove}
          onRefuse={(appointment) => {
            onClose()
            setRefused(appointment)
          }}
          onClose={onClose}
        />
      )}
      {booking && (
        <Suspense>
          <BookDialog {...booking} onClose={onClose} returnFocus={focusGrid} />
        </Suspense>
      )}
      {refused && <RefuseDialog key={refused.id} appointment={refused} place="dashboard" onClose={() => setRefused(undefined)} />}
    </>
  )
}

/** Back to the cell from which something was opened. */
const focusGrid = () => document.querySelector<HTMLElement>('[role=grid] tbody [tabindex="0"]')?.focus()

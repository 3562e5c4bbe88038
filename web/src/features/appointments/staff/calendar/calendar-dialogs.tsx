// The dialogs of the calendar: an appointment, the form that books a patient, and the question before rejecting or cancelling.
import { Suspense, useState } from 'react'
import { createPortal } from 'react-dom'
import { lazyPart } from '../../../../components/lazy-part.tsx'
import { RefuseDialog } from '../lists/refuse-dialog.tsx'
import type { Appointment } from '../queries.ts'
import type { CalendarAppointment, CalendarDoctor } from './calendar-query.ts'
import { DetailsDialog } from './details-dialog.tsx'
import { DetailsPane, EmptyPane } from './details-pane.tsx'
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
  /** What the pane offers while nothing is opened. */
  next: CalendarDialogsProps['opened']
  onOpen: (appointment: CalendarAppointment) => void
  booking: Booking | undefined
  ownZone: string
  /** The reader's own record as a doctor. */
  ownDoctorId: string | undefined
  /** Where the details stand in place of a dialog, beside the day of one doctor. */
  pane: HTMLElement | null
  onMove: (move: Move) => Promise<{ status: Appointment['status'] }>
  onClose: () => void
}

export function CalendarDialogs({ opened, next, onOpen, booking, ownZone, ownDoctorId, pane, onMove, onClose }: CalendarDialogsProps) {
  const [refused, setRefused] = useState<Appointment>()
  const details = opened && {
    ...opened,
    ownZone,
    isOwn: opened.doctor.id === ownDoctorId,
    onMove,
    onRefuse: (appointment: Appointment) => {
      onClose()
      setRefused(appointment)
    },
    onClose,
  }
  return (
    <>
      {pane
        ? createPortal(
            details ? <DetailsPane key={details.appointment.id} {...details} /> : <EmptyPane next={next} onOpen={onOpen} />,
            pane,
          )
        : details && <DetailsDialog key={details.appointment.id} {...details} />}
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

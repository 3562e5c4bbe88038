// The dialogs of the calendar: an appointment's details, the booking form, and the confirmation before rejecting or cancelling.
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

/** The slot to book, in the doctor's time zone. */
export interface Booking {
  doctor: CalendarDoctor
  day: string
  time: string
}

interface CalendarDialogsProps {
  /** The selected appointment and its doctor. */
  opened: { appointment: CalendarAppointment; doctor: CalendarDoctor } | undefined
  /** The appointment that the pane offers while none is open. */
  next: CalendarDialogsProps['opened']
  onOpen: (appointment: CalendarAppointment) => void
  booking: Booking | undefined
  ownZone: string
  /** The reader's own record as a doctor. */
  ownDoctorId: string | undefined
  /** The element beside the day of one doctor that shows the details in place of a dialog. */
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

/** Returns the focus to the cell that opened the dialog. */
const focusGrid = () => document.querySelector<HTMLElement>('[role=grid] tbody [tabindex="0"]')?.focus()

import { type ReactNode, Suspense } from 'react'
import { lazyPart } from '../../../components/lazy-part.tsx'
import type { MyAppointment } from '../../../features/appointments/patient/own-queries.ts'
import { availabilityOf } from '../../../features/call/availability.ts'
import { FilesButton } from '../../../features/files/files-button.tsx'
import { takesFiles } from '../../../features/files/rules.ts'
import { useTexts } from '../../../lib/load/use-texts.ts'
import { useNow } from '../../../lib/time/use-now.ts'
import { TEXTS_OF_ACTIONS } from './action-texts.ts'

const MessagesButton = lazyPart(() => import('../../../features/chat/messages-button.tsx'))

/** The files and messages of an appointment; false if it can have neither. */
export function ownActionsOf(appointment: MyAppointment, userId: string, now: Date): ReactNode {
  const { id, status, person, booked_by, appointment_files, appointment_messages } = appointment
  // True even if the patient has claimed the record since, because a guardian may have written messages.
  const hasGuardians = person !== undefined || (booked_by !== null && booked_by !== userId)
  const [hasFiles, hasMessages] = [takesFiles(status) || appointment_files.length > 0, appointment_messages.length > 0]
  const isOpen = availabilityOf(appointment, now).state === 'open'
  const props = { appointmentId: id, userId }
  return (
    (hasFiles || hasMessages) && (
      <>
        {hasFiles && <FilesButton {...props} status={status} hasGuardians={hasGuardians} />}
        {(isOpen || hasMessages) && (
          <Suspense>
            <MessagesButton {...props} part="patient" isOpen={isOpen} hasMessages={hasMessages} hasGuardians={hasGuardians} />
          </Suspense>
        )}
      </>
    )
  )
}

export default function Actions({ appointment, userId }: { appointment: MyAppointment; userId: string }) {
  useTexts(...TEXTS_OF_ACTIONS)
  return ownActionsOf(appointment, userId, useNow())
}

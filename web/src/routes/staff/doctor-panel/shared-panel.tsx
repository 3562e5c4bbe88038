// The files, the messages and the call of an appointment, in the doctor's list.
import { lazyPart } from '../../../components/lazy-part.tsx'
import type { Appointment } from '../../../features/appointments/staff/queries.ts'
import { availabilityOf } from '../../../features/call/availability.ts'
import { CallPanel } from '../../../features/call/call-panel.tsx'
import { FilesButton } from '../../../features/files/files-button.tsx'
import { takesFiles } from '../../../features/files/rules.ts'
import { useTexts } from '../../../lib/load/use-texts.ts'
import { useNow } from '../../../lib/time/use-now.ts'

const loadMessages = () => import('../../../features/chat/messages-button.tsx')
const MessagesButton = lazyPart(loadMessages, { failed: 'doctorPanel.loadFailed', fallback: null })

interface SharedPanelProps {
  appointment: Appointment
  userId: string
  /** Keeps the room open for a patient who is waiting. */
  isPatientWaiting: boolean
}

const MAX_EXTENSION_MS = 60 * 60_000

export default function SharedPanel({ appointment, userId, isPatientWaiting }: SharedPanelProps) {
  useTexts('files', 'call')
  const now = useNow()
  if (!takesFiles(appointment.status)) return null
  const hasGuardians = appointment.patient?.has_account === false
  const props = { appointmentId: appointment.id, userId }
  const times = isPatientWaiting
    ? { ...appointment, closes_at: new Date(Date.parse(appointment.ends_at) + MAX_EXTENSION_MS).toISOString() }
    : appointment
  return (
    <>
      {appointment.status === 'confirmed' && (
        <div className="mb-1 grid basis-full">
          <CallPanel appointment={times} zone={appointment.timezone} />
        </div>
      )}
      <FilesButton {...props} status={appointment.status} hasGuardians={hasGuardians} />
      <MessagesButton {...props} part="doctor" isOpen={availabilityOf(times, now).state === 'open'} hasGuardians={hasGuardians} />
    </>
  )
}

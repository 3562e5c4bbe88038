// The call, the files and the messages of an appointment, as its doctor sees them in the list.
import { lazyPart } from '../../components/lazy-part.tsx'
import type { Appointment } from '../../features/appointments/staff-queries.ts'
import { availabilityOf } from '../../features/call/availability.ts'
import { CallPanel } from '../../features/call/call-panel.tsx'
import { FilesButton } from '../../features/files/files-button.tsx'
import { takesFiles } from '../../features/files/rules.ts'
import { useNow } from '../../lib/use-now.ts'
import { useTexts } from '../../lib/use-texts.ts'

const loadMessages = () => import('../../features/chat/messages-button.tsx')
const MessagesButton = lazyPart(loadMessages, { failed: 'doctorPanel.loadFailed', fallback: null })

export default function SharedPanel({ appointment, userId }: { appointment: Appointment; userId: string }) {
  useTexts('files', 'call')
  const now = useNow()
  if (!takesFiles(appointment.status)) return null
  const props = { appointmentId: appointment.id, userId }
  return (
    <div className="grid justify-items-start gap-4">
      {appointment.status === 'confirmed' && <CallPanel appointment={appointment} zone={appointment.timezone} />}
      <div className="flex flex-wrap gap-3">
        <FilesButton {...props} status={appointment.status} />
        <MessagesButton {...props} part="doctor" isOpen={availabilityOf(appointment, now).state === 'open'} />
      </div>
    </div>
  )
}

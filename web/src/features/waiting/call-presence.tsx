// In the room of a call: the patient waits for the doctor, and the doctor is there.
import type { ReactNode } from 'react'
import { useTexts } from '../../lib/use-texts.ts'
import { attendCall } from './requests.ts'
import { useHeartbeat } from './use-heartbeat.ts'
import { WaitingPanel } from './waiting-panel.tsx'

interface CallPresenceProps {
  appointmentId: string
  part: 'patient' | 'doctor'
  /** Whether the other person is not in the call, as far as this page knows. */
  isAlone: boolean
}

export default function CallPresence({ part, ...rest }: CallPresenceProps): ReactNode {
  useTexts('waiting')
  return part === 'doctor' ? <DoctorInCall {...rest} /> : <WaitingPanel {...rest} />
}

/** Tells the doctor's other patients, who wait, that there is a consultation. Shows nothing. */
function DoctorInCall({ appointmentId }: { appointmentId: string }) {
  useHeartbeat({ id: appointmentId, isOn: true, beat: async () => attendCall(appointmentId), onLeave: 'leave_call' })
  return null
}

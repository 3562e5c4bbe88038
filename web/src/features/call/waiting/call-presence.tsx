// In the room of a call: the patient waits for the doctor, and the doctor is there.
import type { ReactNode } from 'react'
import { useTexts } from '../../../lib/load/use-texts.ts'
import { NextWaiting } from './next-waiting.tsx'
import { isRefused } from './status.ts'
import { useHeartbeat } from './use-heartbeat.ts'
import { RoomIsClosed, WaitingPanel } from './waiting-panel.tsx'
import { attendCall } from './waiting-requests.ts'

interface CallPresenceProps {
  appointmentId: string
  doctorId: string
  part: 'patient' | 'doctor'
  /** The reader's time zone. */
  zone: string
  /** Whether the other person is not in the call, as far as this page knows. */
  isAlone: boolean
  /** The database counts the person as not in the call: what the page knows of it is out of date. */
  onRefused: () => void
  /** For the doctor: ends this call and enters the other one. */
  onCallIn: (appointmentId: string) => void
  /** For a patient whose doctor does not come. */
  otherTime: ReactNode
}

export default function CallPresence({ part, ...rest }: CallPresenceProps): ReactNode {
  useTexts('waiting')
  return part === 'doctor' ? <DoctorInCall {...rest} /> : <WaitingPanel {...rest} />
}

/** Tells the doctor's other patients, who wait, that there is a consultation. Shows who is next. */
function DoctorInCall({ appointmentId, doctorId, onCallIn }: Omit<CallPresenceProps, 'part'>) {
  const failure = useHeartbeat({ id: appointmentId, isOn: true, beat: async () => attendCall(appointmentId), onLeave: 'leave_call' })
  return (
    <>
      {isRefused(failure, 'room_over') && <RoomIsClosed />}
      <NextWaiting doctorId={doctorId} appointmentId={appointmentId} onCallIn={onCallIn} />
    </>
  )
}

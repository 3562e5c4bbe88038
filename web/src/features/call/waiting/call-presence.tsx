// Reports presence in the room of a call: the patient waits, and the doctor attends.
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
  /** Called when the database says that the user is not in the call, so that the page's data is stale. */
  onRefused: () => void
  /** Lets the doctor end this call and enter the other one. */
  onCallIn: (appointmentId: string) => void
  /** The offer of another time, for a patient whose doctor does not come. */
  otherTime: ReactNode
}

export default function CallPresence({ part, ...rest }: CallPresenceProps): ReactNode {
  useTexts('waiting')
  return part === 'doctor' ? <DoctorInCall {...rest} /> : <WaitingPanel {...rest} />
}

/** Reports that the doctor is in a consultation, which other waiting patients see. Shows who is next. */
function DoctorInCall({ appointmentId, doctorId, onCallIn }: Omit<CallPresenceProps, 'part'>) {
  const failure = useHeartbeat({ id: appointmentId, isOn: true, beat: async () => attendCall(appointmentId), onLeave: 'leave_call' })
  return (
    <>
      {isRefused(failure, 'room_over') && <RoomIsClosed />}
      <NextWaiting doctorId={doctorId} appointmentId={appointmentId} onCallIn={onCallIn} />
    </>
  )
}

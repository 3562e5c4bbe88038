import { Badge } from '../../../components/ui/badge.tsx'
import { useWaitingPatients } from './use-waiting-patients.ts'

interface IsWaitingProps {
  doctorId: string
  appointmentId: string
  label: string
}

/** Shows a badge while the patient of this appointment is in the waiting room. */
export default function IsWaiting({ doctorId, appointmentId, label }: IsWaitingProps) {
  const { patients } = useWaitingPatients(doctorId)
  return patients.some((each) => each.appointment_id === appointmentId) ? <Badge tone="waiting">{label}</Badge> : null
}

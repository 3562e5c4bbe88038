import { useTexts } from '../../../lib/use-texts.ts'
import { type CardAppointment, PatientCardButton } from '../staff/patient-card-button.tsx'

/** The patient card on the page of a call, whose texts do not come with that page. */
export default function CallPatientCard({ appointment }: { appointment: CardAppointment }) {
  useTexts('staff', 'profile', 'patient')
  return <PatientCardButton appointment={appointment} look="quiet" />
}

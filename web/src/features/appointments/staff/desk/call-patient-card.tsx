import { useTexts } from '../../../../lib/load/use-texts.ts'
import { PatientCardButton } from '../notes/patient-card-button.tsx'
import type { CardAppointment } from '../notes/patient-card-query.ts'

/** The patient card on the page of a call. It loads its own texts, because that page does not. */
export default function CallPatientCard({ appointment }: { appointment: CardAppointment }) {
  useTexts('staff', 'profile', 'patient')
  return <PatientCardButton appointment={appointment} look="quiet" />
}

import { useI18n } from '../../../../lib/i18n.tsx'
import { useTexts } from '../../../../lib/load/use-texts.ts'
import PatientCardContent from '../notes/patient-card.tsx'
import type { CardAppointment } from '../notes/patient-card-query.ts'

/** The tab with the patient card beside the call. Opening the tab is logged as opening the card. */
export default function CardTab({ appointment }: { appointment: CardAppointment }) {
  useTexts('staff', 'profile', 'patient')
  const { t } = useI18n()
  return (
    <>
      <p className="mb-4 text-sm text-muted">{t('card.text')}</p>
      <PatientCardContent appointment={appointment} isInPanel />
    </>
  )
}

import { IdCard } from 'lucide-react'
import { lazyPart } from '../../../../components/lazy-part.tsx'
import { Button } from '../../../../components/ui/button.tsx'
import { Dialog } from '../../../../components/ui/dialog.tsx'
import { RowsSkeleton } from '../../../../components/ui/form-skeleton.tsx'
import { useI18n } from '../../../../lib/i18n.tsx'
import { patientName } from '../patient-name.ts'
import { type RowLook, rowLook } from '../row-look.tsx'
import type { CardAppointment } from './patient-card-query.ts'

const PatientCardContent = lazyPart(() => import('./patient-card.tsx'), {
  failed: 'doctorPanel.loadFailed',
  fallback: <RowsSkeleton rows={3} />,
})

interface PatientCardButtonProps {
  appointment: CardAppointment
  look?: 'quiet' | RowLook
}

/** Opens the patient card, which is loaded only then. */
export function PatientCardButton({ appointment, look = 'quiet' }: PatientCardButtonProps) {
  const { t } = useI18n()
  // The doctor may no longer read the card.
  if (appointment.status === 'cancelled' || appointment.erased_at) return null
  return (
    <Dialog
      trigger={
        look === 'quiet' ? (
          <Button look="quiet">
            <IdCard aria-hidden="true" className="size-4 text-brass" />
            {t('card.open')}
          </Button>
        ) : (
          <Button {...rowLook(look, t('card.open'), IdCard)} />
        )
      }
      title={patientName(appointment, t)}
      description={t('card.text')}
      closeLabel={t('dialog.close')}
    >
      <PatientCardContent appointment={appointment} />
    </Dialog>
  )
}

import { IdCard } from 'lucide-react'
import { lazyPart } from '../../../components/lazy-part.tsx'
import { Button } from '../../../components/ui/button.tsx'
import { Dialog } from '../../../components/ui/dialog.tsx'
import { Skeleton } from '../../../components/ui/skeleton.tsx'
import { useI18n } from '../../../lib/i18n.tsx'
import type { Appointment } from '../staff-queries.ts'
import { type Named, patientName } from './patient-name.ts'

const PatientCardContent = lazyPart(() => import('../desk/patient-card.tsx'), {
  failed: 'doctorPanel.loadFailed',
  fallback: <Skeleton className="h-64" />,
})

/** Buttons in rows of 68 px and below them. */
export const IN_ROW = 'min-h-11! px-3! py-1.5! text-sm whitespace-nowrap'

export type CardAppointment = Pick<Appointment, 'id' | 'status' | 'starts_at' | 'timezone'> & Named

/** The card itself is loaded when it is opened. */
export function PatientCardButton({
  appointment,
  look = 'quiet',
}: {
  appointment: CardAppointment
  look?: 'quiet' | 'secondary' | 'icon'
}) {
  const { t } = useI18n()
  // Nobody but the owner reads it any more.
  if (appointment.status === 'cancelled' || appointment.erased_at) return null
  const isIcon = look === 'icon'
  const icon = <IdCard aria-hidden="true" className={isIcon ? 'size-5 text-muted' : 'size-4 text-brass'} />
  return (
    <Dialog
      trigger={
        isIcon ? (
          <Button
            look="quiet"
            aria-label={t('card.open')}
            title={t('card.open')}
            className="grid! size-11 min-h-11! place-items-center px-0! py-0!"
          >
            {icon}
          </Button>
        ) : (
          <Button look={look} className={look === 'secondary' ? IN_ROW : ''}>
            {icon}
            {t('card.open')}
          </Button>
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

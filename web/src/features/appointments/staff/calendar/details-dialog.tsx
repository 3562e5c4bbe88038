import { Dialog } from '../../../../components/ui/dialog.tsx'
import { useI18n } from '../../../../lib/i18n.tsx'
import { focusCard } from '../lists/list-focus.ts'
import { AppointmentDetails, type DetailsActions, type OpenedAppointment, useTitles } from './appointment-details.tsx'

/** The details of the appointment that was selected in the calendar. */
export function DetailsDialog({ onClose, ...rest }: OpenedAppointment & Omit<DetailsActions, 'onAnswered'>) {
  const { t } = useI18n()
  return (
    <Dialog
      open
      onOpenChange={onClose}
      returnFocus={() => document.activeElement === document.body && focusCard(rest.appointment.id)}
      {...useTitles(rest)}
      closeLabel={t('dialog.close')}
    >
      <AppointmentDetails {...rest} onClose={onClose} onAnswered={onClose} />
    </Dialog>
  )
}

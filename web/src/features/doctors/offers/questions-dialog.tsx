import { useState } from 'react'
import { Dialog, type DialogTrigger } from '../../../components/ui/dialog.tsx'
import { useI18n } from '../../../lib/i18n.tsx'
import type { Offer } from './queries.ts'
import { QuestionsForm } from './questions-form.tsx'

interface QuestionsDialogProps {
  doctorId: string
  offer: Offer
  trigger: DialogTrigger
}

/** The questions that the doctor asks before an appointment of a type. */
export function QuestionsDialog({ doctorId, offer, trigger }: QuestionsDialogProps) {
  const { t } = useI18n()
  const [isOpen, setIsOpen] = useState(false)
  return (
    <Dialog
      open={isOpen}
      onOpenChange={setIsOpen}
      trigger={trigger}
      title={t('offers.questionsTitle')}
      description={t('offers.questionsText')}
      closeLabel={t('dialog.close')}
    >
      <QuestionsForm doctorId={doctorId} offer={offer} onClose={() => setIsOpen(false)} />
    </Dialog>
  )
}

import { useState } from 'react'
import { Dialog, type DialogTrigger } from '../../../components/ui/dialog.tsx'
import { useI18n } from '../../../lib/i18n.tsx'
import { OfferForm } from './offer-form.tsx'
import type { Offer } from './queries.ts'

interface OfferDialogProps {
  doctorId: string
  /** The type to change, or undefined for a new one. */
  offer?: Offer
  /** All types of the doctor. */
  others: Offer[]
  trigger: DialogTrigger
}

/** Adds or changes a type. */
export function OfferDialog({ doctorId, offer, others, trigger }: OfferDialogProps) {
  const { t } = useI18n()
  const [isOpen, setIsOpen] = useState(false)
  return (
    <Dialog
      open={isOpen}
      onOpenChange={setIsOpen}
      trigger={trigger}
      title={t(offer ? 'offers.changeTitle' : 'offers.addTitle')}
      description={t(offer ? 'offers.changeText' : 'offers.addText')}
      closeLabel={t('dialog.close')}
    >
      <OfferForm doctorId={doctorId} offer={offer} others={others} onClose={() => setIsOpen(false)} />
    </Dialog>
  )
}

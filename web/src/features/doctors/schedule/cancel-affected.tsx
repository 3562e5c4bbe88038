import { useState } from 'react'
import { Button } from '../../../components/ui/button.tsx'
import { Dialog, type DialogTrigger } from '../../../components/ui/dialog.tsx'
import { useI18n } from '../../../lib/i18n.tsx'

interface CancelAffectedProps {
  trigger: DialogTrigger
  /** How many appointments are cancelled. */
  number: number
  onCancel: () => Promise<unknown>
}

/** Asks before appointments outside the schedule are cancelled. */
export function CancelAffected({ trigger, number, onCancel }: CancelAffectedProps) {
  const { t } = useI18n()
  const [isOpen, setIsOpen] = useState(false)
  const [isBusy, setIsBusy] = useState(false)
  const cancel = async () => {
    setIsBusy(true)
    // The list shows what went wrong.
    await onCancel().catch(() => {})
    setIsBusy(false)
    setIsOpen(false)
  }
  return (
    <Dialog
      open={isOpen}
      onOpenChange={setIsOpen}
      trigger={trigger}
      title={t('affected.cancelTitle')}
      description={t('affected.cancelText', { number })}
      closeLabel={t('dialog.close')}
    >
      <div className="flex flex-wrap justify-end gap-3 max-sm:*:grow">
        <Button look="secondary" onClick={() => setIsOpen(false)}>
          {t('leave.keep')}
        </Button>
        <Button look="danger" busyLabel={isBusy && t('appointments.cancelling')} onClick={() => void cancel()}>
          {t('affected.cancelYes')}
        </Button>
      </div>
    </Dialog>
  )
}

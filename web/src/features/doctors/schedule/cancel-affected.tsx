import { useState } from 'react'
import { ConfirmDialog } from '../../../components/ui/confirm-dialog.tsx'
import type { DialogTrigger } from '../../../components/ui/dialog.tsx'
import { useI18n } from '../../../lib/i18n.tsx'

interface CancelAffectedProps {
  trigger: DialogTrigger
  /** The number of appointments to cancel. */
  number: number
  onCancel: () => Promise<unknown>
}

/** Asks for confirmation before appointments outside the schedule are cancelled. */
export function CancelAffected({ trigger, number, onCancel }: CancelAffectedProps) {
  const { t } = useI18n()
  const [isOpen, setIsOpen] = useState(false)
  const [isBusy, setIsBusy] = useState(false)
  const cancel = async () => {
    setIsBusy(true)
    // The list shows the error.
    await onCancel().catch(() => {})
    setIsBusy(false)
    setIsOpen(false)
  }
  return (
    <ConfirmDialog
      open={isOpen}
      onOpenChange={setIsOpen}
      trigger={trigger}
      title={t('affected.cancelTitle')}
      description={t('affected.cancelText', { number })}
      no={t('leave.keep')}
      yes={t('affected.cancelYes')}
      onYes={() => void cancel()}
      busyLabel={isBusy && t('appointments.cancelling')}
    />
  )
}

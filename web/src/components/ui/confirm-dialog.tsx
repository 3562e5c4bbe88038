import type { ReactNode } from 'react'
import { useI18n } from '../../lib/i18n.tsx'
import { Dialog, type DialogProps } from './dialog.tsx'
import { DialogAnswers } from './dialog-answers.tsx'

interface ConfirmDialogProps extends Omit<DialogProps, 'closeLabel' | 'children'> {
  children?: ReactNode
  open: boolean
  onOpenChange: (open: boolean) => void
  /** The label of the button that closes the dialog. */
  no: string
  yes: string
  onYes: () => void
  look?: 'primary' | 'danger'
  busyLabel?: string | false
  isDisabled?: boolean
}

/** Asks for confirmation before an action. */
export function ConfirmDialog({
  no,
  yes,
  onYes,
  look = 'danger',
  busyLabel = false,
  isDisabled = false,
  children,
  ...dialog
}: ConfirmDialogProps) {
  const { t } = useI18n()
  return (
    <Dialog {...dialog} closeLabel={t('dialog.close')}>
      {children}
      <DialogAnswers {...{ no, yes, onYes, look, busyLabel, isDisabled }} onNo={() => dialog.onOpenChange(false)} />
    </Dialog>
  )
}

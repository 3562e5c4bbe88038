// Asks for confirmation before something ends. The error is shown in the dialog, so that nobody has to open it again.
import { type ReactNode, useState } from 'react'
import { Banner } from '../../components/ui/banner.tsx'
import { Button } from '../../components/ui/button.tsx'
import { Dialog, type DialogTrigger } from '../../components/ui/dialog.tsx'
import { textOf } from '../../lib/errors.ts'
import { useI18n } from '../../lib/i18n.tsx'
import { type Owner, useRefreshRelatives } from './queries.ts'
import { LIFE_ERRORS } from './relative-errors.ts'

interface EndDialogProps {
  owner: Owner
  trigger: DialogTrigger
  title: string
  text: string
  action: string
  /** `primary` if nothing is lost. */
  look?: 'danger' | 'primary'
  onConfirm: () => Promise<unknown>
  children?: ReactNode
}

export function EndDialog({ owner, trigger, title, text, action, look = 'danger', onConfirm, children }: EndDialogProps) {
  const { t } = useI18n()
  const [isOpen, setIsOpen] = useState(false)
  const [isBusy, setIsBusy] = useState(false)
  const [error, setError] = useState<unknown>()
  const refresh = useRefreshRelatives(owner)
  const change = (next: boolean) => {
    setIsOpen(next)
    setError(undefined)
    if (!next) void refresh()
  }
  const confirm = async () => {
    setIsBusy(true)
    setError(undefined)
    try {
      await onConfirm()
      setIsOpen(false)
    } catch (fault) {
      setError(fault)
    }
    setIsBusy(false)
  }
  const refusal = error !== undefined && textOf(error, LIFE_ERRORS)
  return (
    <Dialog {...{ trigger, title }} description={text} closeLabel={t('dialog.close')} open={isOpen} onOpenChange={change}>
      {children}
      {refusal && (
        <Banner tone="danger" role="alert">
          {t(refusal.key, refusal.values)}
        </Banner>
      )}
      <div className="flex flex-wrap justify-end gap-3 max-sm:*:grow">
        <Button look="secondary" onClick={() => change(false)}>
          {t('relatives.back')}
        </Button>
        <Button look={look} busyLabel={isBusy && t('profile.saving')} onClick={() => void confirm()}>
          {action}
        </Button>
      </div>
    </Dialog>
  )
}

import { useState } from 'react'
import { Dialog, type DialogTrigger } from '../../components/ui/dialog.tsx'
import { useI18n } from '../../lib/i18n.tsx'
import { LinkForm, type LinkKind } from './link-form.tsx'

interface LinkDialogProps {
  kind: LinkKind
  trigger: DialogTrigger
  email: () => string | undefined
  /** The page that the link continues to. */
  returnTo?: string | undefined
}

/** Asks for an address to send a link to. */
export function LinkDialog({ kind, trigger, email, returnTo }: LinkDialogProps) {
  const { t } = useI18n()
  const [isOpen, setIsOpen] = useState(false)
  return (
    <Dialog
      open={isOpen}
      onOpenChange={setIsOpen}
      trigger={trigger}
      title={t(kind === 'reset' ? 'account.forgotTitle' : 'account.newLink')}
      description={t(kind === 'reset' ? 'account.forgotText' : 'account.confirmLinkText')}
      closeLabel={t('account.close')}
    >
      <LinkForm kind={kind} email={email()} returnTo={returnTo} onDone={() => setIsOpen(false)} />
    </Dialog>
  )
}

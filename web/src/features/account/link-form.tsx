import { useEffect } from 'react'
import { prepareToasts, toast } from '../../components/toaster.tsx'
import { type TextKey, useI18n } from '../../lib/i18n.tsx'
import { rememberReturn } from '../../lib/session/return-to.ts'
import { accountErrorText } from './account-errors.ts'
import { EmailForm } from './email-form.tsx'
import { requestResetLink, resendConfirmation } from './queries.ts'

export type LinkKind = 'reset' | 'confirm'

const KINDS: Record<LinkKind, { send: typeof requestResetLink; sent: TextKey; failed: TextKey }> = {
  reset: { send: requestResetLink, sent: 'account.resetSent', failed: 'account.resetFailed' },
  confirm: { send: resendConfirmation, sent: 'account.confirmSent', failed: 'account.confirmFailed' },
}

/** Sends a link that continues to `returnTo`, and shows the result. */
function useSendLink(kind: LinkKind, returnTo?: string) {
  const { t, language } = useI18n()
  const { send, sent, failed } = KINDS[kind]
  useEffect(prepareToasts, [])
  return async (email: string) => {
    try {
      await send(email, language)
      rememberReturn(returnTo)
      toast.success(t(sent), { description: t('account.mailHint') })
      return true
    } catch (error) {
      toast.error(t(failed), { description: accountErrorText(error, t) })
      return false
    }
  }
}

interface LinkFormProps {
  kind: LinkKind
  email?: string | undefined
  returnTo?: string | undefined
  onDone: () => void
}

export function LinkForm({ kind, email = '', returnTo, onDone }: LinkFormProps) {
  const sendLink = useSendLink(kind, returnTo)
  const send = async (to: string) => {
    if (await sendLink(to)) onDone()
    return undefined
  }
  return <EmailForm label="account.email" email={email} submit="account.sendLink" submitting="account.sending" onSend={send} />
}

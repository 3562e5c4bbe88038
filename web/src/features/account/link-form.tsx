import { useEffect } from 'react'
import { useForm } from 'react-hook-form'
import { prepareToasts, toast } from '../../components/toaster.tsx'
import { Button } from '../../components/ui/button.tsx'
import { TextField } from '../../components/ui/field.tsx'
import { checkedBy, faultTexts } from '../../lib/form.ts'
import { type TextKey, useI18n } from '../../lib/i18n.tsx'
import { rememberReturn } from '../../lib/return-to.ts'
import { faultText } from './faults.ts'
import { requestResetLink, resendConfirmation } from './queries.ts'
import { LinkRequest, type LinkRequestInput, MAX_LENGTH } from './rules.ts'

export type LinkKind = 'reset' | 'confirm'

const KINDS: Record<LinkKind, { send: typeof requestResetLink; sent: TextKey; failed: TextKey }> = {
  reset: { send: requestResetLink, sent: 'account.resetSent', failed: 'account.resetFailed' },
  confirm: { send: resendConfirmation, sent: 'account.confirmSent', failed: 'account.confirmFailed' },
}

/** Sends a link that continues to `returnTo`, and shows the result. */
export function useSendLink(kind: LinkKind, returnTo?: string) {
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
      toast.error(t(failed), { description: faultText(error, t) })
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
  const { t } = useI18n()
  const sendLink = useSendLink(kind, returnTo)
  const { register, handleSubmit, setFocus, formState } = useForm<LinkRequestInput>({
    defaultValues: { email },
    resolver: checkedBy(LinkRequest),
  })
  // The dialog would otherwise focus its close button.
  useEffect(() => setFocus('email'), [setFocus])
  const send = async (input: LinkRequestInput) => {
    if (await sendLink(input.email)) onDone()
  }
  return (
    <form method="post" noValidate className="grid gap-4" onSubmit={(event) => void handleSubmit(send)(event)}>
      <TextField
        label={t('account.email')}
        type="email"
        autoComplete="email"
        maxLength={MAX_LENGTH.email}
        dir="ltr"
        className="rtl:text-right"
        required
        error={faultTexts(formState.errors, t)('email')}
        {...register('email')}
      />
      <Button type="submit" busyLabel={formState.isSubmitting && t('account.sending')}>
        {t('account.sendLink')}
      </Button>
    </form>
  )
}

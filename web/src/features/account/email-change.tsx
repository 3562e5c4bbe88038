// On the profile: the form to change the address, and the state of a change that waits for its confirmations.
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { toast } from '../../components/toaster.tsx'
import { Banner } from '../../components/ui/banner.tsx'
import { Button } from '../../components/ui/button.tsx'
import { Dialog } from '../../components/ui/dialog.tsx'
import { type ErrorTexts, textOf } from '../../lib/errors.ts'
import { useI18n } from '../../lib/i18n.tsx'
import { useTexts } from '../../lib/load/use-texts.ts'
import { isCancelled } from '../../lib/session/reauthentication.ts'
import type { SignedIn } from '../../lib/session/session-state.ts'
import { useNow } from '../../lib/time/use-now.ts'
import { isFault } from './account-errors.ts'
import { cancelEmailChange, emailChangeKey, requestEmailChange, resendEmailChange, useEmailChange } from './email-change-queries.ts'
import { EmailForm } from './email-form.tsx'
import { RESEND_PAUSE_MS } from './queries.ts'

const ERRORS: ErrorTexts = {
  over_email_send_rate_limit: 'own.mailPause',
  over_request_rate_limit: 'own.tooMany',
  insufficient_aal: 'account.secondStepFirst',
}

export default function EmailChange({ person }: { person: SignedIn }) {
  useTexts('security')
  const { data } = useEmailChange(person)
  return data?.email ? <Waiting person={person} email={data.email} sentAt={data.sentAt} /> : <Request person={person} />
}

function Request({ person }: { person: SignedIn }) {
  const { t } = useI18n()
  const [isOpen, setIsOpen] = useState(false)
  return (
    <Dialog
      trigger={<Button look="text">{t('own.changeEmail')}</Button>}
      title={t('own.changeEmail')}
      description={t('own.changeEmailText')}
      closeLabel={t('own.close')}
      open={isOpen}
      onOpenChange={setIsOpen}
    >
      <RequestForm person={person} onDone={() => setIsOpen(false)} />
    </Dialog>
  )
}

function RequestForm({ person, onDone }: { person: SignedIn; onDone: () => void }) {
  const { t, language } = useI18n()
  const client = useQueryClient()
  const send = async (email: string) => {
    if (email.toLowerCase() === person.email.toLowerCase()) return 'own.sameEmail'
    try {
      const { user } = await requestEmailChange(email, language)
      // The new sign-in triggered a refetch. A response that is still under way is older than the change.
      await client.cancelQueries({ queryKey: emailChangeKey(person.id) })
      client.setQueryData(emailChangeKey(person.id), { email: user.new_email ?? null, sentAt: user.email_change_sent_at ?? null })
    } catch (error) {
      if (isCancelled(error)) return undefined
      if (isFault(error, 'email_exists')) return 'own.emailTaken'
      if (isFault(error, 'email_address_invalid', 'validation_failed')) return 'account.invalidEmail'
      const { key, values } = textOf(error, ERRORS)
      toast.error(t('own.changeFailed'), { description: t(key, values) })
      return undefined
    }
    toast.success(t('own.linksSent'), { description: t('own.linksSentText') })
    onDone()
    return undefined
  }
  return <EmailForm label="own.newEmail" submit="own.sendLinks" submitting="own.sending" onSend={send} />
}

function Waiting({ person, email, sentAt }: { person: SignedIn; email: string; sentAt: string | null }) {
  const { t, language } = useI18n()
  const client = useQueryClient()
  const now = useNow()
  const refetch = () => client.invalidateQueries({ queryKey: emailChangeKey(person.id) })
  const resend = useMutation({
    mutationFn: () => resendEmailChange(person.email, language),
    onSuccess: () => {
      toast.success(t('own.resent'), { description: t('own.resentText') })
      return refetch()
    },
    onError: (error) => {
      const { key, values } = textOf(error, ERRORS)
      toast.error(t('own.resendFailed'), { description: t(key, values) })
    },
  })
  const cancel = useMutation({
    mutationFn: cancelEmailChange,
    onSuccess: () => {
      toast.success(t('own.cancelled'), { description: t('own.cancelledText') })
      return refetch()
    },
    onError: (error) => {
      const { key, values } = textOf(error)
      toast.error(t('own.cancelFailed'), { description: t(key, values) })
    },
  })
  const isTooSoon = sentAt !== null && now.getTime() - Date.parse(sentAt) < RESEND_PAUSE_MS
  return (
    <Banner>
      <p className="font-medium">{t('own.waitingTitle')}</p>
      {/* Isolated, so that the address stays left-to-right inside Arabic text. */}
      <p className="wrap-anywhere">{t('own.waitingText', { email })}</p>
      <div className="mt-3 flex flex-wrap gap-3">
        {!isTooSoon && (
          <Button look="secondary" busyLabel={resend.isPending && t('own.sending')} onClick={() => resend.mutate()}>
            {t('own.resend')}
          </Button>
        )}
        <Button look="secondary" busyLabel={cancel.isPending && t('own.cancelling')} onClick={() => cancel.mutate()}>
          {t('own.cancelChange')}
        </Button>
      </div>
    </Banner>
  )
}

// Shown while an account waits for the confirmation of its address: takes the code from the mail, and sends the mail again.
import { useEffect, useRef, useState } from 'react'
import { CodeForm } from '../../components/code-form.tsx'
import { Banner } from '../../components/ui/banner.tsx'
import { Button } from '../../components/ui/button.tsx'
import { useI18n } from '../../lib/i18n.tsx'
import { formatNumber } from '../../lib/numbers.ts'
import { rememberReturn } from '../../lib/session/return-to.ts'
import { useSecurityTexts } from '../../lib/session/second-factor.ts'
import { useNow } from '../../lib/time/use-now.ts'
import { accountErrorText } from './account-errors.ts'
import { confirmWithCode, RESEND_PAUSE_MS, resendConfirmation } from './queries.ts'

interface ConfirmAddressProps {
  email: string
  /** When this page sent the mail. Undefined for a person who signs in before confirming the address. */
  sentAt: number | undefined
  returnTo: string | undefined
  onEntering: (isEntering: boolean) => void
  onSignedIn: () => unknown
  onSignIn: () => void
  onOtherAddress: () => void
}

export default function ConfirmAddress(props: ConfirmAddressProps) {
  const { email, sentAt, onEntering, onSignedIn, onSignIn, onOtherAddress } = props
  useSecurityTexts()
  const { t } = useI18n()
  const place = useRef<HTMLDivElement>(null)
  useEffect(() => {
    place.current?.scrollIntoView({ block: 'center' })
  }, [])

  const confirm = async (code: string) => {
    onEntering(true)
    try {
      await confirmWithCode(email, code)
    } catch (error) {
      onEntering(false)
      throw error
    }
    await onSignedIn()
  }

  return (
    <div ref={place} className="grid gap-5">
      <Banner tone={sentAt ? 'good' : 'warning'}>
        <p className="font-medium">{t(sentAt ? 'account.signedUp' : 'account.notConfirmed')}</p>
        <p className="mt-1 wrap-anywhere">{t(sentAt ? 'account.confirmFirst' : 'account.confirmNow', { email })}</p>
      </Banner>
      <CodeForm takesFocus onCode={confirm} errorText={(error) => accountErrorText(error, t)} />
      <Resend {...props} />
      <div className="flex flex-wrap gap-x-6">
        <Button look="text" onClick={onOtherAddress}>
          {t('account.otherAddress')}
        </Button>
        <Button look="text" onClick={onSignIn}>
          {t('account.signIn')}
        </Button>
      </div>
    </div>
  )
}

function Resend({ email, sentAt = 0, returnTo }: ConfirmAddressProps) {
  const { t, language } = useI18n()
  const now = useNow(1000)
  const [lastSent, setLastSent] = useState(sentAt)
  const [isSending, setIsSending] = useState(false)
  const [outcome, setOutcome] = useState<{ isSent: boolean; text: string }>()
  const seconds = Math.ceil((lastSent + RESEND_PAUSE_MS - now.getTime()) / 1000)

  const send = async () => {
    setIsSending(true)
    try {
      await resendConfirmation(email, language)
      rememberReturn(returnTo)
      setLastSent(Date.now())
      setOutcome({ isSent: true, text: t('account.mailHint') })
    } catch (error) {
      setOutcome({ isSent: false, text: accountErrorText(error, t) })
    }
    setIsSending(false)
  }

  return (
    <div className="grid gap-3">
      {outcome && (
        <Banner tone={outcome.isSent ? 'good' : 'danger'}>
          <p className="font-medium">{t(outcome.isSent ? 'account.confirmSent' : 'account.confirmFailed')}</p>
          <p className="mt-1">{outcome.text}</p>
        </Banner>
      )}
      <Button look="secondary" disabled={seconds > 0} busyLabel={isSending && t('account.sending')} onClick={() => void send()}>
        {seconds > 0 ? t('account.sendAgainIn', { seconds: formatNumber(seconds, language) }) : t('account.sendAgain')}
      </Button>
    </div>
  )
}

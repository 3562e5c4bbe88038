import { useState } from 'react'
import { Banner } from '../../components/ui/banner.tsx'
import { Button } from '../../components/ui/button.tsx'
import { useI18n } from '../../lib/i18n.tsx'
import { LinkDialog } from './link-dialog.tsx'
import { useSendLink } from './link-form.tsx'

export type Notice =
  | { kind: 'confirmed'; wasSignedIn: boolean }
  | { kind: 'link-invalid' }
  | { kind: 'unconfirmed'; email: string }
  | { kind: 'session-ended' }

/** A message above the sign-in form, with what to do about it. */
export function AccountNotice({
  notice,
  email,
  returnTo,
}: {
  notice: Notice
  email: () => string | undefined
  returnTo: string | undefined
}) {
  const { t } = useI18n()
  if (notice.kind === 'unconfirmed') return <Unconfirmed email={notice.email} returnTo={returnTo} />
  if (notice.kind === 'session-ended') return <Banner tone="warning">{t('error.signedOut')}</Banner>
  if (notice.kind === 'link-invalid') {
    return (
      <Banner tone="warning" role="alert">
        <p className="font-medium">{t('account.linkInvalid')}</p>
        <p className="mt-1">{t('account.linkInvalidConfirm')}</p>
        <LinkDialog
          kind="confirm"
          email={email}
          returnTo={returnTo}
          trigger={
            <Button look="secondary" className="mt-3">
              {t('account.newLink')}
            </Button>
          }
        />
      </Banner>
    )
  }
  return (
    <Banner tone="good">
      <p className="font-medium">{t('account.confirmed')}</p>
      <p className="mt-1">{t(notice.wasSignedIn ? 'account.confirmedSignedOut' : 'account.confirmedText')}</p>
    </Banner>
  )
}

function Unconfirmed({ email, returnTo }: { email: string; returnTo: string | undefined }) {
  const { t } = useI18n()
  const send = useSendLink('confirm', returnTo)
  const [isSending, setIsSending] = useState(false)
  const sendAgain = async () => {
    setIsSending(true)
    await send(email)
    setIsSending(false)
  }
  return (
    <Banner tone="warning" role="alert">
      <p>{t('account.notConfirmed')}</p>
      <p className="mt-1 font-medium">
        <bdi dir="ltr" className="break-all">
          {email}
        </bdi>
      </p>
      <Button look="secondary" className="mt-3" busyLabel={isSending && t('account.sending')} onClick={() => void sendAgain()}>
        {t('account.sendAgain')}
      </Button>
    </Banner>
  )
}

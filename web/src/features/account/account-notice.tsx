import { useEffect, useRef } from 'react'
import { Banner } from '../../components/ui/banner.tsx'
import { Button } from '../../components/ui/button.tsx'
import { useI18n } from '../../lib/i18n.tsx'
import { LinkDialog } from './link-dialog.tsx'

export type Notice =
  | { kind: 'registered' }
  /** `email` is the address of the account that the link opens. */
  | { kind: 'confirmed'; wasSignedIn: boolean; email: string | undefined }
  | { kind: 'link-invalid' }
  | { kind: 'session-ended' }

interface AccountNoticeProps {
  notice: Notice
  email: () => string | undefined
  returnTo: string | undefined
}

/** A message above the sign-in form, with what to do about it. */
export function AccountNotice(props: AccountNoticeProps) {
  const place = useRef<HTMLDivElement>(null)
  useEffect(() => {
    place.current?.scrollIntoView({ block: 'nearest' })
  }, [])
  return (
    <div ref={place} className="scroll-mt-24">
      <Content {...props} />
    </div>
  )
}

function Content({ notice, email, returnTo }: AccountNoticeProps) {
  const { t } = useI18n()
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
  if (notice.kind === 'registered') {
    return (
      <Banner tone="good">
        <p className="font-medium">{t('account.signedUp')}</p>
        <p className="mt-1">{t('account.signedUpText')}</p>
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

// Shown after a sign-in by a link from an email: for a forgotten password, or for an invitation.

import { Suspense, useEffect, useState } from 'react'
import { lazyPart } from '../../components/lazy-part.tsx'
import { Button, Spinner } from '../../components/ui/button.tsx'
import { ConfirmDialog } from '../../components/ui/confirm-dialog.tsx'
import { Dialog } from '../../components/ui/dialog.tsx'
import { useI18n } from '../../lib/i18n.tsx'
import { useNavigate } from '../../lib/router/router.tsx'
import { type Arrival, addressIn, endArrival } from '../../lib/session/arrival.ts'
import { forgetReturn, rememberedReturn } from '../../lib/session/return-to.ts'
import { useSession } from '../../lib/session/session.ts'
import { isAdmin, isDoctor, type SignedIn } from '../../lib/session/session-state.ts'
import { isFault } from './account-errors.ts'
import { ChangePasswordForm } from './change-password-form.tsx'
import { LinkForm } from './link-form.tsx'
import { endLinkSession, enterByLink } from './queries.ts'

const AcceptInvitation = lazyPart(() => import('./accept-invitation.tsx'))
const SecondStep = lazyPart(() => import('../../components/second-step.tsx'))

type Step = 'entering' | 'in' | 'unreachable' | 'invalid'

export default function ArrivalDialog({ arrival: { tokens, isInvitation } }: { arrival: Arrival }) {
  const { t } = useI18n()
  const session = useSession()
  const navigate = useNavigate()
  const [step, setStep] = useState<Step>(tokens ? 'entering' : 'invalid')
  const [isAgreed, setIsAgreed] = useState(false)
  const [linked, current] = [tokens && addressIn(tokens), session.status === 'in' ? session.person.email : undefined]
  // A link that somebody else sent must not silently switch accounts.
  const mustAsk = step === 'entering' && !isAgreed && (session.status === 'loading' || (current !== undefined && current !== linked))
  useEffect(() => {
    if (!tokens || step !== 'entering' || mustAsk) return
    enterByLink(tokens).then(
      () => setStep('in'),
      (error: unknown) => setStep(isFault(error, 'unreachable') ? 'unreachable' : 'invalid'),
    )
  }, [tokens, step, mustAsk])
  if (mustAsk && current) {
    const stay = () => {
      endArrival()
      if (tokens) endLinkSession(tokens).catch(() => {})
    }
    return <OtherAccount current={current} linked={linked ?? ''} onStay={stay} onAgree={() => setIsAgreed(true)} />
  }
  const invited = isInvitation && session.status === 'in' ? session.person : undefined
  const needsSecondStep = session.status === 'in' && session.person.needsSecondStep
  // Continues to the page that the person wanted before they asked for the link.
  const goOn = () => {
    endArrival()
    const returnTo = invited ? firstPageOf(invited) : rememberedReturn()
    forgetReturn()
    if (returnTo) navigate(returnTo)
  }
  if (step === 'in' && invited && !needsSecondStep)
    return (
      <Dialog
        open
        onOpenChange={goOn}
        title={t('account.inviteTitle')}
        description={t('account.inviteText', { email: invited.email })}
        closeLabel={t('account.close')}
      >
        <Suspense fallback={<Spinner />}>
          <AcceptInvitation person={invited} onDone={goOn} />
        </Suspense>
      </Dialog>
    )
  const { title, text, content } = {
    entering: { title: t('account.signingIn'), text: t('guard.checking'), content: <Spinner /> },
    in: {
      title: t('account.newPasswordTitle'),
      text: `${t('account.enteredAs', { email: current ?? linked ?? '' })} ${t('account.newPasswordText')}`,
      // Asks for the new password only after the second factor, if there is one.
      content: needsSecondStep ? (
        <Suspense fallback={<Spinner />}>
          <SecondStep place="card" />
        </Suspense>
      ) : (
        <NewPassword onDone={goOn} />
      ),
    },
    invalid: {
      title: t('account.linkInvalid'),
      text: t('account.linkInvalidReset'),
      content: <LinkForm kind="reset" onDone={endArrival} />,
    },
    unreachable: {
      title: t('account.linkFailed'),
      text: t('error.unreachable'),
      content: <Button onClick={() => setStep('entering')}>{t('error.retry')}</Button>,
    },
  }[step]
  return (
    <Dialog open onOpenChange={step === 'in' ? goOn : endArrival} title={title} description={text} closeLabel={t('account.close')}>
      {content}
    </Dialog>
  )
}

/** The page where an invited person begins their work. */
function firstPageOf(person: SignedIn) {
  if (isAdmin(person)) return '/admin'
  return isDoctor(person) ? '/doctor' : '/appointments'
}

interface OtherAccountProps {
  current: string
  linked: string
  onStay: () => void
  onAgree: () => void
}

function OtherAccount({ current, linked, onStay, onAgree }: OtherAccountProps) {
  const { t } = useI18n()
  return (
    <ConfirmDialog
      open
      onOpenChange={onStay}
      title={t('account.otherTitle')}
      description={t('account.otherText', { current, linked })}
      no={t('account.otherStay')}
      yes={t('account.otherGo')}
      onYes={onAgree}
      look="primary"
    />
  )
}

function NewPassword({ onDone }: { onDone: () => void }) {
  const { t } = useI18n()
  return (
    <ChangePasswordForm onDone={onDone} takesFocus isByLink>
      <Button look="secondary" onClick={onDone}>
        {t('account.notNow')}
      </Button>
    </ChangePasswordForm>
  )
}

// The page of a link about a patient: for claiming one's record, or becoming the second guardian of a child.
import { type ReactNode, useCallback, useEffect, useState } from 'react'
import { company } from '../../../../supabase/functions/_shared/company.ts'
import { LoadFailed } from '../../components/load-failed.tsx'
import { SignedIn } from '../../components/signed-in.tsx'
import { Banner } from '../../components/ui/banner.tsx'
import { Button, ButtonLink } from '../../components/ui/button.tsx'
import { Card } from '../../components/ui/card.tsx'
import { FormSkeleton } from '../../components/ui/form-skeleton.tsx'
import { type TextKey, useI18n } from '../../lib/i18n.tsx'
import { useLocation } from '../../lib/router/router.tsx'
import { toSignIn } from '../../lib/session/return-to.ts'
import { signOut, useSession } from '../../lib/session/session.ts'
import { AcceptForm, type DeclarationParts, NewAccountForm } from './patient-invitation-forms.tsx'
import { getInvitation, type Invitation, type OpenInvitation } from './patient-invitation-queries.ts'

const OVER: Record<Exclude<Invitation['state'], 'open'>, { title: TextKey; text: TextKey }> = {
  expired: { title: 'invitation.expiredTitle', text: 'invitation.expiredText' },
  used: { title: 'invitation.usedTitle', text: 'invitation.usedText' },
  gone: { title: 'invitation.goneTitle', text: 'invitation.goneText' },
}

interface PatientInvitationProps {
  token: string
  declaration: DeclarationParts
}

export function PatientInvitation({ token, declaration }: PatientInvitationProps) {
  const { t } = useI18n()
  const location = useLocation()
  const { data, error, load } = useInvitation(token)
  if (error && !data) return <LoadFailed title={t('invitation.loadFailed')} error={error} onRetry={load} />
  if (!data) return <FormSkeleton fields={2} />
  if (data.state !== 'open') {
    const { title, text } = OVER[data.state]
    return (
      <div className="grid justify-items-center gap-3 py-8 text-center">
        <h1 className="text-2xl font-semibold">{t(title)}</h1>
        <p className="max-w-[50ch] text-muted">{t(text)}</p>
        {data.state === 'used' && <ButtonLink {...toSignIn({ ...location, hash: '' })}>{t('nav.signIn')}</ButtonLink>}
      </div>
    )
  }
  return (
    <Card>
      <div className="grid gap-5">
        <What invitation={data} />
        <Who invitation={data} token={token} declaration={declaration} />
      </div>
    </Card>
  )
}

/**
 * Loads the invitation once: after it is accepted, the page must not say that it was used before the person has left. The cache is not
 * used, because signing in empties it.
 */
function useInvitation(token: string) {
  const [{ data, error }, setAnswer] = useState<{ data?: Invitation; error?: unknown }>({})
  const load = useCallback(() => {
    getInvitation(token).then(
      (found) => setAnswer({ data: found }),
      (fault: unknown) => setAnswer({ error: fault }),
    )
  }, [token])
  useEffect(load, [load])
  return { data, error, load }
}

function What({ invitation: { kind, patient: name, invited_by: inviter } }: { invitation: OpenInvitation }) {
  const { t } = useI18n()
  const isClaim = kind === 'claim'
  const points: TextKey[] = isClaim
    ? ['invitation.claimMoves', 'invitation.claimEnds', 'invitation.claimFinal']
    : ['invitation.guardianSees', 'invitation.guardianActs']
  const lead = isClaim
    ? inviter
      ? t('invitation.claimLead', { inviter, name })
      : t('invitation.claimLeadStaff', { brand: company.brand, name })
    : t('invitation.guardianLead', { inviter: inviter ?? company.brand, name })
  return (
    <div className="grid gap-3">
      <h1 className="text-2xl font-semibold">{t(isClaim ? 'invitation.claimTitle' : 'invitation.guardianTitle')}</h1>
      <p>{lead}</p>
      <ul className="grid list-disc gap-1 ps-5 text-muted">
        {points.map((point) => (
          <li key={point}>{t(point)}</li>
        ))}
      </ul>
    </div>
  )
}

function Who({ invitation, token, declaration }: { invitation: OpenInvitation } & PatientInvitationProps) {
  const { t } = useI18n()
  const session = useSession()
  const location = useLocation()
  // Creating an account ends with signing in, and the form stays until the page is left.
  const [isOpening, setIsOpening] = useState(false)
  // A new account may be signed in although the invitation is refused. Then another form is shown here.
  const [refusal, setRefusal] = useState<unknown>()
  const form = { invitation, token, declaration, refusal, onRefused: setRefusal }
  if (isOpening || (session.status === 'out' && !invitation.has_account)) {
    return (
      <Addressed email={invitation.email} text={t('invitation.newAccount')}>
        <NewAccountForm {...form} onOpening={setIsOpening} />
      </Addressed>
    )
  }
  if (session.status === 'out') {
    return (
      <Addressed email={invitation.email} text={t('invitation.hasAccount')}>
        <ButtonLink {...toSignIn(location)}>{t('nav.signIn')}</ButtonLink>
      </Addressed>
    )
  }
  return (
    <SignedIn>
      {(person) =>
        person.email.toLowerCase() === invitation.email ? (
          <AcceptForm {...form} />
        ) : (
          <Addressed email={invitation.email}>
            <OtherAccount email={person.email} />
          </Addressed>
        )
      }
    </SignedIn>
  )
}

function Addressed({ email, text, children }: { email: string; text?: string; children: ReactNode }) {
  const { t } = useI18n()
  return (
    <div className="grid gap-4 border-t border-line pt-5">
      <p>
        <span className="text-muted">{t('invitation.forAddress')}</span>{' '}
        <bdi dir="ltr" className="font-medium break-all">
          {email}
        </bdi>
      </p>
      {text && <p>{text}</p>}
      {children}
    </div>
  )
}

function OtherAccount({ email }: { email: string }) {
  const { t } = useI18n()
  const [isLeaving, setIsLeaving] = useState(false)
  const leave = () => {
    setIsLeaving(true)
    void signOut().finally(() => setIsLeaving(false))
  }
  return (
    <>
      <Banner tone="warning">{t('invitation.otherAccount', { email })}</Banner>
      <Button busyLabel={isLeaving && t('account.signingOut')} onClick={leave}>
        {t('invitation.otherAccountSubmit')}
      </Button>
    </>
  )
}

import { Suspense, useEffect, useState } from 'react'
import { lazyPart } from '../../components/lazy-part.tsx'
import { Button, ButtonLink } from '../../components/ui/button.tsx'
import { Card } from '../../components/ui/card.tsx'
import { Skeleton } from '../../components/ui/skeleton.tsx'
import { classes } from '../../lib/classes.ts'
import { useI18n } from '../../lib/i18n.tsx'
import { useIsHydrated } from '../../lib/load/use-is-hydrated.ts'
import { useLocation, useNavigate } from '../../lib/router/router.tsx'
import { forgetReturn, readSignInState, rememberedReturn } from '../../lib/session/return-to.ts'
import { signOut, useSession, watchSession } from '../../lib/session/session.ts'
import type { SignedIn } from '../../lib/session/session-state.ts'
import { AccountForms, type AccountTab } from './account-forms.tsx'
import type { Notice } from './account-notice.tsx'
import { AuthTitle } from './auth-title.tsx'
import { useArrived } from './use-arrived.ts'

interface AuthCardProps {
  isConfirmed: boolean
  /** The first sentence, for a person who has chosen an appointment. */
  chosenTime: string | undefined
}

export function AuthCard({ isConfirmed, chosenTime }: AuthCardProps) {
  const { t } = useI18n()
  const session = useSession()
  const isHydrated = useIsHydrated()
  const { isSettled, notice } = useArrived(isConfirmed)
  const { state } = useLocation()
  const asked = readSignInState(isHydrated ? state : undefined)
  // The link that confirms an address opens in another tab than the one that signed up.
  const returnTo = asked.returnTo ?? (isConfirmed ? rememberedReturn() : undefined)
  const [isEntering, setIsEntering] = useState(false)
  const [chosenTab, setChosenTab] = useState<AccountTab>()
  const tab = isConfirmed ? 'sign-in' : (chosenTab ?? asked.tab)
  // Loads the client while the person types.
  useEffect(() => {
    watchSession().catch(() => {})
  }, [])

  const needsSecondStep = session.status === 'in' && session.person.needsSecondStep
  const person = session.status === 'in' && !isEntering && isSettled && !needsSecondStep ? session.person : undefined
  const isOut = session.status === 'out' || (session.status === 'loading' && session.isUnreachable)
  const ended: Notice | undefined = session.status === 'out' && session.hasEnded ? { kind: 'session-ended' } : undefined
  return (
    <>
      <AuthTitle shows={person ? 'signed-in' : tab} />
      <Card className="max-sm:border-0 max-sm:bg-transparent max-sm:p-0! sm:p-8 lg:flex lg:grow lg:flex-col lg:border-0 lg:p-0!">
        {/* The title of the page stands right above it. */}
        <h2 className="sr-only">{t('account.card')}</h2>
        {/* The space is reserved while the sentence loads, so that the form does not move. */}
        {chosenTime !== undefined && <p className="mb-3 min-h-[3lh] text-muted sm:mb-5 sm:min-h-[2lh]">{chosenTime}</p>}
        {needsSecondStep ? (
          <SecondStepHere returnTo={returnTo} />
        ) : person ? (
          <AlreadyIn person={person} returnTo={returnTo} />
        ) : isEntering || isOut ? (
          // The prerendered page contains the forms. They are hidden for people with a session, so that they do not flash.
          <div className={classes('lg:flex lg:grow lg:flex-col', !isHydrated && 'in-data-session:invisible')}>
            <AccountForms
              arrived={notice ?? ended}
              isEntering={isEntering}
              onEntering={setIsEntering}
              returnTo={returnTo}
              tab={tab}
              onTab={setChosenTab}
            />
          </div>
        ) : (
          <FormSkeleton />
        )}
      </Card>
    </>
  )
}

const SecondStep = lazyPart(() => import('../../components/second-step.tsx'))

function SecondStepHere({ returnTo }: { returnTo: string | undefined }) {
  const navigate = useNavigate()
  const goOn = () => {
    forgetReturn()
    // Replaces the history entry, so that going back does not lead here again.
    return navigate(returnTo ?? '/', { replace: true })
  }
  return (
    <Suspense fallback={<FormSkeleton />}>
      <SecondStep place="card" onVerified={goOn} />
    </Suspense>
  )
}

function AlreadyIn({ person, returnTo }: { person: SignedIn; returnTo: string | undefined }) {
  const { t } = useI18n()
  const [isLeaving, setIsLeaving] = useState(false)
  const leave = () => {
    setIsLeaving(true)
    void signOut().finally(() => setIsLeaving(false))
  }
  return (
    <div className="grid gap-6">
      <p className="text-muted sm:text-lg">
        <bdi dir="ltr" className="break-all">
          {person.email}
        </bdi>
      </p>
      <div className="grid gap-3 sm:flex sm:flex-wrap">
        <ButtonLink to={returnTo ?? '/'}>{t(returnTo ? 'account.goBack' : 'account.goOn')}</ButtonLink>
        <Button look="secondary" busyLabel={isLeaving && t('account.signingOut')} onClick={leave}>
          {t('nav.signOut')}
        </Button>
      </div>
    </div>
  )
}

function FormSkeleton() {
  return (
    <div aria-hidden="true" className="grid gap-6">
      <Skeleton className="h-11 w-56 rounded-box!" />
      {['email', 'password'].map((field) => (
        <div key={field} className="grid gap-2">
          <Skeleton className="h-5 w-24" />
          <Skeleton className="h-12 rounded-box!" />
        </div>
      ))}
      <Skeleton className="h-12 rounded-box!" />
    </div>
  )
}

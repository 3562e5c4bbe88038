// The frame of pages about the signed-in person. It provides the cache, and asks visitors to sign in.
import { QueryClientProvider } from '@tanstack/react-query'
import { LogIn } from 'lucide-react'
import { type ReactNode, Suspense, useEffect, useState } from 'react'
import { queryClient } from '../lib/data/query-client.ts'
import { useI18n } from '../lib/i18n.tsx'
import { useLocation } from '../lib/router/router.tsx'
import { useReauthentication } from '../lib/session/reauthentication.ts'
import { toSignIn } from '../lib/session/return-to.ts'
import { retrySession, useSession } from '../lib/session/session.ts'
import type { SignedIn as Person } from '../lib/session/session-state.ts'
import { Checking } from './guard.tsx'
import { lazyPart } from './lazy-part.tsx'
import { prepareToasts } from './toaster.tsx'
import { ButtonLink } from './ui/button.tsx'

interface SignedInProps {
  /** The text of the prompt. Not needed inside a guard, which redirects people who are not signed in. */
  prompt?: string
  children: (person: Person) => ReactNode
}

export function SignedIn({ prompt, children }: SignedInProps) {
  const session = useSession()
  useEffect(prepareToasts, [])
  if (session.status === 'loading') return <Checking hasFailed={session.isUnreachable} onRetry={retrySession} />
  if (session.status === 'out') return prompt ? <SignInPrompt text={prompt} hasEnded={session.hasEnded === true} /> : null
  return (
    <QueryClientProvider client={queryClient}>
      {/* Remounted for another person, who must not see what this one has typed. */}
      <Content key={session.person.id} person={session.person}>
        {children}
      </Content>
    </QueryClientProvider>
  )
}

const SecondStep = lazyPart(() => import('./second-step.tsx'))
const ReauthenticateDialog = lazyPart(() => import('./reauthenticate-dialog.tsx'))

/** Asks for the second factor first. A page that is already open stays as it is behind the question. */
function Content({ person, children }: { person: Person } & Pick<SignedInProps, 'children'>) {
  const [wasShown, setWasShown] = useState(false)
  const question = useReauthentication()
  if (!person.needsSecondStep && !wasShown) setWasShown(true)
  // Refetches data that was refused or left out before.
  const refetch = () => queryClient.invalidateQueries()
  return (
    <div>
      {(wasShown || !person.needsSecondStep) && children(person)}
      {person.needsSecondStep && (
        <Suspense fallback={<Checking onRetry={retrySession} />}>
          <SecondStep place={wasShown ? 'dialog' : 'page'} onVerified={refetch} />
        </Suspense>
      )}
      {question && (
        <Suspense>
          <ReauthenticateDialog person={person} from={question.from} onAnswer={question.answer} />
        </Suspense>
      )}
    </div>
  )
}

/** `hasEnded` means that there was a session, but it ended elsewhere. */
function SignInPrompt({ text, hasEnded }: { text: string; hasEnded: boolean }) {
  const { t } = useI18n()
  const location = useLocation()
  return (
    <div className="page grid min-h-[60dvh] content-center justify-items-center gap-5 py-12 text-center">
      <span
        aria-hidden="true"
        className="arch grid h-32 w-26 place-items-center border border-brass bg-tint shadow-[inset_0_0_0_6px_var(--paper),inset_0_0_0_7px_var(--brass)]"
      >
        <LogIn strokeWidth={1.5} className="mirrored mt-3 size-9 text-brass" />
      </span>
      <h1 className="max-w-[26ch] font-display text-3xl font-semibold text-balance">{text}</h1>
      {hasEnded && <p className="text-muted">{t('error.signedOut')}</p>}
      <div className="grid w-full max-w-sm gap-3 sm:grid-cols-2">
        <ButtonLink {...toSignIn(location)}>{t('nav.signIn')}</ButtonLink>
        <ButtonLink {...toSignIn(location, 'sign-up')} look="secondary">
          {t('nav.signUp')}
        </ButtonLink>
      </div>
    </div>
  )
}

// The frame of pages that are about oneself: what was fetched is kept here, and whoever is not signed in is asked to.
import { QueryClientProvider } from '@tanstack/react-query'
import { LogIn } from 'lucide-react'
import { type ReactNode, useEffect } from 'react'
import { useI18n } from '../lib/i18n.tsx'
import { queryClient } from '../lib/query-client.ts'
import { type SignedIn as Person, useSession } from '../lib/session.ts'
import { Checking } from './guard.tsx'
import { prepareToasts } from './toaster.tsx'
import { ButtonLink } from './ui/button.tsx'

interface SignedInProps {
  /** None behind a guard, which leads away whoever is not signed in. */
  prompt?: string
  children: (person: Person) => ReactNode
}

export function SignedIn({ prompt, children }: SignedInProps) {
  const session = useSession()
  useEffect(prepareToasts, [])
  if (session.status === 'loading') return <Checking />
  if (session.status === 'out') return prompt ? <SignInPrompt text={prompt} /> : null
  return (
    <QueryClientProvider client={queryClient}>
      {/* Nothing half-typed of one person is there for the next. */}
      <div key={session.person.id}>{children(session.person)}</div>
    </QueryClientProvider>
  )
}

function SignInPrompt({ text }: { text: string }) {
  const { t } = useI18n()
  return (
    <div className="page grid min-h-[60dvh] content-center justify-items-center gap-5 py-16 text-center">
      <LogIn aria-hidden="true" className="mirrored size-10 text-brass" />
      <h1 className="max-w-[30ch] font-display text-2xl font-semibold">{text}</h1>
      <ButtonLink to="/auth">{t('nav.signIn')}</ButtonLink>
    </div>
  )
}

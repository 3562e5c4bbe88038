// Shown when the session ended elsewhere while a page is open. The page stays as it is behind this dialog.
import { useState } from 'react'
import { useForm } from 'react-hook-form'
import { Button } from '../../components/ui/button.tsx'
import { Dialog } from '../../components/ui/dialog.tsx'
import { checkedBy } from '../../lib/form.ts'
import { useI18n } from '../../lib/i18n.tsx'
import { useLocation } from '../../lib/router/router.tsx'
import { signOut } from '../../lib/session/session.ts'
import type { SignedIn } from '../../lib/session/session-state.ts'
import { SignIn, type SignInInput } from './rules.ts'
import { SignInForm } from './sign-in-form.tsx'

interface SignInAgainProps {
  person: SignedIn
  /** True during a call, which continues beside the dialog. */
  isBeside: boolean
}

export default function SignInAgain({ person, isBeside }: SignInAgainProps) {
  const { t } = useI18n()
  if (isBeside) return <Beside person={person} />
  return (
    <Dialog open isRequired title={t('account.endedTitle')} description={t('account.endedText')} closeLabel={t('account.close')}>
      <Form person={person} takesFocus />
    </Dialog>
  )
}

function Beside({ person }: { person: SignedIn }) {
  const { t } = useI18n()
  const [isOpen, setIsOpen] = useState(true)
  return (
    <section
      aria-label={t('account.endedTitle')}
      className="fixed inset-x-4 top-18 z-40 ms-auto grid max-h-[calc(100dvh-11rem)] max-w-96 gap-3 overflow-auto rounded-box border border-line bg-surface p-4 text-ink shadow-lift"
    >
      <div role="alert" className="grid gap-1">
        <h2 className="font-medium">{t('account.endedTitle')}</h2>
        <p className="text-sm text-muted">{t('account.endedInCall')}</p>
      </div>
      {isOpen && <Form person={person} takesFocus={false} />}
      <Button look="secondary" aria-expanded={isOpen} onClick={() => setIsOpen(!isOpen)}>
        {t(isOpen ? 'account.endedLater' : 'nav.signIn')}
      </Button>
    </section>
  )
}

function Form({ person, takesFocus }: { person: SignedIn; takesFocus: boolean }) {
  const { t } = useI18n()
  const { pathname, search, hash } = useLocation()
  const form = useForm<SignInInput>({ defaultValues: { email: person.email, password: '' }, resolver: checkedBy(SignIn) })
  const [isEntering, setIsEntering] = useState(false)
  return (
    <div className="grid gap-2">
      <SignInForm
        form={form}
        startsAtPassword={takesFocus}
        isEntering={isEntering}
        onEntering={setIsEntering}
        returnTo={pathname + search + hash}
      />
      <Button look="quiet" onClick={() => void signOut('local')}>
        {t('nav.signOut')}
      </Button>
    </div>
  )
}

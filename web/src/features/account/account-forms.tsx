import { Suspense, useEffect, useRef, useState } from 'react'
import { useForm } from 'react-hook-form'
import { lazyPart } from '../../components/lazy-part.tsx'
import { toast } from '../../components/toaster.tsx'
import { Skeleton } from '../../components/ui/skeleton.tsx'
import { Tabs } from '../../components/ui/tabs.tsx'
import { checkedBy } from '../../lib/form.ts'
import { useI18n } from '../../lib/i18n.tsx'
import { directionOf } from '../../lib/languages.ts'
import { useIsHydrated } from '../../lib/load/use-is-hydrated.ts'
import { useNavigate } from '../../lib/router/router.tsx'
import { forgetReturn, rememberReturn } from '../../lib/session/return-to.ts'
import { forgetTyped, useTypedForm, useTypedText } from '../../lib/use-typed.ts'
import { AccountNotice, type Notice } from './account-notice.tsx'
import { OpenSignUp } from './open-sign-up.tsx'
import { SignIn, type SignInInput, SignUp, type SignUpInput } from './rules.ts'
import { SignInForm } from './sign-in-form.tsx'
import { SignUpForm } from './sign-up-form.tsx'

const ConfirmAddress = lazyPart(() => import('./confirm-address.tsx'))

const EMPTY: SignUpInput = {
  first_name: '',
  last_name: '',
  phone: '',
  health_consent: false,
  date_of_birth: '',
  gender: '',
  medical_history: '',
  email: '',
  password: '',
}

export type AccountTab = 'sign-in' | 'sign-up'

interface AccountFormsProps {
  /** The notice about the link that led here, if any. */
  arrived: Notice | undefined
  isEntering: boolean
  onEntering: (isEntering: boolean) => void
  /** The page that the person wanted when they were asked to sign in. */
  returnTo: string | undefined
  tab: AccountTab
  onTab: (tab: AccountTab) => void
}

export function AccountForms({ arrived, isEntering, onEntering, returnTo, tab, onTab }: AccountFormsProps) {
  const { t, language } = useI18n()
  const navigate = useNavigate()
  const [later, setLater] = useState<Notice>()
  // The state is kept here, so that switching tabs loses nothing. The sign-in form has no default values, so that it keeps
  // what the browser filled in before hydration.
  const signIn = useForm<SignInInput>({ resolver: checkedBy(SignIn) })
  const signUp = useForm<SignUpInput>({ defaultValues: EMPTY, resolver: checkedBy(SignUp) })
  useTypedForm('sign-up', signUp, ['password'])
  const [startsAtPassword, setStartsAtPassword] = useState(false)
  const isHydrated = useIsHydrated()
  // Kept with the tab, because a phone may discard the page while its owner reads the mail.
  const [unconfirmed, setUnconfirmed, forgetUnconfirmed] = useTypedText('unconfirmed')
  const [sentAt, setSentAt] = useState<number>()
  const sent = useRef(EMPTY)

  const isConfirmed = arrived?.kind === 'confirmed'
  const address = isConfirmed ? arrived.email : undefined
  useEffect(() => {
    if (!address) return
    signIn.setValue('email', address)
  }, [address, signIn])

  const finishSignUp = (input: SignUpInput, mustConfirm: boolean) => {
    if (mustConfirm) rememberReturn(returnTo)
    sent.current = input
    signUp.reset(EMPTY)
    signIn.reset({ email: input.email, password: '' })
    if (!mustConfirm) {
      onTab('sign-in')
      setLater({ kind: 'registered' })
      setStartsAtPassword(true)
      return
    }
    setSentAt(Date.now())
    setUnconfirmed(input.email)
  }

  const goOn = () => {
    forgetReturn()
    // Does not reset the state, which would show the forms for a moment.
    forgetTyped('unconfirmed')
    // On another page the greeting would cover what the person came back for.
    if (!returnTo) toast.success(t('account.welcome'))
    // Replaces the history entry, so that going back does not lead here again.
    navigate(returnTo ?? '/', { replace: true })
  }

  if (isHydrated && unconfirmed && !arrived)
    return (
      <Suspense fallback={<Skeleton className="h-80 rounded-box!" />}>
        <ConfirmAddress
          email={unconfirmed}
          sentAt={sentAt}
          returnTo={returnTo}
          onEntering={onEntering}
          onSignedIn={goOn}
          onSignIn={() => {
            signIn.reset({ email: unconfirmed, password: '' })
            onTab('sign-in')
            setStartsAtPassword(true)
            forgetUnconfirmed()
          }}
          onOtherAddress={() => {
            // What was typed is still there, for another try.
            signUp.reset(sent.current)
            onTab('sign-up')
            forgetUnconfirmed()
            setTimeout(() => signUp.setFocus('email', { shouldSelect: true }))
          }}
        />
      </Suspense>
    )

  const notice = later ?? arrived
  return (
    <>
      <Tabs
        label={t('account.tabs')}
        direction={directionOf(language)}
        value={tab}
        onValueChange={(next) => {
          onTab(next === 'sign-up' ? next : 'sign-in')
          setStartsAtPassword(false)
        }}
        tabs={[
          {
            id: 'sign-in',
            title: t('account.signIn'),
            content: (
              <div className="grid gap-5 lg:pt-5 lg:[&_form]:gap-8">
                {notice && <AccountNotice notice={notice} returnTo={returnTo} email={() => signIn.getValues('email')} />}
                <SignInForm
                  form={signIn}
                  startsAtPassword={startsAtPassword || address !== undefined}
                  isEntering={isEntering}
                  onEntering={onEntering}
                  returnTo={returnTo}
                  onSignedIn={goOn}
                  onUnconfirmed={(email) => {
                    setSentAt(undefined)
                    setUnconfirmed(email)
                  }}
                />
              </div>
            ),
          },
          {
            id: 'sign-up',
            title: t('account.signUp'),
            disabled: isConfirmed,
            content: (
              <OpenSignUp>
                <SignUpForm form={signUp} onDone={finishSignUp} />
              </OpenSignUp>
            ),
          },
        ]}
      />
      {/* On a phone the tab with the same purpose is right above. */}
      {tab === 'sign-in' && !isConfirmed && (
        <p className="mt-5 flex flex-wrap items-center gap-x-2 border-line text-muted max-sm:hidden lg:mt-auto lg:border-t lg:pt-4 noscript:hidden">
          {t('account.noAccount')}
          <button
            type="button"
            className="min-h-11 cursor-pointer rounded-box text-start font-medium text-action hover:underline"
            onClick={() => {
              onTab('sign-up')
              // The button disappears with its form.
              setTimeout(() => signUp.setFocus('first_name'))
            }}
          >
            {t('account.signUpTitle')}
          </button>
        </p>
      )}
    </>
  )
}

import { useState } from 'react'
import { useForm } from 'react-hook-form'
import { Tabs } from '../../components/ui/tabs.tsx'
import { checkedBy } from '../../lib/form.ts'
import { useI18n } from '../../lib/i18n.tsx'
import { directionOf } from '../../lib/languages.ts'
import { forgetReturn, rememberReturn } from '../../lib/return-to.ts'
import { useNavigate } from '../../lib/router.tsx'
import { useTypedForm } from '../../lib/use-typed.ts'
import { AccountNotice, type Notice } from './account-notice.tsx'
import { OpenSignUp } from './open-sign-up.tsx'
import { SignIn, type SignInInput, SignUp, type SignUpInput } from './rules.ts'
import { SignInForm } from './sign-in-form.tsx'
import { SignUpForm } from './sign-up-form.tsx'

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

interface AccountFormsProps {
  /** The link that led here, if any. */
  arrived: Notice | undefined
  isEntering: boolean
  onEntering: (isEntering: boolean) => void
  /** The page that the person wanted when they were asked to sign in. */
  returnTo: string | undefined
  startsAt: 'sign-in' | 'sign-up'
}

export function AccountForms({ arrived, isEntering, onEntering, returnTo, startsAt }: AccountFormsProps) {
  const { t, language } = useI18n()
  const navigate = useNavigate()
  const [chosen, setTab] = useState<string>()
  const tab = chosen ?? startsAt
  const [later, setLater] = useState<Notice>()
  // The state is kept here, so that switching tabs loses nothing. The sign-in form has no default values, so that it keeps
  // what the browser filled in before hydration.
  const signIn = useForm<SignInInput>({ resolver: checkedBy(SignIn) })
  const signUp = useForm<SignUpInput>({ defaultValues: EMPTY, resolver: checkedBy(SignUp) })
  useTypedForm('sign-up', signUp, ['password'])
  const [hasRegistered, setHasRegistered] = useState(false)

  const finishSignUp = (email: string, mustConfirm: boolean) => {
    if (mustConfirm) rememberReturn(returnTo)
    signUp.reset(EMPTY)
    signIn.reset({ email, password: '' })
    setLater(mustConfirm ? { kind: 'unconfirmed', email } : undefined)
    setTab('sign-in')
    setHasRegistered(true)
  }

  const isConfirmed = arrived?.kind === 'confirmed'
  const notice = later ?? arrived
  return (
    <Tabs
      label={t('account.tabs')}
      direction={directionOf(language)}
      value={isConfirmed ? 'sign-in' : tab}
      onValueChange={(next) => {
        setTab(next)
        setHasRegistered(false)
      }}
      tabs={[
        {
          id: 'sign-in',
          title: t('account.signIn'),
          content: (
            <div className="grid gap-5">
              {notice && <AccountNotice notice={notice} returnTo={returnTo} email={() => signIn.getValues('email')} />}
              <SignInForm
                form={signIn}
                startsAtPassword={hasRegistered}
                isEntering={isEntering}
                onEntering={onEntering}
                returnTo={returnTo}
                onSignedIn={() => {
                  forgetReturn()
                  // Replaced, so that going back does not lead here again.
                  return navigate(returnTo ?? '/', { replace: true })
                }}
                onUnconfirmed={(email) => setLater({ kind: 'unconfirmed', email })}
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
  )
}

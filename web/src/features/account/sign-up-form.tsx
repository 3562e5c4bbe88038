import { useEffect, useRef, useState } from 'react'
import type { UseFormReturn } from 'react-hook-form'
import { Button } from '../../components/ui/button.tsx'
import { ErrorBanner } from '../../components/ui/error-banner.tsx'
import { TextField } from '../../components/ui/field.tsx'
import { faultTexts } from '../../lib/form.ts'
import { useI18n } from '../../lib/i18n.tsx'
import { Acceptance } from './acceptance.tsx'
import { accountErrorText, isFault } from './account-errors.ts'
import { HealthFields } from './health-fields.tsx'
import { PasswordField } from './password-field.tsx'
import { signUp } from './queries.ts'
import { MAX_LENGTH, PASSWORD_SYMBOLS, type SignUpInput } from './rules.ts'

interface SignUpFormProps {
  form: UseFormReturn<SignUpInput>
  onDone: (input: SignUpInput, mustConfirm: boolean) => void
}

export function SignUpForm({ form, onDone }: SignUpFormProps) {
  const { register, handleSubmit, formState, setError, setFocus } = form
  const { t, language } = useI18n()
  const [fault, setFault] = useState<{ text: string; isAtEmail: boolean }>()
  const faultOf = faultTexts(formState.errors, t, { symbols: PASSWORD_SYMBOLS })
  const field = (name: keyof SignUpInput) => ({ required: true, error: faultOf(name), ...register(name) })

  const send = async (input: SignUpInput) => {
    setFault(undefined)
    try {
      const { mustConfirm } = await signUp(input, language)
      onDone(input, mustConfirm)
    } catch (error) {
      if (isFault(error, 'weak_password_pwned')) {
        setError('password', { message: 'account.passwordLeaked' }, { shouldFocus: true })
        return
      }
      const isAtEmail = isFault(error, 'user_already_exists')
      setFault({ text: accountErrorText(error, t), isAtEmail })
    }
  }
  const place = useRef<HTMLDivElement>(null)
  useEffect(() => {
    if (fault?.isAtEmail) setFocus('email', { shouldSelect: true })
    // Scrolls to what stands above the field too. Focusing alone shows only the field.
    place.current?.scrollIntoView({ block: 'nearest' })
  }, [fault, setFocus])
  const refusal = fault && (
    <div ref={place} className="scroll-mt-24">
      <ErrorBanner title={t('account.signUpFailed')}>{fault.text}</ErrorBanner>
    </div>
  )

  // The name, the phone and the means of signing in come first. On a phone they fill the first screen.
  return (
    <form
      method="post"
      noValidate
      data-sign-up
      className="grid gap-3 sm:gap-4 lg:gap-2.5"
      onSubmit={(event) => void handleSubmit(send)(event)}
    >
      <div className="grid two-columns items-start gap-4 max-sm:gap-3">
        <TextField label={t('account.firstName')} autoComplete="given-name" maxLength={MAX_LENGTH.name} {...field('first_name')} />
        <TextField label={t('account.lastName')} autoComplete="family-name" maxLength={MAX_LENGTH.name} {...field('last_name')} />
      </div>
      {fault?.isAtEmail && refusal}
      <div className="grid items-start gap-3 sm:grid-cols-2 sm:gap-4">
        {/* Password managers take the field before the password as the user name. */}
        <TextField
          label={t('account.phone')}
          type="tel"
          autoComplete="tel"
          maxLength={MAX_LENGTH.phone}
          dir="ltr"
          className="rtl:text-right"
          {...field('phone')}
        />
        <TextField
          label={t('account.email')}
          type="email"
          autoComplete="email"
          maxLength={MAX_LENGTH.email}
          dir="ltr"
          className="rtl:text-right"
          {...field('email')}
        />
      </div>
      <PasswordField
        label={t('account.password')}
        hint={t('account.passwordHint')}
        isHintBelow
        autoComplete="new-password"
        {...field('password')}
      />
      <HealthFields form={form} />
      <Acceptance />
      {!fault?.isAtEmail && refusal}
      <Button type="submit" busyLabel={formState.isSubmitting && t('account.signingUp')}>
        {t('nav.signUp')}
      </Button>
    </form>
  )
}

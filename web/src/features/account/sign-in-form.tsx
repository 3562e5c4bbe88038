import { useEffect, useState } from 'react'
import type { UseFormReturn } from 'react-hook-form'
import { Button } from '../../components/ui/button.tsx'
import { ErrorBanner } from '../../components/ui/error-banner.tsx'
import { TextField } from '../../components/ui/field.tsx'
import { faultTexts } from '../../lib/form.ts'
import { useI18n } from '../../lib/i18n.tsx'
import { useIsHydrated } from '../../lib/load/use-is-hydrated.ts'
import { supportsWebAuthn } from '../../lib/session/webauthn-support.ts'
import { accountErrorText, isFault } from './account-errors.ts'
import { LinkDialog } from './link-dialog.tsx'
import { PasswordField } from './password-field.tsx'
import { signIn, signInWithPasskey } from './queries.ts'
import { MAX_LENGTH, type SignInInput } from './rules.ts'

interface SignInFormProps {
  form: UseFormReturn<SignInInput>
  /** True if the email address is filled in already. */
  startsAtPassword: boolean
  isEntering: boolean
  /** True from the request until the page has been left. */
  onEntering: (isEntering: boolean) => void
  onSignedIn?: () => unknown
  onUnconfirmed?: (email: string) => void
  /** The page that a link from an email continues to. */
  returnTo?: string | undefined
}

export function SignInForm({ form, startsAtPassword, isEntering, onEntering, onSignedIn, onUnconfirmed, returnTo }: SignInFormProps) {
  const { t } = useI18n()
  const isHydrated = useIsHydrated()
  const { register, handleSubmit, formState, setFocus, getValues } = form
  const [fault, setFault] = useState<string>()
  const [isAskingForPasskey, setIsAskingForPasskey] = useState(false)
  const faultOf = faultTexts(formState.errors, t)
  useEffect(() => {
    if (startsAtPassword) setFocus('password')
  }, [startsAtPassword, setFocus])

  const enterWith = async (signingIn: Promise<boolean>) => {
    onEntering(true)
    setFault(undefined)
    // The page itself asks for the second step, and continues afterwards.
    if (await signingIn) return onEntering(false)
    await onSignedIn?.()
  }

  const enterWithPasskey = async () => {
    setIsAskingForPasskey(true)
    try {
      await enterWith(signInWithPasskey())
    } catch (error) {
      onEntering(false)
      setFault(accountErrorText(error, t))
    }
    setIsAskingForPasskey(false)
  }

  const enter = async (input: SignInInput) => {
    try {
      await enterWith(signIn(input))
    } catch (error) {
      onEntering(false)
      if (onUnconfirmed && isFault(error, 'email_not_confirmed')) return onUnconfirmed(input.email)
      setFault(accountErrorText(error, t))
      if (isFault(error, 'invalid_credentials')) setTimeout(() => setFocus('password', { shouldSelect: true }))
    }
  }

  return (
    <div className="grid gap-4 lg:gap-5">
      <form method="post" noValidate className="grid gap-4 lg:gap-5" onSubmit={(event) => void handleSubmit(enter)(event)}>
        <TextField
          label={t('account.email')}
          type="email"
          autoComplete="username"
          maxLength={MAX_LENGTH.email}
          dir="ltr"
          className="rtl:text-right"
          required
          error={faultOf('email')}
          {...register('email')}
        />
        <PasswordField
          label={t('account.password')}
          autoComplete="current-password"
          required
          error={faultOf('password')}
          besideLabel={
            <LinkDialog
              kind="reset"
              email={() => getValues('email')}
              returnTo={returnTo}
              trigger={
                <button
                  type="button"
                  className="-my-2.5 min-h-11 cursor-pointer rounded-box text-end font-medium text-action hover:underline"
                >
                  {t('account.forgot')}
                </button>
              }
            />
          }
          {...register('password')}
        />
        {fault && <ErrorBanner title={t('account.signInFailed')}>{fault}</ErrorBanner>}
        {/* Disabled without scripts, because the browser alone would submit the password in the address. */}
        <Button
          type="submit"
          disabled={!isHydrated || isAskingForPasskey}
          busyLabel={!isAskingForPasskey && (formState.isSubmitting || isEntering) && t('account.signingIn')}
        >
          {t('account.signIn')}
        </Button>
      </form>
      {isHydrated && supportsWebAuthn() && (
        <Button look="secondary" busyLabel={isAskingForPasskey && t('account.passkeyWaiting')} onClick={() => void enterWithPasskey()}>
          {t('account.passkey')}
        </Button>
      )}
    </div>
  )
}

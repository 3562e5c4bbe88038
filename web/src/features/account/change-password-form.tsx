import { type ReactNode, useEffect, useState } from 'react'
import { useForm } from 'react-hook-form'
import { toast } from '../../components/toaster.tsx'
import { Button } from '../../components/ui/button.tsx'
import { checkedBy, faultTexts } from '../../lib/form.ts'
import { useI18n } from '../../lib/i18n.tsx'
import { isCancelled } from '../../lib/session/reauthentication.ts'
import { useSession } from '../../lib/session/session.ts'
import { accountErrorText, isFault } from './account-errors.ts'
import { PasswordField } from './password-field.tsx'
import { cameByLink, changePassword } from './queries.ts'
import { NewPassword, type NewPasswordInput, PASSWORD_SYMBOLS, PasswordChange } from './rules.ts'

interface ChangePasswordFormProps {
  onDone: () => void
  /** Shown beside the submit button. */
  children?: ReactNode
  /** True in a dialog, which would otherwise focus its close button. */
  takesFocus?: boolean
  /** Whether a link from an email has just opened the session. */
  isByLink?: boolean
}

/** For signed-in people. Needs the texts of the area `account`. */
export function ChangePasswordForm({ onDone, children, takesFocus = false, isByLink = false }: ChangePasswordFormProps) {
  const { t } = useI18n()
  const session = useSession()
  const [asksCurrent, setAsksCurrent] = useState(!isByLink)
  const { register, handleSubmit, reset, setError, setFocus, formState } = useForm<NewPasswordInput>({
    defaultValues: { current: '', password: '' },
    resolver: checkedBy(asksCurrent ? PasswordChange : NewPassword),
  })
  const faultOf = faultTexts(formState.errors, t, { symbols: PASSWORD_SYMBOLS })
  useEffect(() => {
    if (takesFocus) setFocus('password')
  }, [takesFocus, setFocus])
  useEffect(() => {
    if (isByLink) return undefined
    let isLeft = false
    // If this is unknown, the form asks for the current password.
    cameByLink().then(
      (isLinked) => !isLeft && setAsksCurrent(!isLinked),
      () => {},
    )
    return () => {
      isLeft = true
    }
  }, [isByLink])

  const save = async (input: NewPasswordInput) => {
    try {
      await changePassword(input)
    } catch (error) {
      if (isCancelled(error)) return
      if (isFault(error, 'same_password')) setError('password', { message: 'account.samePassword' }, { shouldFocus: true })
      else if (isFault(error, 'weak_password_pwned')) setError('password', { message: 'account.passwordLeaked' }, { shouldFocus: true })
      else if (isFault(error, 'current_password_mismatch', 'current_password_required'))
        setError('current', { message: 'account.currentPasswordWrong' }, { shouldFocus: true })
      else toast.error(t('account.passwordFailed'), { description: accountErrorText(error, t) })
      return
    }
    reset()
    toast.success(t('account.passwordChanged'), { description: t('account.passwordChangedText') })
    onDone()
  }

  return (
    <form method="post" noValidate className="grid gap-4" onSubmit={(event) => void handleSubmit(save)(event)}>
      {/* Tells password managers which account the password belongs to. */}
      <input type="text" autoComplete="username" value={session.status === 'in' ? session.person.email : ''} readOnly hidden />
      {asksCurrent && (
        <PasswordField
          label={t('account.currentPassword')}
          autoComplete="current-password"
          required
          error={faultOf('current')}
          {...register('current')}
        />
      )}
      <PasswordField
        label={t('account.newPassword')}
        hint={t('account.passwordHint')}
        autoComplete="new-password"
        required
        error={faultOf('password')}
        {...register('password')}
      />
      <div className="flex flex-wrap gap-3 max-sm:*:grow in-[[role=dialog]]:justify-end">
        <Button type="submit" busyLabel={formState.isSubmitting && t('account.saving')}>
          {t('account.savePassword')}
        </Button>
        {children}
      </div>
    </form>
  )
}

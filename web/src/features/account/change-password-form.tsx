import { type ReactNode, useEffect } from 'react'
import { useForm } from 'react-hook-form'
import { toast } from '../../components/toaster.tsx'
import { Button } from '../../components/ui/button.tsx'
import { checkedBy, faultTexts } from '../../lib/form.ts'
import { useI18n } from '../../lib/i18n.tsx'
import { useSession } from '../../lib/session.ts'
import { faultText, isFault } from './faults.ts'
import { PasswordField } from './password-field.tsx'
import { changePassword } from './queries.ts'
import { NewPassword, type NewPasswordInput, PASSWORD_SYMBOLS } from './rules.ts'

interface ChangePasswordFormProps {
  onDone: () => void
  /** Stand beside its button. */
  children?: ReactNode
  /** For a dialog, which would begin with its closing button. */
  takesFocus?: boolean
}

/** For somebody who is signed in; needs the texts of the area `account`. */
export function ChangePasswordForm({ onDone, children, takesFocus = false }: ChangePasswordFormProps) {
  const { t } = useI18n()
  const session = useSession()
  const { register, handleSubmit, reset, setError, setFocus, formState } = useForm<NewPasswordInput>({
    defaultValues: { password: '' },
    resolver: checkedBy(NewPassword),
  })
  const faultOf = faultTexts(formState.errors, t, { symbols: PASSWORD_SYMBOLS })
  useEffect(() => {
    if (takesFocus) setFocus('password')
  }, [takesFocus, setFocus])

  const save = async ({ password }: NewPasswordInput) => {
    try {
      await changePassword(password)
    } catch (error) {
      if (isFault(error, 'same_password')) setError('password', { message: 'account.samePassword' }, { shouldFocus: true })
      else toast.error(t('account.passwordFailed'), { description: faultText(error, t) })
      return
    }
    reset()
    toast.success(t('account.passwordChanged'), { description: t('account.passwordChangedText') })
    onDone()
  }

  return (
    <form method="post" noValidate className="grid gap-4" onSubmit={(event) => void handleSubmit(save)(event)}>
      {/* Tells password managers whose password it is. */}
      <input type="text" autoComplete="username" value={session.status === 'in' ? session.person.email : ''} readOnly hidden />
      <PasswordField
        label={t('account.newPassword')}
        hint={t('account.passwordHint')}
        autoComplete="new-password"
        required
        error={faultOf('password')}
        {...register('password')}
      />
      <div className="flex flex-wrap gap-3">
        <Button type="submit" busyLabel={formState.isSubmitting && t('account.saving')}>
          {t('account.savePassword')}
        </Button>
        {children}
      </div>
    </form>
  )
}

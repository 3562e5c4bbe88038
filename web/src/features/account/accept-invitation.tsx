// The first step of somebody who was invited: their name, and a password for next time.
import { useEffect } from 'react'
import { useForm } from 'react-hook-form'
import { prepareToasts, toast } from '../../components/toaster.tsx'
import { Button } from '../../components/ui/button.tsx'
import { TextField } from '../../components/ui/field.tsx'
import { checkedBy, faultTexts } from '../../lib/form.ts'
import { useI18n } from '../../lib/i18n.tsx'
import type { SignedIn } from '../../lib/session.ts'
import { Acceptance } from './acceptance.tsx'
import { faultText, isFault } from './faults.ts'
import { PasswordField } from './password-field.tsx'
import { completeInvitedAccount } from './queries.ts'
import { InvitedPerson, type InvitedPersonInput, MAX_LENGTH, PASSWORD_SYMBOLS } from './rules.ts'

export default function AcceptInvitation({ person, onDone }: { person: SignedIn; onDone: () => void }) {
  const { t } = useI18n()
  useEffect(prepareToasts, [])
  const { register, handleSubmit, formState, setError, setFocus } = useForm<InvitedPersonInput>({
    defaultValues: { first_name: person.names.first, last_name: person.names.last, password: '' },
    resolver: checkedBy(InvitedPerson),
  })
  // The dialog would otherwise focus its close button.
  useEffect(() => setFocus('first_name'), [setFocus])
  const faultOf = faultTexts(formState.errors, t, { symbols: PASSWORD_SYMBOLS })
  const field = (name: keyof InvitedPersonInput) => ({ required: true, error: faultOf(name), ...register(name) })

  const save = async (input: InvitedPersonInput) => {
    try {
      await completeInvitedAccount(person.id, input)
    } catch (error) {
      if (isFault(error, 'weak_password_pwned')) setError('password', { message: 'account.passwordLeaked' }, { shouldFocus: true })
      else toast.error(t('account.inviteFailed'), { description: faultText(error, t) })
      return
    }
    toast.success(t('account.inviteDone'), { description: t('account.inviteDoneText') })
    onDone()
  }

  return (
    <form method="post" noValidate className="grid gap-4" onSubmit={(event) => void handleSubmit(save)(event)}>
      {/* Tells password managers which account the password belongs to. */}
      <input type="text" autoComplete="username" value={person.email} readOnly hidden />
      <div className="grid gap-4 sm:grid-cols-2">
        <TextField label={t('account.firstName')} autoComplete="given-name" maxLength={MAX_LENGTH.name} {...field('first_name')} />
        <TextField label={t('account.lastName')} autoComplete="family-name" maxLength={MAX_LENGTH.name} {...field('last_name')} />
      </div>
      <PasswordField label={t('account.password')} hint={t('account.passwordHint')} autoComplete="new-password" {...field('password')} />
      <Acceptance />
      <Button type="submit" busyLabel={formState.isSubmitting && t('account.saving')}>
        {t('account.inviteSubmit')}
      </Button>
    </form>
  )
}

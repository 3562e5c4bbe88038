// The first step of an invited person: their name, and a password for next time.
import { useEffect, useState } from 'react'
import { useForm } from 'react-hook-form'
import { prepareToasts, toast } from '../../components/toaster.tsx'
import { Banner } from '../../components/ui/banner.tsx'
import { Button, Spinner } from '../../components/ui/button.tsx'
import { TextField } from '../../components/ui/field.tsx'
import { SelectField } from '../../components/ui/select-field.tsx'
import { ZoneOptions } from '../../components/zone-options.tsx'
import { checkedBy, faultTexts } from '../../lib/form.ts'
import { useI18n } from '../../lib/i18n.tsx'
import type { SignedIn } from '../../lib/session/session-state.ts'
import { browserZone, cityOf, isSameClockForAYear, isStorableZone, offsetOf } from '../../lib/time/zones.ts'
import { Acceptance } from './acceptance.tsx'
import { accountErrorText, isFault } from './account-errors.ts'
import { PasswordField } from './password-field.tsx'
import { completeInvitedAccount, getUnconfirmedZone } from './queries.ts'
import { InvitedDoctor, InvitedPerson, type InvitedPersonInput, MAX_LENGTH, PASSWORD_SYMBOLS } from './rules.ts'

interface AcceptInvitationProps {
  person: SignedIn
  onDone: () => void
}

export default function AcceptInvitation({ person, onDone }: AcceptInvitationProps) {
  // Undefined while loading. If the request fails, nobody is asked here: a doctor is asked again where they set their hours.
  const [zone, setZone] = useState<{ invited: string | undefined }>()
  useEffect(() => {
    getUnconfirmedZone(person.id).then(
      (invited) => setZone({ invited }),
      () => setZone({ invited: undefined }),
    )
  }, [person.id])
  return zone ? <AccountForm person={person} invitedZone={zone.invited} onDone={onDone} /> : <Spinner />
}

interface AccountFormProps extends AcceptInvitationProps {
  /** The zone that the invitation states for a doctor. */
  invitedZone: string | undefined
}

function AccountForm({ person, invitedZone, onDone }: AccountFormProps) {
  const { t, language } = useI18n()
  const here = browserZone()
  const asksZone = invitedZone !== undefined && isStorableZone(here) && !isSameClockForAYear(invitedZone, here)
  useEffect(prepareToasts, [])
  const { register, handleSubmit, formState, setError, setFocus } = useForm<InvitedPersonInput>({
    defaultValues: { first_name: person.names.first, last_name: person.names.last, password: '', ...(asksZone && { timezone: '' }) },
    resolver: checkedBy<InvitedPersonInput>(asksZone ? InvitedDoctor : InvitedPerson),
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
      else toast.error(t('account.inviteFailed'), { description: accountErrorText(error, t) })
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
      {asksZone && (
        <div className="grid gap-3">
          <Banner tone="warning">
            {t('account.inviteZoneText', {
              city: cityOf(invitedZone, language),
              offset: offsetOf(invitedZone),
              here: cityOf(here, language),
              hereOffset: offsetOf(here),
            })}
          </Banner>
          <SelectField label={t('account.inviteZone')} {...field('timezone')}>
            <option value="">{t('account.inviteZoneChoose')}</option>
            <ZoneOptions />
          </SelectField>
        </div>
      )}
      <PasswordField label={t('account.password')} hint={t('account.passwordHint')} autoComplete="new-password" {...field('password')} />
      <Acceptance />
      <Button type="submit" busyLabel={formState.isSubmitting && t('account.saving')}>
        {t('account.inviteSubmit')}
      </Button>
    </form>
  )
}

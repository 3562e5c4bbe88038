// Invites a doctor, an admin or a patient. Load this module lazily.

import { useEffect } from 'react'
import { useForm, useWatch } from 'react-hook-form'
import { company } from '../../../../supabase/functions/_shared/company.ts'
import { LanguageSelect } from '../../components/language-select.tsx'
import { toast } from '../../components/toaster.tsx'
import { Button } from '../../components/ui/button.tsx'
import { ErrorBanner } from '../../components/ui/error-banner.tsx'
import { TextField } from '../../components/ui/field.tsx'
import { SelectField } from '../../components/ui/select-field.tsx'
import { ZoneOptions } from '../../components/zone-options.tsx'
import { titledName } from '../../domain/titled-name.ts'
import { MAX_EMAIL_LENGTH } from '../../lib/email.ts'
import { checkedBy, faultTexts } from '../../lib/form.ts'
import { useI18n } from '../../lib/i18n.tsx'
import { useTypedForm } from '../../lib/use-typed.ts'
import { INVITED_ROLES, InviteInput, MAX_NAME_LENGTH } from './invite-input.ts'
import { peopleErrorText } from './people-errors.ts'
import { ROLES } from './person-names.ts'
import { useFreeRecords, useInvitePerson } from './queries.ts'

export default function InviteForm({ onDone }: { onDone: () => void }) {
  const { t, language } = useI18n()
  const form = useForm<InviteInput>({
    defaultValues: { email: '', role: 'doctor', full_name: '', language, doctor_id: '', timezone: company.timezone },
    resolver: checkedBy(InviteInput),
  })
  const { register, handleSubmit, formState, setFocus, control, reset } = form
  useTypedForm('invite', form)
  // The dialog would otherwise focus its close button.
  useEffect(() => setFocus('email'), [setFocus])
  const role = useWatch({ control, name: 'role' })
  const hasRecord = useWatch({ control, name: 'doctor_id' }) !== ''
  const { data: records = [] } = useFreeRecords(role === 'doctor')
  const { mutateAsync, error } = useInvitePerson()
  const faultOf = faultTexts(formState.errors, t)
  const field = (name: keyof InviteInput) => ({ error: faultOf(name), ...register(name) })

  const send = async (input: InviteInput) => {
    const answer = await mutateAsync(input).catch(() => undefined)
    if (!answer) return
    const { email } = input
    if (answer.state === 'invited') toast.success(t('people.invited'), { description: t('people.invitedText', { email }) })
    else if (answer.state === 'granted') toast.success(t('people.granted'), { description: t('people.grantedText', { email }) })
    else toast.info(t('people.exists'), { description: t('people.existsText', { email }) })
    reset()
    onDone()
  }

  return (
    <form method="post" noValidate className="grid gap-4" onSubmit={(event) => void handleSubmit(send)(event)}>
      <TextField
        label={t('people.email')}
        type="email"
        autoComplete="off"
        maxLength={MAX_EMAIL_LENGTH}
        dir="ltr"
        className="rtl:text-right"
        required
        {...field('email')}
      />
      <div className="grid gap-4 sm:grid-cols-2">
        <SelectField label={t('people.role')} {...field('role')}>
          {INVITED_ROLES.map((each) => (
            <option key={each} value={each}>
              {t(ROLES[each])}
            </option>
          ))}
        </SelectField>
        <LanguageSelect label={t('people.language')} {...field('language')} />
      </div>
      {role === 'doctor' && (
        <SelectField label={t('people.record')} hint={t('people.recordHint')} {...field('doctor_id')}>
          <option value="">{t('people.recordNew')}</option>
          {records.map((record) => (
            <option key={record.id} value={record.id}>
              {titledName(record, t)}
            </option>
          ))}
        </SelectField>
      )}
      <TextField
        label={t('people.fullName')}
        autoComplete="off"
        dir="auto"
        maxLength={MAX_NAME_LENGTH}
        required={role === 'doctor' && !hasRecord}
        {...field('full_name')}
      />
      {role === 'doctor' && !hasRecord && (
        <SelectField label={t('people.zone')} hint={t('people.zoneHint')} {...field('timezone')}>
          <ZoneOptions />
        </SelectField>
      )}
      {error && <ErrorBanner title={t('people.inviteFailed')}>{peopleErrorText(error, t)}</ErrorBanner>}
      <Button type="submit" busyLabel={formState.isSubmitting && t('people.sending')}>
        {t('people.send')}
      </Button>
    </form>
  )
}

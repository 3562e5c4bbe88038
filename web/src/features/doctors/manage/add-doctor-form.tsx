import { useRef } from 'react'
import { useForm } from 'react-hook-form'
import { toast } from '../../../components/toaster.tsx'
import { Button } from '../../../components/ui/button.tsx'
import { TextAreaField, TextField } from '../../../components/ui/field.tsx'
import { SelectField } from '../../../components/ui/select-field.tsx'
import { ZoneOptions } from '../../../components/zone-options.tsx'
import { textOf } from '../../../lib/errors.ts'
import { checkedBy, faultTexts } from '../../../lib/form.ts'
import { useI18n } from '../../../lib/i18n.tsx'
import { useTypedForm } from '../../../lib/use-typed.ts'
import { useReloadDoctors } from '../queries.ts'
import { EMPTY_DOCTOR, MAX_LENGTH, NewDoctor, type NewDoctorInput } from './doctor-input.ts'
import { addDoctor } from './queries.ts'
import { SpecialtyOptions } from './specialty-options.tsx'

export function AddDoctorForm({ onAdded }: { onAdded: () => void }) {
  const { t } = useI18n()
  const reload = useReloadDoctors()
  // The id stays the same until the database has the doctor, so that a retry after a lost response adds nobody twice.
  const id = useRef<string>(undefined)
  const form = useForm<NewDoctorInput>({ defaultValues: EMPTY_DOCTOR, resolver: checkedBy(NewDoctor) })
  const { register, handleSubmit, reset, setFocus, formState } = form
  useTypedForm('add-doctor', form)

  const add = async (input: NewDoctorInput) => {
    id.current ??= crypto.randomUUID()
    try {
      await addDoctor(id.current, input)
    } catch (error) {
      const { key, values } = textOf(error, { '23514': 'management.recordInvalid' })
      toast.error(t('management.addFailed'), { description: t('management.createFailed', { message: t(key, values) }) })
      return
    } finally {
      void reload()
    }
    id.current = undefined
    toast.success(t('management.added'))
    reset()
    onAdded()
    setTimeout(() => setFocus('first_name'))
  }

  const faultOf = faultTexts(formState.errors, t)
  const field = (name: keyof NewDoctorInput) => ({ ...register(name), error: faultOf(name) })
  const note = t('profile.optional')

  return (
    <form method="post" noValidate className="grid gap-4 lg:grid-cols-3 lg:items-end" onSubmit={(event) => void handleSubmit(add)(event)}>
      <div className="grid gap-4 sm:grid-cols-2 lg:contents">
        <TextField label={t('profile.firstName')} autoComplete="off" maxLength={MAX_LENGTH.name} required {...field('first_name')} />
        <TextField label={t('profile.lastName')} autoComplete="off" maxLength={MAX_LENGTH.name} required {...field('last_name')} />
      </div>
      <SelectField label={t('management.specialty')} {...field('specialization')}>
        <option value="">{t('management.noSpecialty', { general: t('specialty.general') })}</option>
        <SpecialtyOptions />
      </SelectField>
      <TextField
        label={t('profile.phone')}
        note={note}
        type="tel"
        maxLength={MAX_LENGTH.phone}
        autoComplete="off"
        dir="ltr"
        className="rtl:text-end"
        {...field('phone')}
      />
      <div className="lg:col-span-2">
        <TextField
          label={t('accountCard.email')}
          note={note}
          hint={t('management.emailHint')}
          type="email"
          maxLength={MAX_LENGTH.email}
          autoComplete="off"
          dir="ltr"
          className="rtl:text-end"
          {...field('email')}
        />
      </div>
      <div className="lg:col-span-full lg:max-w-1/2">
        <SelectField label={t('profile.timezone')} hint={t('management.zoneHint')} {...field('timezone')}>
          <ZoneOptions />
        </SelectField>
      </div>
      <div className="lg:col-span-full">
        <TextAreaField label={t('management.bio')} note={note} hint={t('management.bioHint')} rows={4} dir="auto" {...field('bio')} />
      </div>
      <Button type="submit" className="w-full sm:w-auto sm:justify-self-start" busyLabel={formState.isSubmitting && t('management.adding')}>
        {t('management.add')}
      </Button>
    </form>
  )
}

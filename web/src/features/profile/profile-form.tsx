import { Suspense, useEffect, useState } from 'react'
import { Controller, useForm } from 'react-hook-form'
import { FormConflict } from '../../components/form-conflict.tsx'
import { lazyPart } from '../../components/lazy-part.tsx'
import { toast } from '../../components/toaster.tsx'
import { Button } from '../../components/ui/button.tsx'
import { DateField } from '../../components/ui/date-field.tsx'
import { TextAreaField, TextField } from '../../components/ui/field.tsx'
import { SelectField } from '../../components/ui/select-field.tsx'
import { UnsavedChanges } from '../../components/unsaved-changes.tsx'
import { GENDERS } from '../../domain/genders.ts'
import { AppError, type ErrorTexts, textOf } from '../../lib/errors.ts'
import { checkedBy, faultTexts } from '../../lib/form.ts'
import { type TextKey, useI18n } from '../../lib/i18n.tsx'
import { zoneLabel } from '../../lib/time/zones.ts'
import { useConflicts } from '../../lib/use-conflicts.ts'
import { useGiveConsent } from './consent-queries.ts'
import {
  FIRST_DATE_OF_BIRTH,
  lastDateOfBirth,
  MAX_LENGTH,
  ProfileInput,
  type ProfileValues,
  profileChange,
  profileValues,
} from './profile-input.ts'
import { loadProfile, type Profile, useSaveProfile } from './queries.ts'
import { ZoneField } from './zone-field.tsx'

const ConsentQuestion = lazyPart(() => import('./consent-question.tsx'))

const LABELS: Record<keyof ProfileValues, TextKey> = {
  first_name: 'profile.firstName',
  last_name: 'profile.lastName',
  phone: 'profile.phone',
  date_of_birth: 'profile.dateOfBirth',
  gender: 'profile.gender',
  medical_history: 'profile.medicalHistory',
  timezone: 'profile.timezone',
}

const REFUSALS: ErrorTexts = {
  profile_name_required: 'profile.required',
  '23503': 'zoneOffer.unknown',
  too_many_requests: 'consent.tooMany',
}

export function ProfileForm({ profile, onSaved }: { profile: Profile; onSaved: () => void }) {
  const { t, language } = useI18n()
  const { mutateAsync: save } = useSaveProfile(profile.user_id)
  const form = useForm<ProfileValues>({
    // The stored profile may change while the form is open, for example its zone. Typed input stays.
    values: profileValues(profile),
    resetOptions: { keepDirtyValues: true },
    resolver: checkedBy(ProfileInput),
  })
  const { register, control, handleSubmit, setFocus, formState } = form
  const conflicts = useConflicts({
    form,
    stored: profileValues(profile),
    load: async () => profileValues(await loadProfile(profile.user_id)),
  })
  const { mutateAsync: giveConsent } = useGiveConsent(profile.user_id)
  // The values that wait for an answer to the question about consent.
  const [asked, setAsked] = useState<ProfileValues>()
  const [busy, setBusy] = useState<'give' | 'without'>()
  useEffect(() => setFocus('first_name'), [setFocus])

  const answer = async (given: 'give' | 'without') => {
    if (!asked) return
    setBusy(given)
    const { date_of_birth, gender, medical_history } = profileValues(profile)
    await send(given === 'give' ? asked : { ...asked, date_of_birth, gender, medical_history }, given === 'give')
    setBusy(undefined)
    setAsked(undefined)
  }

  const send = async (values: ProfileValues, withConsent = false) => {
    try {
      const resolved = await conflicts.resolve(values)
      if (!resolved) return
      if (withConsent) await giveConsent(language)
      // Emails are sent in the language that the person last used here.
      await save({ ...profileChange(resolved), language })
    } catch (error) {
      if (error instanceof AppError && error.reason === 'consent_required') {
        setAsked(values)
        return
      }
      const { key, values: facts } = textOf(error, REFUSALS)
      toast.error(t('profile.saveFailed'), { description: t(key, facts) })
      return
    }
    toast.success(t('profile.savedTitle'), { description: t('profile.saved') })
    onSaved()
  }

  const faultOf = faultTexts(formState.errors, t)
  const field = (name: keyof ProfileValues) => ({ ...register(name), error: faultOf(name) })
  const note = t('profile.optional')

  return (
    <form method="post" noValidate className="grid gap-4" onSubmit={(event) => void handleSubmit((values) => send(values))(event)}>
      <div className="grid gap-4 sm:grid-cols-2">
        <TextField label={t('profile.firstName')} autoComplete="given-name" maxLength={MAX_LENGTH.name} required {...field('first_name')} />
        <TextField label={t('profile.lastName')} autoComplete="family-name" maxLength={MAX_LENGTH.name} required {...field('last_name')} />
        <TextField
          label={t('profile.phone')}
          note={note}
          type="tel"
          autoComplete="tel"
          maxLength={MAX_LENGTH.phone}
          dir="ltr"
          className="rtl:text-end"
          {...field('phone')}
        />
        <DateField
          label={t('profile.dateOfBirth')}
          note={note}
          autoComplete="bday"
          min={FIRST_DATE_OF_BIRTH}
          max={lastDateOfBirth()}
          {...field('date_of_birth')}
        />
        <SelectField label={t('profile.gender')} note={note} autoComplete="sex" {...field('gender')}>
          <option value="">{t('profile.notGiven')}</option>
          {Object.entries(GENDERS).map(([gender, text]) => (
            <option key={gender} value={gender}>
              {t(text)}
            </option>
          ))}
        </SelectField>
        <Controller
          control={control}
          name="timezone"
          render={({ field: { value, onChange } }) => <ZoneField value={value} onChange={onChange} error={faultOf('timezone')} />}
        />
      </div>
      <TextAreaField
        label={t('profile.medicalHistory')}
        note={note}
        hint={t('profile.medicalHistoryHint')}
        rows={5}
        dir="auto"
        {...field('medical_history')}
      />
      <FormConflict
        conflicts={conflicts}
        labelOf={(name) => t(LABELS[name])}
        textOf={(name, value) => {
          if (typeof value !== 'string') return undefined
          const gender = name === 'gender' ? GENDERS[value] : undefined
          return gender ? t(gender) : name === 'timezone' ? zoneLabel(value, language) : undefined
        }}
      />
      <div>
        <Button type="submit" busyLabel={formState.isSubmitting && t('profile.saving')} className="w-full sm:w-auto">
          {t('profile.save')}
        </Button>
      </div>
      <UnsavedChanges isDirty={formState.isDirty} />
      {asked && (
        <Suspense>
          <ConsentQuestion
            busy={busy}
            onGive={() => void answer('give')}
            onWithout={() => void answer('without')}
            onClose={() => setAsked(undefined)}
          />
        </Suspense>
      )}
    </form>
  )
}

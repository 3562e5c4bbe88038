// Health data at sign-up. It is kept only with a consent, which is a separate decision and never needed to register.
import { useId } from 'react'
import type { UseFormReturn } from 'react-hook-form'
import { DateField } from '../../components/ui/date-field.tsx'
import { TextAreaField } from '../../components/ui/field.tsx'
import { SelectField } from '../../components/ui/select-field.tsx'
import { faultTexts } from '../../lib/form.ts'
import { type TextKey, useI18n } from '../../lib/i18n.tsx'
import { FIRST_BIRTHDAY, GENDER_CHOICES, type HealthField, type SignUpInput, today } from './rules.ts'

const GENDER_TEXTS: Record<(typeof GENDER_CHOICES)[number], TextKey> = {
  Erkek: 'account.male',
  Kadın: 'account.female',
  Diğer: 'account.other',
}

export function HealthFields({ form: { register, formState, watch } }: { form: UseFormReturn<SignUpInput> }) {
  const { t } = useI18n()
  const id = useId()
  const hasConsented = watch('health_consent')
  const faultOf = faultTexts(formState.errors, t)
  const field = (name: HealthField) => ({
    error: faultOf(name),
    ...register(name),
    required: true,
  })
  return (
    <fieldset className="grid gap-3 border-y border-line py-3.5 sm:gap-4 sm:py-4 lg:py-3">
      <legend className="sr-only">{t('account.healthGroup')}</legend>
      <div className="flex items-start gap-3">
        <input
          id={id}
          type="checkbox"
          className="mt-0.5 size-5 shrink-0 accent-action"
          aria-describedby={`${id}-hint`}
          {...register('health_consent')}
        />
        <div className="grid gap-1">
          <label htmlFor={id} className="font-medium">
            {t('account.healthConsent')}
          </label>
          <p id={`${id}-hint`} className="text-sm leading-5 text-muted [&:lang(ar)]:leading-6">
            {t('account.healthConsentHint')}
          </p>
        </div>
      </div>
      {hasConsented && (
        <>
          <div className="grid gap-4 sm:grid-cols-2">
            <DateField
              label={t('account.dateOfBirth')}
              autoComplete="bday"
              min={FIRST_BIRTHDAY}
              max={today()}
              {...field('date_of_birth')}
            />
            <SelectField label={t('account.gender')} autoComplete="sex" {...field('gender')}>
              <option value="">{t('account.choose')}</option>
              {GENDER_CHOICES.map((gender) => (
                <option key={gender} value={gender}>
                  {t(GENDER_TEXTS[gender])}
                </option>
              ))}
            </SelectField>
          </div>
          <TextAreaField
            label={t('account.medicalHistory')}
            hint={t('account.medicalHistoryHint')}
            rows={3}
            {...field('medical_history')}
          />
        </>
      )}
    </fieldset>
  )
}

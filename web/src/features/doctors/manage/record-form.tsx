import { useForm, useWatch } from 'react-hook-form'
import {
  MAX_DOCTOR_TITLE_LENGTH,
  MAX_LICENCE_AUTHORITY_LENGTH,
  MAX_LICENCE_NUMBER_LENGTH,
} from '../../../../../supabase/functions/_shared/rules.ts'
import { LanguageSelect } from '../../../components/language-select.tsx'
import { StoredForm } from '../../../components/stored-form.tsx'
import { TextAreaField, TextField } from '../../../components/ui/field.tsx'
import { SelectField } from '../../../components/ui/select-field.tsx'
import { GENERAL } from '../../../domain/specialties.ts'
import { SPOKEN_LANGUAGES, spokenLanguageName } from '../../../domain/spoken-languages.ts'
import type { ErrorTexts } from '../../../lib/errors.ts'
import { checkedBy, faultTexts } from '../../../lib/form.ts'
import { type TextKey, useI18n, type Values } from '../../../lib/i18n.tsx'
import { LANGUAGE_NAMES, LANGUAGES, type Language, listOf } from '../../../lib/languages.ts'
import { MAX_LENGTH } from './doctor-input.ts'
import { DoctorRecord, type DoctorRecordInput, inputOf } from './record-input.ts'
import { type DoctorDetails, loadRecord, useSaveDoctor } from './record-queries.ts'
import { SpecialtyOptions } from './specialty-options.tsx'

const REFUSALS: ErrorTexts = { '23514': 'record.invalid', doctor_not_found: 'record.gone' }
const TEXTS = {
  title: 'record.title',
  text: 'record.recordText',
  save: 'record.save',
  saving: 'record.saving',
  saved: 'record.saved',
  failed: 'record.failed',
} as const
const LABELS: Partial<Record<keyof DoctorRecordInput, TextKey>> = {
  first_name: 'profile.firstName',
  last_name: 'profile.lastName',
  title: 'record.titleField',
  specialization: 'management.specialty',
  phone: 'profile.phone',
  email: 'accountCard.email',
  languages: 'record.languages',
  bio: 'management.bio',
  bio_language: 'record.bioLanguage',
  licence_number: 'record.licenceNumber',
  licence_authority: 'record.licenceAuthority',
  licence_country: 'record.licenceCountry',
}

/** Fields that are not in LABELS are texts in one language each. */
function labelOf(name: keyof DoctorRecordInput, t: (key: TextKey, values?: Values) => string) {
  const label = LABELS[name]
  const language = LANGUAGES.find((each) => name === `text_${each}`)
  return label ? t(label) : language ? t('record.textIn', { language: LANGUAGE_NAMES[language] }) : ''
}

function languageNames(name: keyof DoctorRecordInput, value: unknown, language: Language) {
  if (name === 'bio_language') return LANGUAGES.filter((each) => each === value).map((each) => LANGUAGE_NAMES[each])[0]
  return name === 'languages' && Array.isArray(value) ? listOf(value.map(spokenLanguageName), language) : undefined
}

const CONTACT = { autoComplete: 'off', dir: 'ltr', className: 'rtl:text-end' } as const

export function RecordForm({ doctor }: { doctor: DoctorDetails }) {
  const { t, language } = useI18n()
  const { mutateAsync: save } = useSaveDoctor(doctor.id)
  const form = useForm<DoctorRecordInput>({
    // The stored record may change while the form is open. Typed input stays.
    values: inputOf(doctor),
    resetOptions: { keepDirtyValues: true },
    resolver: checkedBy(DoctorRecord),
  })
  const { register, control, formState } = form
  const bioLanguage = useWatch({ control, name: 'bio_language' })
  const faultOf = faultTexts(formState.errors, t)
  const field = (name: keyof DoctorRecordInput) => ({ ...register(name), error: faultOf(name) })
  const note = t('profile.optional')
  return (
    <StoredForm
      form={form}
      stored={inputOf(doctor)}
      load={() => loadRecord(doctor.id)}
      labelOf={(name) => labelOf(name, t)}
      textOf={(name, value) => languageNames(name, value, language)}
      texts={TEXTS}
      refusals={REFUSALS}
      onSave={save}
    >
      <div className="grid items-start gap-4 sm:grid-cols-2">
        <TextField label={t('profile.firstName')} autoComplete="off" maxLength={MAX_LENGTH.name} required {...field('first_name')} />
        <TextField label={t('profile.lastName')} autoComplete="off" maxLength={MAX_LENGTH.name} required {...field('last_name')} />
        <TextField
          label={t('record.titleField')}
          note={note}
          hint={t('record.titleHint')}
          maxLength={MAX_DOCTOR_TITLE_LENGTH}
          {...field('title')}
        />
        <SelectField label={t('management.specialty')} hint={'\u00A0'} {...field('specialization')}>
          <option value={GENERAL}>{t('specialty.general')}</option>
          <SpecialtyOptions stored={doctor} />
        </SelectField>
        <TextField label={t('profile.phone')} note={note} type="tel" maxLength={MAX_LENGTH.phone} {...CONTACT} {...field('phone')} />
        <TextField label={t('accountCard.email')} note={note} type="email" maxLength={MAX_LENGTH.email} {...CONTACT} {...field('email')} />
      </div>
      <fieldset className="grid gap-2">
        <legend className="mb-1 font-medium">{t('record.languages')}</legend>
        <div className="flex flex-wrap gap-x-5 gap-y-1">
          {SPOKEN_LANGUAGES.map((code) => (
            <label key={code} className="flex min-h-11 cursor-pointer items-center gap-2.5">
              <input type="checkbox" value={code} className="size-5 shrink-0 accent-action" {...register('languages')} />
              <bdi lang={code}>{spokenLanguageName(code)}</bdi>
            </label>
          ))}
        </div>
      </fieldset>
      <div className="grid items-start gap-4 sm:grid-cols-[minmax(0,1fr)_14rem]">
        <TextAreaField label={t('management.bio')} note={note} rows={4} dir="auto" {...field('bio')} />
        <LanguageSelect label={t('record.bioLanguage')} {...field('bio_language')} />
      </div>
      <details className="rounded-box border border-line px-4">
        <summary className="flex min-h-12 cursor-pointer items-center font-medium">{t('record.texts')}</summary>
        <div className="grid gap-4 pb-4">
          <p className="text-sm text-muted">{t('record.textsHint')}</p>
          {LANGUAGES.filter((each) => each !== bioLanguage).map((each) => (
            <TextAreaField
              key={each}
              label={t('record.textIn', { language: LANGUAGE_NAMES[each] })}
              note={note}
              rows={3}
              lang={each}
              dir="auto"
              {...field(`text_${each}`)}
            />
          ))}
        </div>
      </details>
      <fieldset className="grid gap-4 border-t border-line pt-5">
        <legend className="sr-only">{t('record.licence')}</legend>
        <div className="grid gap-1">
          <h3 className="font-medium">{t('record.licence')}</h3>
          <p className="text-sm text-muted">{t('record.licenceText')}</p>
        </div>
        <div className="grid items-end gap-4 sm:grid-cols-[1fr_2fr_1fr]">
          <TextField
            label={t('record.licenceNumber')}
            note={note}
            maxLength={MAX_LICENCE_NUMBER_LENGTH}
            dir="ltr"
            className="rtl:text-end"
            {...field('licence_number')}
          />
          <TextField
            label={t('record.licenceAuthority')}
            note={note}
            maxLength={MAX_LICENCE_AUTHORITY_LENGTH}
            dir="auto"
            {...field('licence_authority')}
          />
          <TextField
            label={t('record.licenceCountry')}
            note={note}
            hint={t('record.licenceCountryHint')}
            maxLength={2}
            dir="ltr"
            className="uppercase rtl:text-end"
            {...field('licence_country')}
          />
        </div>
      </fieldset>
    </StoredForm>
  )
}

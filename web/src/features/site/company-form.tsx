import { useQuery } from '@tanstack/react-query'
import { useRef, useState } from 'react'
import { useForm } from 'react-hook-form'
import { missingIn } from '../../../../supabase/functions/_shared/missing-settings.ts'
import { LoadFailed } from '../../components/load-failed.tsx'
import { StoredForm } from '../../components/stored-form.tsx'
import { Banner } from '../../components/ui/banner.tsx'
import { TextAreaField, TextField } from '../../components/ui/field.tsx'
import { FormSkeleton } from '../../components/ui/form-skeleton.tsx'
import { COMPANY_FIELDS, companySettings, loadCompany, type StoredCompany } from '../../domain/company-settings.ts'
import { checkedBy, faultTexts } from '../../lib/form.ts'
import { useI18n } from '../../lib/i18n.tsx'
import { LANGUAGE_NAMES, LANGUAGES, type Language, listOf } from '../../lib/languages.ts'
import { type CompanyValues, companyInput, type LineColumn, MAX_LENGTH, TEXT_COLUMNS, valuesOf } from './company-input.ts'
import { COMPANY_ERRORS, useSaveCompany } from './queries.ts'

export function CompanyPart() {
  const { t } = useI18n()
  const { data, error, refetch } = useQuery(companySettings)
  if (data) return <CompanyForm settings={data} />
  return error ? <LoadFailed title={t('site.loadFailed')} error={error} onRetry={() => void refetch()} /> : <FormSkeleton fields={8} />
}

const TEXTS = {
  title: 'site.companyTitle',
  text: 'site.companyText',
  save: 'site.save',
  saving: 'site.saving',
  saved: 'site.saved',
  failed: 'site.failed',
} as const

const LTR = { dir: 'ltr', className: 'rtl:text-end' } as const

const CONTACT: { name: LineColumn; props: object }[] = [
  { name: 'brand', props: { maxLength: 40 } },
  { name: 'phone_azerbaijan', props: { type: 'tel', ...LTR } },
  { name: 'phone_turkey', props: { type: 'tel', ...LTR } },
  { name: 'whatsapp', props: { type: 'tel', ...LTR } },
  { name: 'info_email', props: { type: 'email', ...LTR } },
  { name: 'support_email', props: { type: 'email', ...LTR } },
  { name: 'tax_number', props: LTR },
  { name: 'permit_number', props: LTR },
  { name: 'permit_country', props: { maxLength: 2, ...LTR } },
  { name: 'psychology_coordinator', props: { maxLength: 80 } },
]

function CompanyForm({ settings }: { settings: StoredCompany }) {
  const { t, language } = useI18n()
  const stored = valuesOf(settings)
  const [isOpen, setIsOpen] = useState(false)
  const version = useRef(settings.version)
  const { mutateAsync: save } = useSaveCompany()
  const form = useForm<CompanyValues>({ defaultValues: stored, resolver: checkedBy(companyInput) })
  const faultOf = faultTexts(form.formState.errors, t)
  const load = async () => {
    const latest = await loadCompany()
    version.current = latest.version
    return valuesOf(latest)
  }
  const field = (name: keyof CompanyValues) => ({ ...form.register(name), error: faultOf(name), autoComplete: 'off' })
  const missing = missingIn(settings)
  const texts = (each: Language) =>
    TEXT_COLUMNS.map((column) => (
      <TextField
        key={column}
        label={labelOf(`${column}_${each}`)}
        lang={each}
        dir="auto"
        maxLength={MAX_LENGTH[column]}
        {...field(`${column}_${each}`)}
      />
    ))

  function labelOf(name: keyof CompanyValues) {
    if (name === 'lead_architects') return t('site.leadArchitects')
    if (name === 'interior_architects') return t('site.interiorArchitects')
    const column = TEXT_COLUMNS.find((each) => name.startsWith(each))
    const inLanguage = LANGUAGES.find((each) => name.endsWith(`_${each}`))
    if (column && inLanguage) return `${t(COMPANY_FIELDS[column])} (${LANGUAGE_NAMES[inLanguage]})`
    return t(COMPANY_FIELDS[name as LineColumn])
  }

  return (
    <StoredForm
      form={form}
      stored={stored}
      load={load}
      labelOf={labelOf}
      texts={TEXTS}
      refusals={COMPANY_ERRORS}
      onSave={(values) => save({ values, version: version.current })}
    >
      {missing.length > 0 && (
        <Banner tone="warning">
          {t('site.missing', {
            list: listOf(
              missing.map((column) => t(COMPANY_FIELDS[column])),
              language,
            ),
          })}
        </Banner>
      )}
      <div className="grid items-start gap-4 sm:grid-cols-2">
        {CONTACT.map(({ name, props }) => (
          <TextField key={name} label={labelOf(name)} {...props} {...field(name)} />
        ))}
        {(['lead_architects', 'interior_architects'] as const).map((name) => (
          <TextAreaField key={name} label={labelOf(name)} hint={t('site.oneNameALine')} rows={2} className="min-h-20!" {...field(name)} />
        ))}
      </div>
      <fieldset className="grid gap-4 border-t border-line pt-4 sm:grid-cols-2">
        <legend className="sr-only">{LANGUAGE_NAMES[language]}</legend>
        {texts(language)}
      </fieldset>
      <details
        className="rounded-box border border-line px-4"
        open={isOpen}
        onToggle={({ currentTarget }) => setIsOpen(currentTarget.open)}
      >
        <summary className="flex min-h-12 cursor-pointer items-center font-medium">{t('site.otherLanguages')}</summary>
        <div className="grid gap-4 pb-4">
          <p className="text-sm text-muted">{t('site.otherLanguagesHint')}</p>
          {LANGUAGES.filter((each) => each !== language).map((each) => (
            <fieldset key={each} className="grid items-start gap-4 border-t border-line pt-3 sm:grid-cols-2">
              <legend className="sr-only">{LANGUAGE_NAMES[each]}</legend>
              {texts(each)}
            </fieldset>
          ))}
        </div>
      </details>
    </StoredForm>
  )
}

import { useQuery } from '@tanstack/react-query'
import { Fragment, type ReactNode, useRef } from 'react'
import { type UseFormReturn, useForm, useWatch } from 'react-hook-form'
import { DEFAULTS } from '../../../../supabase/functions/_shared/company.ts'
import { missingIn } from '../../../../supabase/functions/_shared/missing-settings.ts'
import { LoadFailed } from '../../components/load-failed.tsx'
import { StoredForm } from '../../components/stored-form.tsx'
import { Banner } from '../../components/ui/banner.tsx'
import { TextField } from '../../components/ui/field.tsx'
import { FormSkeleton } from '../../components/ui/form-skeleton.tsx'
import { COMPANY_FIELDS, companySettings, loadCompany, type StoredCompany } from '../../domain/company-settings.ts'
import { checkedBy, faultTexts } from '../../lib/form.ts'
import { type TextKey, useI18n } from '../../lib/i18n.tsx'
import { LANGUAGE_NAMES, LANGUAGES, type Language, listOf } from '../../lib/languages.ts'
import {
  type CompanyValues,
  companyInput,
  companySettingsOf,
  type LineColumn,
  MAX_LENGTH,
  TEXT_COLUMNS,
  type TextColumn,
  valuesOf,
} from './company-input.ts'
import { FieldSection } from './field-section.tsx'
import { OtherLanguages } from './other-languages.tsx'
import { isPeopleColumn, PeopleFields, peopleLabel, shownPeople, usePersonPhotos } from './people-fields.tsx'
import { PEOPLE_COLUMNS, type PeopleColumn, peopleIn } from './people-values.ts'
import { COMPANY_ERRORS, useSaveCompany } from './queries.ts'

export default function CompanyPart() {
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
const PHONE = { type: 'tel', ...LTR } as const

type CompanyEditor = UseFormReturn<CompanyValues>
type FieldColumn = LineColumn | TextColumn
type Column = FieldColumn | PeopleColumn

const GROUPS: { title: TextKey; columns: FieldColumn[] }[] = [
  { title: 'site.groupCompany', columns: ['brand', 'tax_number', 'legal_names', 'addresses'] },
  { title: 'site.groupContact', columns: ['phone_azerbaijan', 'phone_turkey', 'whatsapp', 'info_email', 'support_email'] },
  { title: 'site.groupHours', columns: ['hours', 'payment_ways'] },
  { title: 'site.groupPermit', columns: ['permit_number', 'permit_country', 'permit_authorities'] },
]

const LINE_PROPS: Record<LineColumn, object> = {
  brand: { maxLength: 40, placeholder: DEFAULTS.brand },
  phone_azerbaijan: PHONE,
  phone_turkey: PHONE,
  whatsapp: PHONE,
  info_email: { type: 'email', ...LTR },
  support_email: { type: 'email', ...LTR },
  tax_number: LTR,
  permit_number: LTR,
  permit_country: { maxLength: 2, ...LTR },
}

const isTextColumn = (column: Column): column is TextColumn => TEXT_COLUMNS.some((each) => each === column)
const isIn = <Key extends string>(record: Record<Key, unknown>, column: string): column is Key => column in record

function CompanyForm({ settings }: { settings: StoredCompany }) {
  const { t, language } = useI18n()
  const stored = valuesOf(settings)
  const version = useRef(settings.version)
  const { mutateAsync: save } = useSaveCompany()
  const form = useForm<CompanyValues>({ defaultValues: stored, resolver: checkedBy(companyInput) })
  const { storeAt, storeChosen } = usePersonPhotos(form)
  const faultOf = faultTexts(form.formState.errors, t)
  const load = async () => {
    const latest = await loadCompany()
    version.current = latest.version
    return valuesOf(latest)
  }
  const register = (name: keyof CompanyValues) => ({ ...form.register(name), error: faultOf(name), autoComplete: 'off' })
  const missing = missingIn(settings)

  function labelOf(name: keyof CompanyValues) {
    if (isPeopleColumn(name)) return t(peopleLabel(name))
    if (isIn(LINE_PROPS, name)) return t(COMPANY_FIELDS[name])
    const column = TEXT_COLUMNS.find((each) => name.startsWith(each)) ?? 'addresses'
    const inLanguage = LANGUAGES.find((each) => name.endsWith(`_${each}`)) ?? language
    return `${t(COMPANY_FIELDS[column])} (${LANGUAGE_NAMES[inLanguage]})`
  }

  const textIn = (column: TextColumn, each: Language) => (
    <TextField
      key={column}
      label={labelOf(`${column}_${each}`)}
      lang={each}
      dir="auto"
      maxLength={MAX_LENGTH[column]}
      {...register(`${column}_${each}`)}
    />
  )
  const field = (column: FieldColumn) =>
    isIn(LINE_PROPS, column) ? (
      <TextField key={column} label={labelOf(column)} {...LINE_PROPS[column]} {...register(column)} />
    ) : (
      textIn(column, language)
    )

  return (
    <StoredForm
      form={form}
      stored={stored}
      load={load}
      labelOf={labelOf}
      textOf={shownPeople}
      prepare={storeChosen}
      texts={TEXTS}
      refusals={COMPANY_ERRORS}
      onSave={(values) => save({ values, version: version.current })}
    >
      {/* On a phone each row says what its fields lack. */}
      {missing.length > 0 && (
        <div className="max-sm:hidden">
          <Banner tone="warning">
            {t('site.missing', {
              list: listOf(
                missing.map((column) => t(COMPANY_FIELDS[column])),
                language,
              ),
            })}
          </Banner>
        </div>
      )}
      <div className="grid grid-cols-1 max-sm:-mb-4 max-sm:divide-y max-sm:divide-line max-sm:border-t max-sm:border-line sm:gap-5">
        {GROUPS.map(({ title, columns }) => (
          <FieldGroup key={title} title={t(title)} form={form} columns={columns}>
            {columns.map(field)}
          </FieldGroup>
        ))}
        <FieldGroup title={t('site.groupPeople')} form={form} columns={[...PEOPLE_COLUMNS]}>
          <PeopleFields form={form} storeAt={storeAt} />
        </FieldGroup>
        <CompanyLanguages form={form}>{(each) => TEXT_COLUMNS.map((column) => textIn(column, each))}</CompanyLanguages>
      </div>
    </StoredForm>
  )
}

const fieldOf = (column: Column, language: Language): keyof CompanyValues => (isTextColumn(column) ? `${column}_${language}` : column)

/** A group of fields. In wide windows its name stands beside them and stays in view. */
function FieldGroup({ title, columns, form, children }: { title: string; columns: Column[]; form: CompanyEditor; children: ReactNode }) {
  const { language } = useI18n()
  return (
    <FieldSection
      title={title}
      state={<GroupState columns={columns} form={form} />}
      isWrong={columns.some((column) => fieldOf(column, language) in form.formState.errors)}
      className="sm:grid sm:gap-x-8 sm:gap-y-4 sm:pt-5 lg:grid-cols-[11rem_minmax(0,1fr)] lg:*:first:sticky lg:*:first:top-20 lg:*:first:self-start"
    >
      <div className="grid items-start gap-4 sm:grid-cols-2">{children}</div>
    </FieldSection>
  )
}

/** What the fields lack, as typed. A closed row also says what they contain. */
function GroupState({ columns, form }: { columns: Column[]; form: CompanyEditor }) {
  const { t, language } = useI18n()
  const values = useWatch({ control: form.control }) as CompanyValues
  const missing = missingIn(companySettingsOf(values)).filter((column) =>
    columns.some((each) => each === (column === 'architects' ? 'lead_architects' : column)),
  )
  if (missing.length > 0)
    return (
      <span className="text-sm font-normal text-wrap text-wait">
        {t('site.missingLanguages', {
          list: listOf(
            missing.map((column) => t(COMPANY_FIELDS[column])),
            language,
          ),
        })}
      </span>
    )
  const given = columns.flatMap((column) =>
    isPeopleColumn(column) ? peopleIn(values[column]).map(({ name }) => name) : values[fieldOf(column, language)],
  )
  return (
    <span className="truncate text-sm font-normal text-muted sm:hidden">
      {given.some(Boolean)
        ? given.filter(Boolean).map((value, place) => (
            <Fragment key={place}>
              {place > 0 && ' · '}
              <bdi>{value}</bdi>
            </Fragment>
          ))
        : t('unsaved.empty')}
    </span>
  )
}

function CompanyLanguages({ form, children }: { form: CompanyEditor; children: (language: Language) => ReactNode }) {
  const { t } = useI18n()
  const values = useWatch({ control: form.control })
  const { errors } = form.formState
  const has = (found: (name: keyof CompanyValues) => boolean, each: Language) => TEXT_COLUMNS.some((column) => found(`${column}_${each}`))
  return (
    <OtherLanguages
      hint={t('site.otherLanguagesHint')}
      missing={LANGUAGES.filter((each) => has((name) => !values[name]?.trim(), each))}
      wrong={LANGUAGES.filter((each) => has((name) => name in errors, each))}
      isLong
    >
      {(each) => <div className="grid items-start gap-4 sm:grid-cols-2">{children(each)}</div>}
    </OtherLanguages>
  )
}

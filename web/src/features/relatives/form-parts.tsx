// Shared by the forms for a child and for an adult.
import { ErrorBanner } from '../../components/ui/error-banner.tsx'
import { TextField } from '../../components/ui/field.tsx'
import { textOf } from '../../lib/errors.ts'
import { useI18n } from '../../lib/i18n.tsx'
import { RELATIVE_ERRORS } from './relative-errors.ts'
import { MAX_LENGTH } from './relative-input.ts'

type FieldProps = Partial<Parameters<typeof TextField>[0]>

export function NameFields({ first, last }: { first: FieldProps; last: FieldProps }) {
  const { t } = useI18n()
  // The fields are about another person, so the browser must not fill in the user's own data.
  return (
    <div className="grid gap-4 sm:grid-cols-2">
      <TextField label={t('profile.firstName')} autoComplete="off" maxLength={MAX_LENGTH.name} required {...first} />
      <TextField label={t('profile.lastName')} autoComplete="off" maxLength={MAX_LENGTH.name} required {...last} />
    </div>
  )
}

export function Refusal({ title, error }: { title: string; error: unknown }) {
  const { t } = useI18n()
  const { key, values } = textOf(error, RELATIVE_ERRORS)
  return <ErrorBanner title={title}>{t(key, values)}</ErrorBanner>
}

/** Only the fields that were changed here, in the shape of the database. */
export function changedOf<Values extends object>(values: Values, dirty: Partial<Record<keyof Values, unknown>>): Partial<Values> {
  return Object.fromEntries(Object.entries(values).filter(([field]) => dirty[field as keyof Values])) as Partial<Values>
}

// The other details of an audit log entry, as readable lines. Details without a translation keep their database name.
import { type TextKey, useI18n } from '../../lib/i18n.tsx'
import { type Language, listOf } from '../../lib/languages.ts'
import { isUuid } from '../../lib/patterns.ts'
import { formatMoment } from '../../lib/time/dates.ts'
import { browserZone } from '../../lib/time/zones.ts'
import type { LogEntry } from './queries.ts'

const LABELS: Partial<Record<string, TextKey>> = {
  by: 'logs.detail.by',
  fields: 'logs.detail.fields',
  ends_after: 'logs.detail.from',
  ends_by: 'logs.detail.to',
  from: 'logs.detail.from',
  to: 'logs.detail.to',
  kind: 'logs.detail.kind',
  role: 'logs.detail.role',
  rows: 'logs.detail.rows',
  status: 'logs.detail.status',
  statuses: 'logs.detail.status',
  version: 'logs.detail.version',
}

const WORDS: Partial<Record<string, TextKey>> = {
  admin: 'guard.role.admin',
  cancellation_reason: 'logs.word.reason',
  cancelled: 'logs.word.cancelled',
  completed: 'logs.word.completed',
  confirmed: 'logs.word.confirmed',
  did_not_come: 'logs.word.attendance',
  doctor: 'guard.role.doctor',
  expired: 'logs.word.expired',
  hidden_note: 'logs.word.note',
  notes: 'logs.word.note',
  patient: 'guard.role.patient',
  pending: 'logs.word.pending',
  photo_path: 'logs.word.photo',
  psychology_coordinator_photo: 'logs.word.photo',
  private_note: 'logs.word.privateNote',
  reschedule_message: 'logs.word.message',
  staff: 'logs.word.staff',
}

const MOMENT = /^\d{4}-\d\d-\d\dT\d\d:\d\d/
/** Long enough to find an id, and short enough to read. */
const ID_LENGTH = 8

interface Detail {
  /** Undefined if there is no translation. `name` is the name in the database. */
  label: TextKey | undefined
  name: string
  value: string
}

export function detailsOf({ details }: Pick<LogEntry, 'details'>, t: (key: TextKey) => string, language: Language): Detail[] {
  if (typeof details !== 'object' || details === null || Array.isArray(details)) return []
  return Object.entries(details)
    .toSorted(([one], [other]) => rankOf(one) - rankOf(other))
    .map(([name, value]) => ({
      name,
      label: LABELS[name],
      // An appointment that expires has no canceller.
      value: name === 'by' && value === 'expired' ? t('logs.system') : wordOf(value, t, language),
    }))
}

const ORDER = Object.keys(LABELS)
/** Details without a translation come last. */
const rankOf = (name: string) => (name in LABELS ? ORDER.indexOf(name) : ORDER.length)

function wordOf(value: unknown, t: (key: TextKey) => string, language: Language): string {
  if (Array.isArray(value))
    return listOf(
      value.map((each: unknown) => wordOf(each, t, language)),
      language,
    )
  if (typeof value === 'boolean') return t(value ? 'logs.word.yes' : 'logs.word.no')
  if (typeof value !== 'string') return JSON.stringify(value)
  if (isUuid(value)) return value.slice(0, ID_LENGTH)
  if (MOMENT.test(value)) return formatMoment(value, browserZone(), language)
  const word = WORDS[value]
  return word ? t(word) : value
}

export function useEntryDetails(entry: LogEntry) {
  const { t, language } = useI18n()
  return detailsOf(entry, t, language)
}

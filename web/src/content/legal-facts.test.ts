// The legal texts must describe the product correctly. These tests compare their numbers with the code and the database.
import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { MAX_BYTES_PER_APPOINTMENT, MAX_FILE_BYTES, MAX_FILES_PER_APPOINTMENT } from '../../../supabase/functions/_shared/rules.ts'
import { LANGUAGES } from '../lib/languages.ts'
import { areApproved, LEGAL_NAMES, type LegalBlock, type LegalDocument, type LegalName } from './legal-documents.ts'

const ROOT = join(import.meta.dirname, '../../..')
const source = (path: string) => readFileSync(join(ROOT, path), 'utf8')
const migrations = globSync('supabase/migrations/*.sql', { cwd: ROOT })
  .toSorted()
  .map((path) => source(path))

const read = (name: LegalName, language: string) =>
  JSON.parse(readFileSync(join(import.meta.dirname, 'legal', `${name}.${language}.json`), 'utf8')) as LegalDocument

const textsOf = (document: LegalDocument) => [
  document.title,
  document.lead,
  ...document.summary,
  ...document.sections.flatMap(({ title, blocks }) => [title, ...blocks.flatMap(textsOfBlock)]),
]
function textsOfBlock(block: LegalBlock): string[] {
  if (typeof block === 'string') return [block]
  return 'list' in block ? block.list : [block.caption, ...block.columns, ...block.rows.flat()]
}
const sectionText = (name: LegalName, language: string, id: string) =>
  read(name, language)
    .sections.filter((section) => section.id === id)
    .flatMap(({ blocks }) => blocks.flatMap(textsOfBlock))
    .join('\n')

function rowsOf(name: LegalName, language: string, id: string) {
  const section = read(name, language).sections.find((each) => each.id === id)
  return section?.blocks.flatMap((block) => (typeof block === 'object' && 'rows' in block ? block.rows : [])) ?? []
}

/** The last cell of the row with this English label. All languages have the same rows. */
function cellBeside(name: LegalName, id: string, label: string, language: string) {
  const row = rowsOf(name, 'en', id).findIndex(([first]) => first === label)
  if (row < 0) throw new Error(`No row is called ${label}.`)
  return rowsOf(name, language, id)[row]?.at(-1) ?? ''
}

/** The number that `pattern` captures in the last text that matches. */
function numberIn(texts: string[], pattern: RegExp) {
  const found = texts.flatMap((text) => pattern.exec(text)?.[1] ?? []).at(-1)
  if (found === undefined) throw new Error(`${pattern} is no longer in the code.`)
  return Number(found)
}

/** Arabic writes one and two of a thing as a single word. */
const ARABIC_DUALS = /سنتان|يومان|ساعتان|ساعتين/
const says = (text: string, number: number) =>
  new RegExp(`(?<!\\d)${number}(?!\\d)`).test(text) || (number === 2 && ARABIC_DUALS.test(text))

describe.each(LANGUAGES)('%s', (language) => {
  test('states the retention periods of the database', () => {
    const periods = Object.fromEntries(
      migrations.flatMap((sql) =>
        [...sql.matchAll(/insert into private\.retention_periods values([^]+?'\);)/g)].flatMap(([, values = '']) =>
          [...values.matchAll(/\('(\w+)', '(\d+) (\w+)'\)/g)].map(([, what, count]) => [what, Number(count)]),
        ),
      ),
    ) as Record<string, number>
    // A new period first needs a row in the six policies.
    const labels = {
      contact_messages: 'Messages from the contact form',
      audit_log: 'Log of actions: who, what, when',
      appointment_payments: 'Payments for appointments: amount, date, reference',
      mail_outbox: 'E-mails sent: kind, recipient, time',
      invitations: 'Invitations: address, role, time',
      patient_invitations: 'Invitations to claim a record or be a second guardian: address, time',
      reminder_marks: 'Record that a reminder was sent',
      rate_counters: 'Counters against misuse',
    }
    expect(Object.keys(periods).toSorted()).toEqual(Object.keys(labels).toSorted())
    for (const [what, label] of Object.entries(labels)) {
      const period = cellBeside('privacy', 'retention', label, language)
      expect({ what, period, isTrue: says(period, periods[what] ?? 0) }).toEqual({ what, period, isTrue: true })
    }
  })

  test('states how long a session lasts', () => {
    const days = numberIn([source('server/auth/sessions.ts')], /SESSION_DAYS = (\d+)/)
    expect(says(cellBeside('privacy', 'retention', 'Sign-in session with the type of your browser', language), days)).toBe(true)
    expect(says(cellBeside('cookies', 'stored', '`sb-…-auth-token`', language), days)).toBe(true)
  })

  test('states how long the networks of sign-ins are remembered', () => {
    const days = numberIn([source('server/postgres/platform/80_known_networks.sql')], /last_used < now\(\) - interval '(\d+) days'/)
    expect(says(cellBeside('privacy', 'retention', 'Networks you have signed in from, as a hash', language), days)).toBe(true)
  })

  test('states how long drafts and active calls are kept in the browser', () => {
    for (const [file, entry] of [
      ['web/src/lib/session/return-to.ts', '`return-to`'],
      ['web/src/lib/load/kept-input.ts', '`booking-draft`'],
      ['web/src/lib/load/kept-input.ts', '`typed:…`'],
    ] as const) {
      const hours = numberIn([source(file)], /MAX_AGE_MS = (\d+) \* 60 \* 60 \* 1000/)
      expect(says(cellBeside('cookies', 'stored', entry, language), hours)).toBe(true)
    }
    const hours = numberIn([source('web/src/features/call/availability.ts')], /MAX_CALL_MS = (\d+) \* 60 \* 60_000/)
    expect(says(cellBeside('cookies', 'stored', 'Active call, one per appointment', language), hours)).toBe(true)
  })

  test('states the limits of acting for patients without an account', () => {
    expect(says(sectionText('terms', language, 'accounts'), numberIn(migrations, /max_patients constant integer := (\d+)/))).toBe(true)
    const children = sectionText('privacy', language, 'children')
    const adultAt = numberIn(migrations, /select \(born \+ interval '(\d+) years'\)/)
    const announced = numberIn(migrations, /announced_days constant integer := (\d+)/)
    const valid = numberIn(migrations, /create table public\.patient_invitations[^;]+?expires_at [^,]+interval '(\d+) hours'/)
    for (const number of [adultAt, announced, valid]) expect({ number, isSaid: says(children, number) }).toEqual({ number, isSaid: true })
  })

  test('states the limits of cancelling, booking, calls and files', () => {
    const cancelling = sectionText('terms', language, 'cancellation')
    const range = /default (\d+) constraint doctors_cancellation_is_1_to_72 check \(cancellation_hours between (\d+) and (\d+)\)/
    const [, usual, least, most] = range.exec(migrations.join('\n')) ?? []
    expect([usual, least, most]).toEqual(['24', '1', '72'])
    for (const hours of [Number(usual), Number(most)]) expect(says(cancelling, hours)).toBe(true)
    expect(says(sectionText('terms', language, 'booking'), numberIn(migrations, /max_open constant integer := (\d+)/))).toBe(true)
    const video = sectionText('terms', language, 'video-files')
    const opens = numberIn([source('web/src/features/call/availability.ts')], /OPENS_BEFORE_MS = (\d+) \* 60_000/)
    for (const number of [opens, MAX_FILE_BYTES / 2 ** 20, MAX_FILES_PER_APPOINTMENT, MAX_BYTES_PER_APPOINTMENT / 2 ** 20])
      expect({ number, isSaid: says(video, number) }).toEqual({ number, isSaid: true })
  })
})

test('law numbers and articles are isolated in Arabic, because they would read backwards', () => {
  for (const name of LEGAL_NAMES)
    for (const text of textsOf(read(name, 'ar'))) {
      const outside = text.replaceAll(/\u2066[^\u2069]*\u2069/g, '')
      expect(outside.match(/\d[\d/]*-[A-Za-zç]\w*/g) ?? []).toEqual([])
    }
  expect(textsOf(read('privacy', 'ar')).join()).toContain('\u2066998-IIIQ\u2069')
})

test('the server reports at its start that no lawyer has approved the texts, until one has', () => {
  expect(/^notices = .*lawyer/m.test(source('supabase/server.toml'))).toBe(!areApproved)
})

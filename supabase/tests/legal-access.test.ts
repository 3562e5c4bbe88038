// The privacy policy has a table of who can see which data. This test compares each cell, in each language, with the database.
import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { beforeAll, describe, expect, test } from 'vitest'
import { arrange, book, idOf, type Name, refusal, type Session, superuser, useClinic } from './clinic.ts'
import { addRecord } from './files.ts'

const WHO = ['you', 'doctor', 'admins', 'others'] as const
const PEOPLE: Record<(typeof WHO)[number], Name> = { you: 'leyla', doctor: 'aylin', admins: 'nigar', others: 'murat' }
/** The words for yes and no, with which the cells of the table begin. */
const WORDS: Record<string, [yes: string, no: string]> = {
  tr: ['Evet', 'Hayır'],
  az: ['Bəli', 'Xeyr'],
  en: ['Yes', 'No'],
  ru: ['Да', 'Нет'],
  ar: ['نعم', 'لا'],
  fr: ['Oui', 'Non'],
}

interface Table {
  columns: string[]
  keys: string[]
  rows: string[][]
}

const FOLDER = join(import.meta.dirname, '../../web/src/content/legal')
const LANGUAGES = globSync('privacy.*.json', { cwd: FOLDER }).map((file) => file.split('.')[1] ?? '')

function tableIn(language: string): Table {
  const { sections } = JSON.parse(readFileSync(join(FOLDER, `privacy.${language}.json`), 'utf8')) as {
    sections: { id: string; blocks: (string | Partial<Table>)[] }[]
  }
  const blocks = sections.find(({ id }) => id === 'access')?.blocks ?? []
  const table = blocks.find((block): block is Table => typeof block === 'object' && 'keys' in block)
  if (!table) throw new Error('There is no table of who sees what.')
  return table
}

const giveConsent = ({ query }: Session) =>
  query("insert into consents (kind, version, language) values ('health_data', '2026-11-16', 'tr')")

const db = useClinic()
let id = ''

beforeAll(() =>
  db.keep(superuser, async (owner) => {
    const { query } = owner
    await owner.as('leyla', giveConsent)
    await query(
      "update profiles set phone = '+994 50 111 22 33', date_of_birth = '1991-02-03', gender = 'kadın', medical_history = 'Penisilin alerjisi' where user_id = $1",
      [idOf('leyla')],
    )
    ;({ id } = await arrange(owner, 'leyla', db.aylin, { startsIn: '5 minutes' }))
    await owner.as('aylin', async (aylin) => {
      await aylin.query("update appointments set notes = 'Dinlenin' where id = $1", [id])
      await aylin.query("insert into appointment_private_notes (appointment_id, note) values ($1, 'Tekrar sor')", [id])
    })
    await addRecord(owner, 'leyla', id)
    await query(
      "insert into private.mail_outbox (kind, recipient, language, payload, dedupe_key, user_id) values ('appointment_confirmed', 'leyla@example.test', 'tr', '{}', 'this test', $1)",
      [idOf('leyla')],
    )
    await owner.as('leyla', async (leyla) => {
      await leyla.query("insert into appointment_messages (id, appointment_id, body) values (gen_random_uuid(), $1, 'Geldim')", [id])
      await leyla.query(
        "insert into contact_messages (id, name, email, message) values (gen_random_uuid(), 'Leyla', 'leyla@example.test', 'Fiyat nedir?')",
      )
    })
  }),
)

type Question = (session: Session) => Promise<unknown>

/** Queries that return everything a person can read. The test searches their results for the marks below. */
const QUESTIONS: Question[] = [
  ({ query }) => query('select *, date_of_birth::text as born from profiles where user_id = $1', [idOf('leyla')]),
  ({ query }) => query('select open_patient_card($1)', [id]),
  ({ query }) => query('select * from appointments where id = $1', [id]),
  ({ query }) => query('select * from appointment_private_notes'),
  ({ query }) => query('select * from appointment_files'),
  ({ query }) => query('select name from storage.objects'),
  ({ query }) => query('select * from appointment_messages'),
  ({ query }) => query('select * from list_contact_messages()'),
  ({ query }) => query('select * from contact_messages'),
  ({ query }) => query('select * from list_audit_log()'),
  ({ query }) => query('select * from list_mails()'),
  ({ query }) => query('select export_my_data()'),
]

async function allThatIsSeenBy(name: Name) {
  const answers: string[] = []
  for (const ask of QUESTIONS)
    await db.as(name, async (session) => {
      try {
        answers.push(JSON.stringify(await ask(session)))
      } catch (error) {
        if ((error as { code?: string }).code !== '42501') throw error
      }
    })
  return answers.join('\n')
}

/** Sample values for each row of the table. A person must see all of them or none. */
const MARKS: Record<string, string[]> = {
  contact: ['+994 50 111 22 33', 'leyla@example.test'],
  health: ['Penisilin alerjisi', 'kadın', '1991-02-03'],
  appointments: ['Baş ağrısı', 'Dinlenin'],
  privateNote: ['Tekrar sor'],
  files: ['Tahlil sonuçları.pdf', 'Geldim'],
  contactForm: ['Fiyat nedir?'],
  log: ['consent.given', 'appointment_confirmed'],
}

describe('the table of access', () => {
  let seen: Record<(typeof WHO)[number], string>
  beforeAll(async () => {
    seen = { you: '', doctor: '', admins: '', others: '' }
    for (const who of WHO) seen[who] = await allThatIsSeenBy(PEOPLE[who])
  })

  test.each(LANGUAGES)('in the policy in %s matches the database', (language) => {
    const { keys, rows, columns } = tableIn(language)
    const [yes, no] = WORDS[language] ?? []
    expect(keys.toSorted()).toEqual(Object.keys(MARKS).toSorted())
    expect(columns).toHaveLength(1 + WHO.length)
    const stated = keys.map((key, n) => [key, ...(rows[n] ?? []).slice(1).map((cell) => cell.split(/[\s,;،]/)[0])])
    const actual = keys.map((key) => [
      key,
      ...WHO.map((who) => {
        const found = (MARKS[key] ?? []).filter((mark) => seen[who].includes(mark))
        return found.length === 0 ? no : found.length === MARKS[key]?.length ? yes : `only ${found.join()}`
      }),
    ])
    expect(stated).toEqual(actual)
  })
})

describe('consent', () => {
  // The policy says that consent covers medical history, date of birth and gender, that patients can book without it, and that a withdrawal
  // deletes all three at once.
  const VALUES: Record<string, string> = {
    first_name: 'A',
    last_name: 'B',
    phone: '1',
    timezone: 'Asia/Baku',
    language: 'az',
    date_of_birth: '1991-02-03',
    gender: 'kadın',
    medical_history: 'Astım',
  }
  const HEALTH = ['date_of_birth', 'gender', 'medical_history']

  test('is required for storing exactly these details', async () => {
    const refused: string[] = []
    for (const [column, value] of Object.entries(VALUES)) {
      const saved = db.as('murat', ({ query }) => query(`update profiles set ${column} = $1 where user_id = auth.uid()`, [value]))
      if ((await refusal(saved))[1] === 'consent_required') refused.push(column)
    }
    expect(refused).toEqual(HEALTH)
    await db.as('murat', async (murat) => expect(await book(murat, 'murat', db.aylin)).toMatchObject({ status: 'pending' }))
  })

  test('clears exactly these details when it is withdrawn', async () => {
    await db.as('murat', async (murat) => {
      await giveConsent(murat)
      const columns = Object.keys(VALUES)
      await murat.query(
        `update profiles set ${columns.map((column, n) => `${column} = $${n + 1}`).join()} where user_id = auth.uid()`,
        Object.values(VALUES),
      )
      await murat.query('update consents set withdrawn_at = now() where withdrawn_at is null')
      const [profile] = await murat.query(`select ${columns.join()} from profiles where user_id = auth.uid()`)
      expect(columns.filter((column) => profile?.[column] === null)).toEqual(HEALTH)
    })
  })

  test.each(LANGUAGES)('covers as many details as the row of the policy lists in %s', (language) => {
    const { keys, rows } = tableIn(language)
    const [details = ''] = rows[keys.indexOf('health')] ?? []
    expect(details.split(/, |\sو/)).toHaveLength(HEALTH.length)
  })
})

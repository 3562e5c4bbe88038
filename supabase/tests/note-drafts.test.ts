// Drafts of notes and private notes: text that a doctor has typed but not saved. Only the doctor of the appointment can read them.
import { describe, expect, test } from 'vitest'
import {
  anonymous,
  arrange,
  book,
  emailOf,
  idOf,
  type Person,
  refusal,
  type Session,
  serviceRole,
  setStatus,
  superuser,
  useClinic,
} from './clinic.ts'

const db = useClinic()
const inTest = (work: (session: Session) => Promise<void>) => db.as(superuser, work)
const NOT_ALLOWED = expect.arrayContaining(['42501'])
const STRANGERS: Person[] = ['leyla', 'murat', 'rauf', 'nigar', 'mallory', anonymous, serviceRole]

const KINDS = ['note', 'private_note'] as const
type Kind = (typeof KINDS)[number]

interface Saved {
  updated_at: Date | null
  replaced: string | null
}

/** The functions for drafts of one kind of note, and a direct write of that note. */
function draftsOf(kind: Kind) {
  const save = async (session: Session, person: Person, id: string, draft: string, seen: string | null = null) => {
    const [row] = await session.as(person, ({ query }) =>
      query<Saved & { at: string | null }>('select *, updated_at::text as at from save_note_draft($1, $2, $3, $4)', [
        id,
        draft,
        seen,
        kind,
      ]),
    )
    if (!row) throw new Error('saving gives a row')
    return row
  }
  const read = (session: Session, person: Person, id: string) =>
    session.as(person, ({ query }) => query<{ draft: string }>('select draft from get_note_draft($1, $2)', [id, kind]))
  const writeNote = (session: Session, id: string, note: string) =>
    session.as('aylin', ({ query }) =>
      kind === 'note'
        ? query('update appointments set notes = $2 where id = $1', [id, note])
        : query('insert into appointment_private_notes (appointment_id, note) values ($1, $2)', [id, note]),
    )
  return { save, read, writeNote }
}

const listed = async (session: Session, person: Person) => {
  const rows = await session.as(person, ({ query }) => query<{ appointment_id: string }>('select * from list_note_drafts()'))
  return rows.map(({ appointment_id }) => appointment_id)
}

describe.each(KINDS)('the draft of a %s', (kind) => {
  const { save, read, writeNote } = draftsOf(kind)

  test.each(['pending', 'confirmed', 'completed'])('can be saved and read by its doctor while the appointment is %s', async (status) => {
    await inTest(async (session) => {
      const { id } = await arrange(session, 'leyla', db.aylin, { startsIn: '-1 hour', status })
      expect(await read(session, 'aylin', id)).toEqual([])
      await save(session, 'aylin', id, 'Bol su')
      await save(session, 'aylin', id, 'Bol su, dinlenme ')
      expect(await read(session, 'aylin', id)).toEqual([{ draft: 'Bol su, dinlenme ' }])
    })
  })

  test('cannot be read or written by anybody else through the functions', async () => {
    await inTest(async (session) => {
      const { id } = await book(session, 'leyla', db.aylin)
      await save(session, 'aylin', id, 'Gizli taslak')
      for (const person of STRANGERS) {
        expect(await refusal(read(session, person, id))).toEqual(NOT_ALLOWED)
        expect(await refusal(save(session, person, id, 'x'))).toEqual(NOT_ALLOWED)
      }
      // An appointment that does not exist gets the same answer.
      expect(await refusal(read(session, 'aylin', idOf('nothing')))).toEqual(NOT_ALLOWED)
      expect(await read(session, 'aylin', id)).toEqual([{ draft: 'Gizli taslak' }])
    })
  })

  test('is in no table, list or export that anybody can read', async () => {
    await inTest(async (session) => {
      const { id } = await arrange(session, 'leyla', db.aylin, { startsIn: '-1 hour' })
      await save(session, 'aylin', id, 'Gizli taslak')
      for (const person of [...STRANGERS, 'aylin'])
        for (const sql of ['select * from private.appointment_note_drafts', 'delete from private.appointment_note_drafts'])
          expect(await refusal(session.as(person, ({ query }) => query(sql)))).toEqual(NOT_ALLOWED)
      const said = async (person: Person, sql: string) => JSON.stringify(await session.as(person, ({ query }) => query(sql)))
      for (const person of ['leyla', 'aylin', 'nigar']) {
        expect(await said(person, 'select * from appointments')).not.toContain('taslak')
        expect(await said(person, 'select export_my_data()')).not.toContain('taslak')
      }
      for (const person of ['aylin', 'nigar']) expect(await said(person, 'select * from list_appointments()')).not.toContain('taslak')
      expect(await said('nigar', 'select * from audit_log')).not.toContain('taslak')
    })
  })

  test('may be as long as a note', async () => {
    await inTest(async (session) => {
      const { id } = await book(session, 'leyla', db.aylin)
      await save(session, 'aylin', id, 'x'.repeat(5000))
      expect(await refusal(save(session, 'aylin', id, 'x'.repeat(5001)))).toEqual(['23514', 'appointment_note_drafts_draft_is_short'])
    })
  })

  test('is deleted when the note is saved, and is discarded if it equals the note', async () => {
    await inTest(async (session) => {
      const { id } = await book(session, 'leyla', db.aylin)
      await save(session, 'aylin', id, 'Dinlenin')
      await writeNote(session, id, 'Dinlenin')
      expect(await read(session, 'aylin', id)).toEqual([])
      // The last draft may arrive after the note.
      expect(await save(session, 'aylin', id, ' Dinlenin\n')).toMatchObject({ updated_at: null, replaced: null })
      expect(await read(session, 'aylin', id)).toEqual([])
      // An empty draft is kept, because the doctor wants to clear the note.
      await save(session, 'aylin', id, '')
      expect(await read(session, 'aylin', id)).toEqual([{ draft: '' }])
      await save(session, 'aylin', id, 'Dinlenin')
      expect(await read(session, 'aylin', id)).toEqual([])
    })
  })

  test('stays when somebody else writes the unchanged note', async () => {
    await inTest(async (session) => {
      const { id } = await book(session, 'leyla', db.aylin)
      await save(session, 'aylin', id, 'Dinlenin')
      for (const person of ['leyla', 'nigar'])
        await session.as(person, ({ query }) => query('update appointments set notes = null where id = $1', [id]))
      expect(await read(session, 'aylin', id)).toEqual([{ draft: 'Dinlenin' }])
    })
  })

  test('returns the text of another tab that it replaces', async () => {
    await inTest(async (session) => {
      const { id } = await book(session, 'leyla', db.aylin)
      const first = await save(session, 'aylin', id, 'birinci sekme')
      expect(first.replaced).toBeNull()
      const own = await save(session, 'aylin', id, 'birinci sekme, devam', first.at)
      expect(own.replaced).toBeNull()
      // The tab has seen an older draft, or none.
      for (const seen of [first.at, null])
        expect((await save(session, 'aylin', id, `ikinci sekme ${seen}`, seen)).replaced).toEqual(
          expect.stringMatching(seen ? /^birinci sekme, devam$/ : /^ikinci sekme 2/),
        )
      expect(await read(session, 'aylin', id)).toEqual([{ draft: 'ikinci sekme null' }])
    })
  })

  test('is listed only for its doctor, newest first and without its text', async () => {
    await inTest(async (session) => {
      const { id: older } = await arrange(session, 'leyla', db.aylin, { startsIn: '-2 days', status: 'completed' })
      const { id: newer } = await arrange(session, 'leyla', db.aylin, { startsIn: '-1 day', status: 'completed' })
      expect(await listed(session, 'aylin')).toEqual([])
      await save(session, 'aylin', older, 'Gizli taslak')
      await save(session, 'aylin', newer, 'Gizli taslak')
      expect(await listed(session, 'aylin')).toEqual([newer, older])
      const rows = await session.as('aylin', ({ query }) => query('select * from list_note_drafts()'))
      expect(Object.keys(rows[0] ?? {})).toEqual(['appointment_id', 'updated_at', 'kind'])
      expect(rows.map((row) => (row as { kind: string }).kind)).toEqual([kind, kind])
      // Other users have no drafts, and visitors cannot call the function.
      for (const person of ['leyla', 'murat', 'rauf', 'nigar', 'mallory']) expect(await listed(session, person)).toEqual([])
      expect(await refusal(listed(session, anonymous))).toEqual(NOT_ALLOWED)
      await writeNote(session, newer, 'Dinlenin')
      expect(await listed(session, 'aylin')).toEqual([older])
      await session.query("delete from user_roles where user_id = $1 and role = 'doctor'", [idOf('aylin')])
      expect(await listed(session, 'aylin')).toEqual([])
    })
  })

  test('is deleted by a cancellation, after which none can be written', async () => {
    await inTest(async (session) => {
      const { id } = await book(session, 'leyla', db.aylin)
      await save(session, 'aylin', id, 'Dinlenin')
      await setStatus(session, 'leyla', id, 'cancelled')
      expect(await session.query('select from private.appointment_note_drafts')).toEqual([])
      expect(await refusal(save(session, 'aylin', id, 'Dinlenin'))).toEqual(NOT_ALLOWED)
      expect(await refusal(read(session, 'aylin', id))).toEqual(NOT_ALLOWED)
    })
  })

  test('is deleted when the patient’s data is erased', async () => {
    await inTest(async (session) => {
      const { id } = await arrange(session, 'leyla', db.aylin, { startsIn: '-3 days', status: 'completed' })
      await save(session, 'aylin', id, 'Dinlenin')
      await session.as('leyla', ({ query }) => query('select erase_my_account($1)', [emailOf('leyla')]))
      expect(await session.query('select from private.appointment_note_drafts')).toEqual([])
      expect(await refusal(save(session, 'aylin', id, 'Dinlenin'))).toEqual(NOT_ALLOWED)
    })
  })

  test('cannot be read or written by a doctor who has lost the role', async () => {
    await inTest(async (session) => {
      const { id } = await book(session, 'leyla', db.aylin)
      await save(session, 'aylin', id, 'Dinlenin')
      await session.query("delete from user_roles where user_id = $1 and role = 'doctor'", [idOf('aylin')])
      expect(await refusal(read(session, 'aylin', id))).toEqual(NOT_ALLOWED)
      expect(await refusal(save(session, 'aylin', id, 'x'))).toEqual(NOT_ALLOWED)
    })
  })
})

test('the drafts of a note and of the private note are separate', async () => {
  await inTest(async (session) => {
    const { id } = await book(session, 'leyla', db.aylin)
    const [note, privateNote] = [draftsOf('note'), draftsOf('private_note')]
    await note.save(session, 'aylin', id, 'Dinlenin')
    await privateNote.save(session, 'aylin', id, 'Tekrar sor')
    // The kind defaults to the note.
    expect(await session.as('aylin', ({ query }) => query('select draft from get_note_draft($1)', [id]))).toEqual([{ draft: 'Dinlenin' }])
    await note.writeNote(session, id, 'Dinlenin')
    expect(await note.read(session, 'aylin', id)).toEqual([])
    expect(await privateNote.read(session, 'aylin', id)).toEqual([{ draft: 'Tekrar sor' }])
    await note.save(session, 'aylin', id, 'Çok dinlenin')
    await privateNote.writeNote(session, id, 'Tekrar sor')
    expect(await note.read(session, 'aylin', id)).toEqual([{ draft: 'Çok dinlenin' }])
    expect(await privateNote.read(session, 'aylin', id)).toEqual([])
  })
})

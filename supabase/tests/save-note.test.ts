// Optimistic locking of notes and private notes: a text that was changed elsewhere is never replaced, and its author gets both texts.
import { describe, expect, test } from 'vitest'
import {
  anonymous,
  arrange,
  book,
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

interface Answer {
  updated_at: string | null
  draft_updated_at: string | null
  other: string | null
}

describe.each(['note', 'private_note'] as const)('a %s', (kind) => {
  /** Saves like a tab that has seen the versions in `known`: the times of the note and of the draft. */
  const save = async (session: Session, id: string, note: string, known: Partial<Answer> = {}, person: Person = 'aylin') => {
    const [row] = await session.as(person, ({ query }) =>
      query<Answer>('select updated_at::text, draft_updated_at::text, other from save_note($1, $2, $3, $4, $5)', [
        id,
        kind,
        note,
        known.updated_at ?? null,
        known.draft_updated_at ?? null,
      ]),
    )
    if (!row) throw new Error('saving gives a row')
    return row
  }
  const draft = (session: Session, id: string, text: string) =>
    session.as('aylin', ({ query }) => query('select from save_note_draft($1, $2, null, $3)', [id, text, kind]))
  const stored = async (session: Session, id: string) => {
    const [row] = await session.query<{ note: string | null }>(
      kind === 'note'
        ? 'select notes as note from appointments where id = $1'
        : 'select max(note) as note from appointment_private_notes where appointment_id = $1',
      [id],
    )
    return row?.note
  }
  const drafts = (session: Session) => session.query('select draft from private.appointment_note_drafts')

  test('can be saved, changed and cleared by a tab that has its latest version', async () => {
    await inTest(async (session) => {
      const { id } = await book(session, 'leyla', db.aylin)
      const first = await save(session, id, '  aspirin ')
      expect(first).toMatchObject({ updated_at: expect.any(String), other: null })
      const second = await save(session, id, 'aspirin, günde bir', first)
      expect(second.other).toBeNull()
      expect(await stored(session, id)).toBe('aspirin, günde bir')
      expect((await save(session, id, ' ', second)).other).toBeNull()
      expect(await stored(session, id)).toBeNull()
    })
  })

  test('is not replaced by a stale tab, which gets the other tab’s text back', async () => {
    await inTest(async (session) => {
      const { id } = await book(session, 'leyla', db.aylin)
      const theirs = await save(session, id, 'penisilin alerjisi VAR')
      const stale = await save(session, id, 'aspirin')
      expect(stale).toMatchObject({ other: 'penisilin alerjisi VAR', updated_at: theirs.updated_at })
      expect(await stored(session, id)).toBe('penisilin alerjisi VAR')
      // The doctor has seen the other text and replaces it.
      expect((await save(session, id, 'aspirin', stale)).other).toBeNull()
      expect(await stored(session, id)).toBe('aspirin')
      // The note changed again, so the time of the first version is stale too.
      expect(await save(session, id, 'parol', theirs)).toMatchObject({ other: 'aspirin' })
    })
  })

  test('is not restored by a stale tab after another tab has cleared it', async () => {
    await inTest(async (session) => {
      const { id } = await book(session, 'leyla', db.aylin)
      const known = await save(session, id, 'aspirin')
      await save(session, id, '', known)
      expect(await save(session, id, 'aspirin, günde bir', known)).toMatchObject({ other: '' })
      expect(await stored(session, id)).toBeNull()
    })
  })

  test('is compared by its own time, not by the time of the appointment', async () => {
    await inTest(async (session) => {
      const { id } = await arrange(session, 'leyla', db.aylin, { startsIn: '-1 hour', status: 'confirmed' })
      const known = await save(session, id, 'aspirin')
      await setStatus(session, 'aylin', id, 'completed')
      expect((await save(session, id, 'aspirin, günde bir', known)).other).toBeNull()
    })
  })

  test('does not remove another tab’s draft that this tab has not seen', async () => {
    await inTest(async (session) => {
      const { id } = await book(session, 'leyla', db.aylin)
      await draft(session, id, 'öbür sekme')
      const stale = await save(session, id, 'aspirin')
      expect(stale).toMatchObject({ other: 'öbür sekme', draft_updated_at: expect.any(String) })
      expect(await stored(session, id)).toBeNull()
      expect(await drafts(session)).toEqual([{ draft: 'öbür sekme' }])
      expect(await save(session, id, 'aspirin', stale)).toMatchObject({ other: null, draft_updated_at: null })
      expect(await drafts(session)).toEqual([])
    })
  })

  test('has a draft that keeps the version it is based on, even if the note is saved in the meantime', async () => {
    await inTest(async (session) => {
      const { id } = await book(session, 'leyla', db.aylin)
      const known = await save(session, id, 'aspirin')
      const later = await save(session, id, 'penisilin alerjisi VAR', known)
      // The doctor continues to type in the stale tab.
      const read = await session.as('aylin', async ({ query }) => {
        await query('select from save_note_draft($1, $2, null, $3, $4)', [id, 'aspirin, günde bir', kind, known.updated_at])
        return query<{ based_on: string }>('select based_on::text from get_note_draft($1, $2)', [id, kind])
      })
      expect(read).toEqual([{ based_on: known.updated_at }])
      expect(known.updated_at).not.toBe(later.updated_at)
    })
  })

  test('can be sent again after a lost response without a conflict', async () => {
    await inTest(async (session) => {
      const { id } = await book(session, 'leyla', db.aylin)
      const first = await save(session, id, 'aspirin')
      expect(await save(session, id, 'aspirin ')).toEqual({ ...first, other: null })
    })
  })

  test('can be saved by its doctor only, and not on a cancelled appointment', async () => {
    await inTest(async (session) => {
      const { id } = await book(session, 'leyla', db.aylin)
      for (const person of STRANGERS) expect(await refusal(save(session, id, 'x', {}, person))).toEqual(NOT_ALLOWED)
      expect(await refusal(save(session, idOf('nothing'), 'x'))).toEqual(NOT_ALLOWED)
      await setStatus(session, 'leyla', id, 'cancelled')
      expect(await refusal(save(session, id, 'x'))).toEqual(NOT_ALLOWED)
      expect(await stored(session, id)).toBeNull()
    })
  })

  test('cannot be saved by a doctor who has lost the role', async () => {
    await inTest(async (session) => {
      const { id } = await book(session, 'leyla', db.aylin)
      await save(session, id, 'aspirin')
      await session.query("delete from user_roles where user_id = $1 and role = 'doctor'", [idOf('aylin')])
      expect(await refusal(save(session, id, 'x'))).toEqual(NOT_ALLOWED)
    })
  })

  test('has at most 5,000 characters', async () => {
    await inTest(async (session) => {
      const { id } = await book(session, 'leyla', db.aylin)
      expect(await refusal(save(session, id, 'x'.repeat(5001)))).toEqual(expect.arrayContaining(['23514']))
    })
  })
})

test('nobody can set the time of a note', async () => {
  await inTest(async (session) => {
    const { id } = await book(session, 'leyla', db.aylin)
    for (const person of ['leyla', 'aylin', 'nigar']) {
      const attempt = session.as(person, ({ query }) => query('update appointments set notes_updated_at = now() where id = $1', [id]))
      expect(await refusal(attempt)).toEqual(['P0001', 'appointment_is_fixed'])
    }
  })
})

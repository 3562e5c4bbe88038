// Saving a note or a private note. A text that was changed elsewhere meanwhile is never replaced: its writer gets both texts.
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
  /** What a tab knows: the times of the note and of the draft. */
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

  test('is saved, changed and cleared by a tab that knows it', async () => {
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

  test('that another tab has saved meanwhile is not replaced, and comes back to the stale tab', async () => {
    await inTest(async (session) => {
      const { id } = await book(session, 'leyla', db.aylin)
      const theirs = await save(session, id, 'penisilin alerjisi VAR')
      const stale = await save(session, id, 'aspirin')
      expect(stale).toMatchObject({ other: 'penisilin alerjisi VAR', updated_at: theirs.updated_at })
      expect(await stored(session, id)).toBe('penisilin alerjisi VAR')
      // Having seen it, the doctor decides.
      expect((await save(session, id, 'aspirin', stale)).other).toBeNull()
      expect(await stored(session, id)).toBe('aspirin')
      // It was changed again: the time of the first one is stale too.
      expect(await save(session, id, 'parol', theirs)).toMatchObject({ other: 'aspirin' })
    })
  })

  test('that another tab has cleared meanwhile is not written again unnoticed', async () => {
    await inTest(async (session) => {
      const { id } = await book(session, 'leyla', db.aylin)
      const known = await save(session, id, 'aspirin')
      await save(session, id, '', known)
      expect(await save(session, id, 'aspirin, günde bir', known)).toMatchObject({ other: '' })
      expect(await stored(session, id)).toBeNull()
    })
  })

  test('is compared by its own time, not by that of the appointment', async () => {
    await inTest(async (session) => {
      const { id } = await arrange(session, 'leyla', db.aylin, { startsIn: '-1 hour', status: 'confirmed' })
      const known = await save(session, id, 'aspirin')
      await setStatus(session, 'aylin', id, 'completed')
      expect((await save(session, id, 'aspirin, günde bir', known)).other).toBeNull()
    })
  })

  test('does not remove a draft of another tab that this one never saw', async () => {
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

  test('that is saved while a draft goes on leaves it known that the draft continues an older one', async () => {
    await inTest(async (session) => {
      const { id } = await book(session, 'leyla', db.aylin)
      const known = await save(session, id, 'aspirin')
      const later = await save(session, id, 'penisilin alerjisi VAR', known)
      // The stale tab goes on typing after that.
      const read = await session.as('aylin', async ({ query }) => {
        await query('select from save_note_draft($1, $2, null, $3, $4)', [id, 'aspirin, günde bir', kind, known.updated_at])
        return query<{ based_on: string }>('select based_on::text from get_note_draft($1, $2)', [id, kind])
      })
      expect(read).toEqual([{ based_on: known.updated_at }])
      expect(known.updated_at).not.toBe(later.updated_at)
    })
  })

  test('that is sent again after a lost answer is no conflict', async () => {
    await inTest(async (session) => {
      const { id } = await book(session, 'leyla', db.aylin)
      const first = await save(session, id, 'aspirin')
      expect(await save(session, id, 'aspirin ')).toEqual({ ...first, other: null })
    })
  })

  test('is saved by nobody but its doctor, and not on a cancelled appointment', async () => {
    await inTest(async (session) => {
      const { id } = await book(session, 'leyla', db.aylin)
      for (const person of STRANGERS) expect(await refusal(save(session, id, 'x', {}, person))).toEqual(NOT_ALLOWED)
      expect(await refusal(save(session, idOf('nothing'), 'x'))).toEqual(NOT_ALLOWED)
      await setStatus(session, 'leyla', id, 'cancelled')
      expect(await refusal(save(session, id, 'x'))).toEqual(NOT_ALLOWED)
      expect(await stored(session, id)).toBeNull()
    })
  })

  test('is closed to a doctor who has lost the role', async () => {
    await inTest(async (session) => {
      const { id } = await book(session, 'leyla', db.aylin)
      await save(session, id, 'aspirin')
      await session.query("delete from user_roles where user_id = $1 and role = 'doctor'", [idOf('aylin')])
      expect(await refusal(save(session, id, 'x'))).toEqual(NOT_ALLOWED)
    })
  })

  test('is no longer than 5,000 characters', async () => {
    await inTest(async (session) => {
      const { id } = await book(session, 'leyla', db.aylin)
      expect(await refusal(save(session, id, 'x'.repeat(5001)))).toEqual(expect.arrayContaining(['23514']))
    })
  })
})

test('nobody sets the time of a note', async () => {
  await inTest(async (session) => {
    const { id } = await book(session, 'leyla', db.aylin)
    for (const person of ['leyla', 'aylin', 'nigar']) {
      const attempt = session.as(person, ({ query }) => query('update appointments set notes_updated_at = now() where id = $1', [id]))
      expect(await refusal(attempt)).toEqual(['P0001', 'appointment_is_fixed'])
    }
  })
})

import { describe, expect, test } from 'vitest'
import { arrange, book, idOf, type Person, refusal, type Session, serviceRole, setStatus, superuser, useClinic } from './clinic.ts'

const db = useClinic()

const NOT_ALLOWED = ['P0001', 'transition_not_allowed']
const STATUSES = ['pending', 'confirmed', 'completed', 'cancelled']
const setNote = (session: Session, person: Person, id: string, note: string | null = 'Kontrol') =>
  session.as(person, ({ query }) => query('update appointments set notes = $2 where id = $1 returning notes', [id, note]))

// The appointment is far enough ahead that only the role matters.
const ALLOWED = new Set([
  'aylin pending confirmed',
  'aylin pending cancelled',
  'aylin confirmed cancelled',
  'nigar pending confirmed',
  'nigar pending cancelled',
  'nigar confirmed cancelled',
  'leyla pending cancelled',
  'leyla confirmed cancelled',
])

describe.each(['leyla', 'aylin', 'nigar'])('%s', (person) => {
  for (const from of STATUSES) {
    for (const to of STATUSES.filter((status) => status !== from)) {
      const allowed = ALLOWED.has(`${person} ${from} ${to}`)
      test(`${allowed ? 'turns' : 'cannot turn'} ${from} into ${to} a week ahead`, async () => {
        await db.as(superuser, async (owner) => {
          const { id } = await arrange(owner, 'leyla', db.aylin, { startsIn: '7 days', status: from })
          expect(await refusal(setStatus(owner, person, id, to))).toEqual(allowed ? 'was allowed' : NOT_ALLOWED)
        })
      })
    }
  }
})

test('strangers, other doctors and other patients can change nothing', async () => {
  await db.as(superuser, async (owner) => {
    const { id } = await book(owner, 'leyla', db.aylin)
    for (const person of ['mallory', 'rauf', 'murat']) {
      for (const status of STATUSES) expect(await setStatus(owner, person, id, status)).toHaveLength(0)
    }
    expect(await owner.query('select status from appointments where id = $1', [id])).toEqual([{ status: 'pending' }])
  })
})

test('the service key cannot change a status', async () => {
  await db.as(superuser, async (owner) => {
    const { id } = await book(owner, 'leyla', db.aylin)
    for (const status of ['confirmed', 'cancelled', 'completed'])
      expect(await refusal(setStatus(owner, serviceRole, id, status))).toEqual(NOT_ALLOWED)
    await setStatus(owner, 'aylin', id, 'confirmed')
    expect(await refusal(setStatus(owner, serviceRole, id, 'cancelled'))).toEqual(NOT_ALLOWED)
  })
})

describe('deadlines', () => {
  test('only its doctor can complete a confirmed appointment, from its start on', async () => {
    await db.as(superuser, async (owner) => {
      const early = await arrange(owner, 'leyla', db.aylin, { startsIn: '2 hours' })
      expect(await refusal(setStatus(owner, 'aylin', early.id, 'completed'))).toEqual(NOT_ALLOWED)
      const begun = await arrange(owner, 'murat', db.aylin, { startsIn: '-5 minutes' })
      for (const person of ['nigar', 'murat']) expect(await refusal(setStatus(owner, person, begun.id, 'completed'))).toEqual(NOT_ALLOWED)
      expect(await refusal(setStatus(owner, 'aylin', begun.id, 'completed'))).toBe('was allowed')
    })
  })

  test('a pending appointment whose time has passed can only be cancelled', async () => {
    await db.as(superuser, async (owner) => {
      const { id } = await arrange(owner, 'leyla', db.aylin, { startsIn: '-1 day', status: 'pending' })
      for (const person of ['aylin', 'nigar']) expect(await refusal(setStatus(owner, person, id, 'confirmed'))).toEqual(NOT_ALLOWED)
      expect(await refusal(setStatus(owner, 'leyla', id, 'cancelled'))).toBe('was allowed')
    })
  })

  test('a patient can cancel a confirmed appointment until the doctor’s cancellation window closes', async () => {
    await db.as(superuser, async (owner) => {
      const late = await arrange(owner, 'leyla', db.aylin, { startsIn: '23 hours' })
      const attempt = owner.as('leyla', ({ query }) => query("update appointments set status = 'cancelled' where id = $1", [late.id]))
      await expect(attempt).rejects.toMatchObject({ code: 'P0001', message: 'cancellation_too_late', detail: '{"hours": 24}' })
      await owner.query('update doctors set cancellation_hours = 5 where id = $1', [db.aylin])
      expect(await refusal(setStatus(owner, 'leyla', late.id, 'cancelled'))).toBe('was allowed')
    })
  })

  test('a patient can still cancel a pending one after the window has closed, and staff can cancel all', async () => {
    await db.as(superuser, async (owner) => {
      const pending = await arrange(owner, 'leyla', db.aylin, { startsIn: '1 hour', status: 'pending' })
      expect(await refusal(setStatus(owner, 'leyla', pending.id, 'cancelled'))).toBe('was allowed')
      const [first, second] = [
        await arrange(owner, 'leyla', db.aylin, { startsIn: '3 hours' }),
        await arrange(owner, 'leyla', db.aylin, { startsIn: '5 hours' }),
      ]
      expect(await refusal(setStatus(owner, 'aylin', first.id, 'cancelled'))).toBe('was allowed')
      expect(await refusal(setStatus(owner, 'nigar', second.id, 'cancelled'))).toBe('was allowed')
    })
  })
})

describe('the note', () => {
  test('can be written by its doctor in every status except cancelled', async () => {
    await db.as(superuser, async (owner) => {
      for (const [hours, status] of STATUSES.entries()) {
        const { id } = await arrange(owner, 'leyla', db.aylin, { startsIn: `${hours + 30} hours`, status })
        expect(await refusal(setNote(owner, 'aylin', id))).toEqual(status === 'cancelled' ? ['P0001', 'note_not_allowed'] : 'was allowed')
      }
    })
  })

  test.each(['leyla', 'nigar'])('cannot be written by %s', async (person) => {
    await db.as(superuser, async (owner) => {
      const { id } = await book(owner, 'leyla', db.aylin)
      expect(await refusal(setNote(owner, person, id))).toEqual(['P0001', 'note_not_allowed'])
    })
  })

  test('cannot be written with a cancellation or after an erasure', async () => {
    await db.as(superuser, async (owner) => {
      const { id } = await book(owner, 'leyla', db.aylin)
      const both = owner.as('aylin', ({ query }) => query("update appointments set status = 'cancelled', notes = 'x' where id = $1", [id]))
      expect(await refusal(both)).toEqual(['P0001', 'note_not_allowed'])
      await owner.query('update appointments set erased_at = now(), patient_complaint = null where id = $1', [id])
      expect(await refusal(setNote(owner, 'aylin', id))).toEqual(['P0001', 'note_not_allowed'])
    })
  })

  test('cannot be written by another doctor, and has at most 5000 characters', async () => {
    await db.as(superuser, async (owner) => {
      const { id } = await book(owner, 'leyla', db.aylin)
      expect(await setNote(owner, 'rauf', id)).toHaveLength(0)
      expect(await refusal(setNote(owner, 'aylin', id, 'x'.repeat(5001)))).toEqual(['23514', 'appointments_notes_are_short'])
    })
  })
})

describe('the columns of an appointment are fixed', () => {
  const CHANGES = [
    `user_id = '${idOf('murat')}'`,
    'doctor_id = gen_random_uuid()',
    'appointment_date = appointment_date + 1',
    "appointment_time = '12:00'",
    "patient_complaint = 'other'",
    "starts_at = starts_at + interval '1 day'",
    'session_duration = 60',
    "timezone = 'UTC'",
    'created_at = now() - interval $$1 day$$',
    'updated_at = now() - interval $$1 day$$',
    'call_started_at = now()',
    'erased_at = now()',
    'id = gen_random_uuid()',
  ]
  test.each(CHANGES)('nobody can set %s', async (change) => {
    await db.as(superuser, async (owner) => {
      const { id } = await book(owner, 'leyla', db.aylin)
      for (const person of ['leyla', 'aylin', 'nigar']) {
        const attempt = owner.as(person, ({ query }) => query(`update appointments set ${change} where id = $1`, [id]))
        expect(await refusal(attempt)).toEqual(['P0001', 'appointment_is_fixed'])
      }
    })
  })

  test('the service key can only set the start of a call', async () => {
    await db.as(superuser, async (owner) => {
      const { id } = await book(owner, 'leyla', db.aylin)
      const change = (sql: string) =>
        refusal(owner.as(serviceRole, ({ query }) => query(`update appointments set ${sql} where id = $1`, [id])))
      expect(await change('call_started_at = now()')).toBe('was allowed')
      expect(await change("appointment_time = '12:00'")).toEqual(['P0001', 'appointment_is_fixed'])
      expect(await change("notes = 'x'")).toEqual(['P0001', 'note_not_allowed'])
    })
  })
})

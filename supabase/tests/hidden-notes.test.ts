// Notes hidden from guardians: who can hide and read them, and that no service reveals them to anybody else.
import { describe, expect, test } from 'vitest'
import { addPerson, anonymous, idOf, type Person, refusal, type Session, serviceRole, superuser, useClinic } from './clinic.ts'
import { addAdult, addCaller, addChild, addGuardian, arrangeFor, turnAdult } from './patients.ts'

const db = useClinic()
const inTest = (work: (session: Session) => Promise<void>) => db.as(superuser, work)
const SECRET = 'Yalnız ergenle konuşuldu'

interface Saved {
  updated_at: string | null
  other: string | null
}
const save = async (session: Session, id: string, note: string, shown: boolean | null = null, seen: string | null = null) => {
  const [saved] = await session.as('aylin', ({ query }) =>
    query<Saved>("select updated_at::text, other from save_note($1, 'note', $2, $3, null, $4)", [id, note, seen, shown]),
  )
  if (!saved) throw new Error('saving gives a row')
  return saved
}
const sharing = async (session: Session, id: string, person: Person = 'aylin') =>
  (await session.as(person, ({ query }) => query('select * from get_note_sharing($1)', [id])))[0]
const noteOf = async (session: Session, id: string) => {
  const [row] = await session.query<{ shown: string | null; hidden: string | null }>(
    'select a.notes as shown, h.note as hidden from appointments a left join appointment_hidden_notes h on h.appointment_id = a.id where a.id = $1',
    [id],
  )
  return row
}
/** Everything that a user can read about appointments. */
const everythingOf = async (session: Session, person: Person) =>
  JSON.stringify(
    await session.as(person, async ({ query }) => [
      await query('select * from appointments'),
      await query('select * from appointment_hidden_notes'),
      await query('select * from appointment_private_notes'),
      await query('select export_my_data()'),
      await query('select * from list_my_people()'),
      await query('select * from list_card_openings()'),
      await query('select * from list_note_drafts()'),
    ]),
  )
const forChild = (work: (session: Session, ids: { child: string; id: string }) => Promise<void>) =>
  inTest(async (session) => {
    const child = await addChild(session, 'leyla')
    await addGuardian(session, child, 'murat')
    await work(session, { child, id: await arrangeFor(session, child, db.aylin, { startsIn: '-1 hour' }) })
  })
const forAdult = (work: (session: Session, ids: { adult: string; id: string }) => Promise<void>) =>
  inTest(async (session) => {
    const adult = await addAdult(session, 'leyla')
    await work(session, { adult, id: await arrangeFor(session, adult, db.aylin, { startsIn: '-1 hour' }) })
  })
const record = (session: Session, id: string, kind: string, given: boolean, person: Person = 'aylin') =>
  session.as(person, ({ query }) => query("select record_consent($1, $2, '2026-11-16', 'tr', $3)", [id, kind, given]))

describe('a note about a child', () => {
  test('is shown to both guardians by default', async () => {
    await forChild(async (session, { id }) => {
      await save(session, id, SECRET)
      expect(await noteOf(session, id)).toEqual({ shown: SECRET, hidden: null })
      for (const person of ['leyla', 'murat']) expect(await everythingOf(session, person)).toContain(SECRET)
      expect(await sharing(session, id)).toEqual({ has_guardian: true, may_be_shown: true, is_shown: true })
    })
  })

  test('is invisible to guardians, former guardians and admins while hidden, and visible to its doctor in every place', async () => {
    await forChild(async (session, { id, child }) => {
      await addPerson(session, 'aunt')
      await session.query('delete from guardians where guardian_id = $1', [idOf('murat')])
      await addGuardian(session, child, 'aunt')
      await save(session, id, SECRET, false)
      expect(await noteOf(session, id)).toEqual({ shown: null, hidden: SECRET })
      for (const person of ['leyla', 'aunt', 'murat', 'mallory', 'rauf', 'nigar'])
        expect([person, (await everythingOf(session, person)).includes(SECRET)]).toEqual([person, false])
      const seenByDoctor = await session.as('aylin', async ({ query }) => ({
        row: await query('select note from appointment_hidden_notes where appointment_id = $1', [id]),
        list: await query('select notes, has_note from list_appointments()'),
        card: await query("select open_patient_card($1) -> 'appointments' -> 0 as visit", [id]),
      }))
      expect(seenByDoctor).toMatchObject({
        row: [{ note: SECRET }],
        list: [{ notes: SECRET, has_note: true }],
        card: [{ visit: { notes: SECRET, is_note_hidden: true } }],
      })
      expect(await session.as('nigar', ({ query }) => query('select notes, has_note from list_appointments()'))).toEqual([
        { notes: null, has_note: true },
      ])
      expect(await sharing(session, id)).toEqual({ has_guardian: true, may_be_shown: true, is_shown: false })
    })
  })

  test('stays hidden when its text changes, and can be hidden and shown without a change of its text', async () => {
    await forChild(async (session, { id }) => {
      const first = await save(session, id, 'ilk', false)
      const second = await save(session, id, SECRET, null, first.updated_at)
      expect(await noteOf(session, id)).toEqual({ shown: null, hidden: SECRET })
      const shown = await save(session, id, SECRET, true, second.updated_at)
      expect(await noteOf(session, id)).toEqual({ shown: SECRET, hidden: null })
      await save(session, id, SECRET, false, shown.updated_at)
      expect(await noteOf(session, id)).toEqual({ shown: null, hidden: SECRET })
      expect((await save(session, id, 'başka sekme', null, first.updated_at)).other).toBe(SECRET)
      expect((await save(session, id, '', true, (await save(session, id, SECRET)).updated_at)).other).toBeNull()
      expect(await noteOf(session, id)).toEqual({ shown: null, hidden: null })
    })
  })

  test('stays hidden after a plain update of the appointment', async () => {
    await forChild(async (session, { id }) => {
      await save(session, id, 'ilk', false)
      await session.as('aylin', ({ query }) => query('update appointments set notes = $2 where id = $1', [id, SECRET]))
      expect(await noteOf(session, id)).toEqual({ shown: null, hidden: SECRET })
      expect(await everythingOf(session, 'leyla')).not.toContain(SECRET)
    })
  })

  test('loses its draft when it is saved, and is deleted with the patient’s data', async () => {
    await forChild(async (session, { id }) => {
      await session.as('aylin', ({ query }) => query('select from save_note_draft($1, $2)', [id, SECRET]))
      const [draft] = await session.query<{ at: string }>('select updated_at::text as at from private.appointment_note_drafts')
      await session.as('aylin', ({ query }) => query("select from save_note($1, 'note', $2, null, $3, false)", [id, SECRET, draft?.at]))
      expect(await session.query('select from private.appointment_note_drafts')).toHaveLength(0)
      await session.query('update appointments set patient_complaint = null, notes = null, erased_at = now() where id = $1', [id])
      expect(await session.query('select from appointment_hidden_notes')).toHaveLength(0)
    })
  })

  test('is logged without its text', async () => {
    await forChild(async (session, { id }) => {
      await save(session, id, SECRET, false)
      expect(
        await session.query("select actor, action, details from audit_log where subject = $1 and action like '%note%'", [
          `appointment:${id}`,
        ]),
      ).toEqual([{ actor: idOf('aylin'), action: 'appointment.hidden_note', details: { fields: ['hidden_note'] } }])
    })
  })
})

describe('a hidden note', () => {
  test.each<Person>(['leyla', 'murat', 'mallory', 'rauf', 'nigar', anonymous, serviceRole])(
    '%o can neither write it nor ask who may read it',
    async (person) => {
      await forChild(async (session, { id }) => {
        await save(session, id, SECRET, false)
        const attempts = [
          () => session.as(person, ({ query }) => query("select from save_note($1, 'note', 'x', null, null, true)", [id])),
          () => sharing(session, id, person),
          () =>
            session.as(person, ({ query }) => query("insert into appointment_hidden_notes (appointment_id, note) values ($1, 'x')", [id])),
          () => session.as(person, ({ query }) => query("update appointment_hidden_notes set note = 'x'")),
          () => session.as(person, ({ query }) => query('delete from appointment_hidden_notes')),
        ]
        for (const attempt of attempts) expect((await refusal(attempt()))[0]).toBe('42501')
        expect(await noteOf(session, id)).toEqual({ shown: null, hidden: SECRET })
      })
    },
  )

  test('can be written by its doctor only through the functions', async () => {
    await forChild(async (session, { id }) => {
      await save(session, id, SECRET, false)
      for (const sql of ["update appointment_hidden_notes set note = 'x'", 'delete from appointment_hidden_notes'])
        expect((await refusal(session.as('aylin', ({ query }) => query(sql))))[0]).toBe('42501')
    })
  })
})

describe('notes about an adult without an account', () => {
  test('are hidden until the patient agrees, even after a plain update, and a withdrawal hides them again', async () => {
    await forAdult(async (session, { id }) => {
      const first = await save(session, id, 'ilk', true)
      expect(await noteOf(session, id)).toEqual({ shown: null, hidden: 'ilk' })
      expect(await sharing(session, id)).toEqual({ has_guardian: true, may_be_shown: false, is_shown: false })
      await session.as('aylin', ({ query }) => query("update appointments set notes = 'düz' where id = $1", [id]))
      expect(await noteOf(session, id)).toEqual({ shown: null, hidden: 'düz' })
      await record(session, id, 'notes_to_guardians', true)
      // An earlier note stays hidden until the doctor shows it.
      expect(await noteOf(session, id)).toEqual({ shown: null, hidden: 'düz' })
      expect((await save(session, id, SECRET, true, first.updated_at)).other).toBe('düz')
      const { updated_at } = await save(session, id, 'düz')
      await save(session, id, SECRET, true, updated_at)
      expect(await everythingOf(session, 'leyla')).toContain(SECRET)
      await session.as('aylin', ({ query }) => query("select from save_note_draft($1, 'yazılıyor')", [id]))
      await record(session, id, 'notes_to_guardians', false)
      expect(await noteOf(session, id)).toEqual({ shown: null, hidden: SECRET })
      expect(await everythingOf(session, 'leyla')).not.toContain(SECRET)
      // The withdrawal keeps the doctor's draft.
      expect(await session.query('select draft from private.appointment_note_drafts')).toEqual([{ draft: 'yazılıyor' }])
    })
  })

  test('are hidden for a caller, who may still get a guardian, and for a child who has grown up', async () => {
    await inTest(async (session) => {
      const caller = await arrangeFor(session, await addCaller(session), db.aylin, { startsIn: '-1 hour' })
      await save(session, caller, SECRET, true)
      expect(await noteOf(session, caller)).toEqual({ shown: null, hidden: SECRET })
      expect(await sharing(session, caller)).toEqual({ has_guardian: false, may_be_shown: false, is_shown: false })
    })
    await forChild(async (session, { id, child }) => {
      await turnAdult(session, child)
      await save(session, id, SECRET, true)
      expect(await noteOf(session, id)).toEqual({ shown: null, hidden: SECRET })
    })
  })
})

describe('a patient with an account', () => {
  test('can read every note, even if the doctor tries to hide it', async () => {
    await inTest(async (session) => {
      const id = await arrangeFor(session, idOf('leyla'), db.aylin, { startsIn: '-1 hour' })
      await save(session, id, SECRET, false)
      expect(await noteOf(session, id)).toEqual({ shown: SECRET, hidden: null })
      expect(await sharing(session, id)).toEqual({ has_guardian: false, may_be_shown: true, is_shown: true })
      expect(await everythingOf(session, 'leyla')).toContain(SECRET)
    })
  })

  test('can read the hidden notes of a record after claiming it, and the doctor keeps a draft', async () => {
    await forAdult(async (session, { adult, id }) => {
      await save(session, id, SECRET)
      await session.as('aylin', ({ query }) => query("select from save_note_draft($1, 'yazılıyor')", [id]))
      // A person with an account takes the record over.
      await session.query("set local session_replication_role = 'origin'")
      await session.query('update appointments set user_id = $2 where id = $1', [id, idOf('murat')])
      expect(await noteOf(session, id)).toEqual({ shown: SECRET, hidden: null })
      expect(await everythingOf(session, 'murat')).toContain(SECRET)
      expect(await everythingOf(session, 'leyla')).not.toContain(SECRET)
      expect(await session.query('select draft from private.appointment_note_drafts')).toEqual([{ draft: 'yazılıyor' }])
      const other = await arrangeFor(session, adult, db.aylin, { startsIn: '-3 hours' })
      await save(session, other, SECRET)
      // A new account gets the record's id.
      await session.query('alter table private.profiles drop constraint profiles_account_id_fkey')
      await session.query('update only private.profiles set has_account = true, birth_year = null where user_id = $1', [adult])
      expect(await noteOf(session, other)).toEqual({ shown: SECRET, hidden: null })
    })
  })
})

describe('a consent that the doctor records', () => {
  const consents = (session: Session, patient: string) =>
    session.query('select kind, version, recorded_by, withdrawn_at is null as is_live from consents where user_id = $1 order by given_at', [
      patient,
    ])

  test('is stored with the doctor, shown on the card and logged, and so is its withdrawal', async () => {
    await forAdult(async (session, { id, adult }) => {
      await record(session, id, 'health_data', true)
      await record(session, id, 'health_data', true)
      await record(session, id, 'notes_to_guardians', true)
      expect(await consents(session, adult)).toEqual(
        ['health_data', 'notes_to_guardians'].map((kind) => ({ kind, version: '2026-11-16', recorded_by: db.aylin, is_live: true })),
      )
      const card = () => session.as('aylin', ({ query }) => query("select open_patient_card($1) -> 'recorded_consents' as consents", [id]))
      expect(await card()).toEqual([{ consents: { health_data: expect.any(String), notes_to_guardians: expect.any(String) } }])
      await record(session, id, 'health_data', false)
      expect(await card()).toEqual([{ consents: { health_data: null, notes_to_guardians: expect.any(String) } }])
      expect(
        await session.query(
          "select actor, action, details ->> 'kind' as kind from audit_log where subject = $1 and action like 'consent%' order by id",
          [`user:${adult}`],
        ),
      ).toEqual([
        { actor: idOf('aylin'), action: 'consent.given', kind: 'health_data' },
        { actor: idOf('aylin'), action: 'consent.given', kind: 'notes_to_guardians' },
        { actor: idOf('aylin'), action: 'consent.withdrawn', kind: 'health_data' },
      ])
    })
  })

  test.each<Person>(['leyla', 'murat', 'mallory', 'rauf', 'nigar', anonymous, serviceRole])('cannot be recorded by %o', async (person) => {
    await forAdult(async (session, { id, adult }) => {
      for (const kind of ['health_data', 'notes_to_guardians'])
        expect((await refusal(record(session, id, kind, true, person)))[0]).toBe('42501')
      expect(await consents(session, adult)).toEqual([])
    })
  })

  test('cannot be given by a guardian, neither for the adult nor for a child', async () => {
    await forAdult(async (session, { adult }) => {
      const give = (patient: string, kind: string) =>
        session.as('leyla', ({ query }) =>
          query("insert into consents (user_id, kind, version, language) values ($1, $2, '2026-11-16', 'tr')", [patient, kind]),
        )
      expect((await refusal(give(adult, 'health_data')))[0]).toBe('42501')
      expect(await refusal(give(await addChild(session, 'leyla'), 'notes_to_guardians'))).toEqual([
        '23514',
        'consents_about_guardians_are_recorded',
      ])
    })
  })

  test('cannot be recorded for a child, for a patient with an account, or on a pending or cancelled appointment', async () => {
    await forChild(async (session, { id }) => {
      expect(await refusal(record(session, id, 'health_data', true))).toEqual(['P0001', 'patient_is_minor'])
      const own = await arrangeFor(session, idOf('leyla'), db.aylin, { startsIn: '-3 hours' })
      expect(await refusal(record(session, own, 'health_data', true))).toEqual(['P0001', 'patient_has_account'])
      const adult = await addAdult(session, 'leyla')
      for (const [n, status] of ['pending', 'cancelled'].entries()) {
        const asked = await arrangeFor(session, adult, db.aylin, { startsIn: `${n + 3} days`, status })
        expect((await refusal(record(session, asked, 'health_data', true)))[0]).toBe('42501')
      }
    })
  })
})

describe('names of guardians for lists', () => {
  const ask = (session: Session, person: Person, ids: string[]) =>
    session.as(person, ({ query }) => query<{ patient_id: string }>('select * from list_guardians_of($1)', [ids]))

  test('can be read by admins and the patient’s doctor, only for patients without an account', async () => {
    await forChild(async (session, { child }) => {
      const caller = await addCaller(session)
      for (const person of ['nigar', 'aylin'])
        expect(await ask(session, person, [child, caller, idOf('leyla')])).toMatchObject([
          { patient_id: child, guardians: [{ first_name: 'leyla' }, { first_name: 'murat' }] },
        ])
      for (const person of ['rauf', 'leyla', 'murat', 'mallory']) expect(await ask(session, person, [child])).toEqual([])
      expect((await refusal(ask(session, anonymous, [child])))[0]).toBe('42501')
      expect(await refusal(ask(session, 'nigar', []))).toEqual(['P0001', 'rows_out_of_range'])
      await turnAdult(session, child)
      expect(await ask(session, 'aylin', [child])).toEqual([])
    })
  })
})

describe('a phone reminder that was marked by mistake', () => {
  test('can be restored by admins only', async () => {
    await inTest(async (session) => {
      const id = await arrangeFor(session, await addCaller(session), db.aylin, { startsIn: '20 hours' })
      const due = () => session.as('nigar', ({ query }) => query('select appointment_id from list_phone_reminders()'))
      const undo = (person: Person) => session.as(person, ({ query }) => query('select unmark_phone_reminder($1)', [id]))
      await session.as('nigar', ({ query }) => query('select mark_phone_reminder($1)', [id]))
      expect(await due()).toEqual([])
      for (const person of ['leyla', 'aylin', anonymous, serviceRole]) expect((await refusal(undo(person)))[0]).toBe('42501')
      expect(await due()).toEqual([])
      await undo('nigar')
      expect(await due()).toEqual([{ appointment_id: id }])
      expect(await session.query("select actor from audit_log where action = 'appointment.phone_reminder_undone'")).toEqual([
        { actor: idOf('nigar') },
      ])
    })
  })
})

// Permissions for a child and an adult without an account, with every cell asserted: current and former guardians, and staff.
import { describe, expect, test } from 'vitest'
import { addPerson, refusal, type Session, superuser, useClinic } from './clinic.ts'
import { addAdult, addCaller, addChild, addGuardian, arrangeFor } from './patients.ts'

const db = useClinic()
const PEOPLE = {
  'a guardian of the child': 'leyla',
  'the second guardian of the child': 'murat',
  'a former guardian of the child': 'aunt',
  'the guardian of the adult': 'son',
  reception: 'nigar',
  'the doctor': 'aylin',
  'the doctor of another patient': 'rauf',
} as const
type Who = keyof typeof PEOPLE

interface Clinic {
  session: Session
  child: string
  ofChild: string
  ofAdult: string
  ofCaller: string
}
const inClinic = (work: (clinic: Clinic) => Promise<void>) =>
  db.as(superuser, async (session) => {
    for (const person of ['aunt', 'son']) await addPerson(session, person)
    const child = await addChild(session, 'aunt')
    await session.query('delete from guardians where patient_id = $1', [child])
    for (const guardian of ['leyla', 'murat']) await addGuardian(session, child, guardian)
    const adult = await addAdult(session, 'son')
    const caller = await addCaller(session)
    const ofChild = await arrangeFor(session, child, db.aylin, { startsIn: '-1 hour' })
    const ofAdult = await arrangeFor(session, adult, db.aylin, { startsIn: '-3 hours' })
    const ofCaller = await arrangeFor(session, caller, db.aylin, { startsIn: '20 hours' })
    await session.as('aylin', async ({ query }) => {
      await query("select from save_note($1, 'note', 'görünen', null, null, true)", [ofChild])
      await query("select from save_note($1, 'note', 'gizli')", [ofAdult])
    })
    await work({ session, child, ofChild, ofAdult, ofCaller })
  })

/** Whether the statement returns a row. A refused statement returns none. */
const gives = async (session: Session, who: Who, sql: string, values: unknown[]) => {
  const attempt = session.as(PEOPLE[who], ({ query }) => query(sql, values))
  return (await attempt.catch(() => [])).length > 0
}
const DOCTOR: Who[] = ['the doctor']
const RECEPTION: Who[] = ['reception']
const STAFF: Who[] = [...RECEPTION, ...DOCTOR]
const GUARDIANS: Who[] = ['a guardian of the child', 'the second guardian of the child']

const CELLS: [string, Who[], string, (clinic: Clinic) => unknown[]][] = [
  [
    'reads the shown note about the child',
    [...GUARDIANS, ...STAFF],
    'select notes from appointments where id = $1 and notes is not null',
    (c) => [c.ofChild],
  ],
  [
    'reads the note about the adult',
    DOCTOR,
    "select note from appointment_hidden_notes where appointment_id = $1 and note = 'gizli'",
    (c) => [c.ofAdult],
  ],
  [
    'finds the note about the adult in the appointment',
    [],
    'select notes from appointments where id = $1 and notes is not null',
    (c) => [c.ofAdult],
  ],
  [
    'reads the appointment of the adult',
    ['the guardian of the adult', ...STAFF],
    'select id from appointments where id = $1',
    (c) => [c.ofAdult],
  ],
  [
    'writes a note',
    DOCTOR,
    "select * from save_note($1, 'note', 'x', (select notes_updated_at from appointments where id = $1))",
    (c) => [c.ofChild],
  ],
  ['asks who reads the note', DOCTOR, 'select * from get_note_sharing($1)', (c) => [c.ofChild]],
  ['opens the card of the child', DOCTOR, 'select open_patient_card($1)', (c) => [c.ofChild]],
  ['opens the card of the adult', DOCTOR, 'select open_patient_card($1)', (c) => [c.ofAdult]],
  ['records a consent of the adult', DOCTOR, "select record_consent($1, 'health_data', '2026-11-16', 'tr', true)", (c) => [c.ofAdult]],
  [
    'sees the child in the list',
    STAFF,
    'select id from list_appointments() where id = $1 and patient_guardians is not null',
    (c) => [c.ofChild],
  ],
  ['finds the child', STAFF, 'select user_id from find_patients($2) where user_id = $1', (c) => [c.child, 'Can Test']],
  ['reads the names of the guardians', STAFF, 'select * from list_guardians_of(array[$1::uuid])', (c) => [c.child]],
  [
    'lists reminders by phone',
    RECEPTION,
    'select appointment_id from list_phone_reminders() where appointment_id = $1',
    (c) => [c.ofCaller],
  ],
  ['marks a reminder by phone', RECEPTION, 'select mark_phone_reminder($1)', (c) => [c.ofCaller]],
  ['removes the mark of a reminder by phone', RECEPTION, 'select unmark_phone_reminder($1)', (c) => [c.ofCaller]],
  [
    'adds a caller',
    RECEPTION,
    'select create_patient_by_staff($1)',
    () => [{ first_name: 'A', last_name: 'B', phone: '+90 532 000 00 00' }],
  ],
]

describe.each(CELLS)('%s', (_, allowed, sql, values) => {
  test.each(Object.keys(PEOPLE) as Who[])('%s', async (who) => {
    await inClinic(async (clinic) => {
      expect(await gives(clinic.session, who, sql, values(clinic))).toBe(allowed.includes(who))
    })
  })
})

test('only the doctor can change the shown note, even with a plain update', async () => {
  await inClinic(async ({ session, ofChild }) => {
    for (const who of [...GUARDIANS, 'reception'] as const) {
      const attempt = session.as(PEOPLE[who], ({ query }) => query("update appointments set notes = 'x' where id = $1", [ofChild]))
      expect([who, await refusal(attempt)]).toEqual([who, ['P0001', 'note_not_allowed']])
    }
    expect(await session.query('select notes from appointments where id = $1', [ofChild])).toEqual([{ notes: 'görünen' }])
  })
})

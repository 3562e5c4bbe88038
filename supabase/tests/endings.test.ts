// The end of an appointment: the variant of its mail, and whether the patient came.
import { describe, expect, test } from 'vitest'
import { arrange, book, type Person, refusal, type Session, setStatus, superuser, useClinic } from './clinic.ts'

const db = useClinic()
const inTest = (work: (session: Session) => Promise<void>) => db.as(superuser, work)

const variants = async (session: Session, id: string) =>
  (
    await session.query<{ variant: string | null }>(
      "select payload ->> 'variant' as variant from private.mail_outbox where kind = 'appointment_cancelled' and payload ->> 'appointment_id' = $1",
      [id],
    )
  ).map(({ variant }) => variant)

test.each<[Person, string, string]>([
  ['aylin', 'pending', 'rejected'],
  ['nigar', 'pending', 'rejected'],
  ['aylin', 'confirmed', 'called_off'],
  ['nigar', 'confirmed', 'called_off'],
  ['leyla', 'pending', 'cancelled_by_patient'],
  ['leyla', 'confirmed', 'cancelled_by_patient'],
])('if %s ends a %s appointment, both get the mail "%s"', async (person, status, variant) => {
  await inTest(async (session) => {
    const { id } = await book(session, 'leyla', db.aylin)
    if (status === 'confirmed') await setStatus(session, 'aylin', id, 'confirmed')
    await setStatus(session, person, id, 'cancelled')
    expect(await variants(session, id)).toEqual([variant, variant])
  })
})

test.each<[Person, string]>([
  ['aylin', 'pending'],
  ['nigar', 'confirmed'],
])('if %s ends a %s appointment at the patient’s request, the mail says so', async (person, status) => {
  await inTest(async (session) => {
    const { id } = await book(session, 'leyla', db.aylin)
    if (status === 'confirmed') await setStatus(session, 'aylin', id, 'confirmed')
    await session.as(person, ({ query }) =>
      query("update appointments set status = 'cancelled', cancellation_reason = 'patient_asked' where id = $1", [id]),
    )
    expect(await variants(session, id)).toEqual(['cancelled_on_request', 'cancelled_on_request'])
  })
})

test('an appointment that staff end after its start counts as not held', async () => {
  await inTest(async (session) => {
    const { id } = await arrange(session, 'leyla', db.aylin, { startsIn: '-1 hour', status: 'confirmed' })
    await setStatus(session, 'aylin', id, 'cancelled')
    expect(await variants(session, id)).toEqual(['not_held', 'not_held'])
  })
})

test('an unanswered request expires, and both get a mail', async () => {
  await inTest(async (session) => {
    const { id } = await arrange(session, 'leyla', db.aylin, { startsIn: '-1 hour', status: 'pending' })
    await session.query('select * from private.close_past_appointments(10)')
    expect(await session.query('select cancelled_by from appointments where id = $1', [id])).toEqual([{ cancelled_by: 'expired' }])
    expect(await variants(session, id)).toEqual(['expired', 'expired'])
  })
})

test('nobody gets a mail about a request that expired days ago, or that its patient cancels after its time', async () => {
  await inTest(async (session) => {
    const old = await arrange(session, 'leyla', db.aylin, { startsIn: '-4 days', status: 'pending' })
    await session.query('select * from private.close_past_appointments(10)')
    expect(await variants(session, old.id)).toEqual([])
    const late = await arrange(session, 'leyla', db.aylin, { startsIn: '-1 hour', status: 'pending' })
    await setStatus(session, 'leyla', late.id, 'cancelled')
    expect(await variants(session, late.id)).toEqual([])
  })
})

describe('the mark that the patient did not come', () => {
  const mark = (session: Session, person: Person, id: string, change = 'did_not_come = true') =>
    refusal(session.as(person, ({ query }) => query(`update appointments set ${change} where id = $1`, [id])))

  test('is set by the doctor with the completion or later, can be removed, and is logged', async () => {
    await inTest(async (session) => {
      const { id } = await arrange(session, 'leyla', db.aylin, { startsIn: '-1 hour' })
      expect(await mark(session, 'aylin', id, "status = 'completed', did_not_come = true")).toBe('was allowed')
      expect(await mark(session, 'aylin', id, 'did_not_come = false')).toBe('was allowed')
      expect(await session.query("select details from audit_log where action = 'appointment.attendance' order by id")).toEqual([
        { details: { fields: ['did_not_come'], to: true } },
        { details: { fields: ['did_not_come'], to: false } },
      ])
      expect(await session.as('leyla', ({ query }) => query('select did_not_come from appointments where id = $1', [id]))).toEqual([
        { did_not_come: false },
      ])
    })
  })

  test('cannot be set by anybody else', async () => {
    await inTest(async (session) => {
      const { id } = await arrange(session, 'leyla', db.aylin, { startsIn: '-1 hour', status: 'completed' })
      for (const person of ['leyla', 'nigar']) expect(await mark(session, person, id)).toEqual(['P0001', 'attendance_not_allowed'])
      // The appointment is invisible to other people, so their update matches no row.
      for (const person of ['rauf', 'mallory']) await mark(session, person, id)
      expect(await session.query('select did_not_come from appointments where id = $1', [id])).toEqual([{ did_not_come: false }])
    })
  })

  test.each(['pending', 'confirmed', 'cancelled'])('cannot be set on a %s appointment', async (status) => {
    await inTest(async (session) => {
      const { id } = await arrange(session, 'leyla', db.aylin, { startsIn: '-1 hour', status })
      expect(await mark(session, 'aylin', id)).toEqual(['23514', 'appointments_only_completed_ones_were_missed'])
    })
  })
})

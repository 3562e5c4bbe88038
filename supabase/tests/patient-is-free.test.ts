// A patient cannot be with two doctors at one time.
import { expect, test } from 'vitest'
import { arrange, book, IN_A_WEEK, idOf, refusal, setStatus, superuser, useClinic } from './clinic.ts'

const db = useClinic()

const BUSY = ['23P01', 'appointments_patient_is_free']

// Baku is an hour ahead of Istanbul: 11:00 in Baku is 10:00 in Istanbul. A session takes half an hour.
test.each([
  ['11:00', BUSY],
  ['10:45', BUSY],
  ['11:15', BUSY],
  ['10:30', 'was allowed'],
  ['11:30', 'was allowed'],
])('a patient with an appointment at 10:00 in Istanbul books %s in Baku with another doctor', async (time, expected) => {
  await db.as('leyla', async (leyla) => {
    await book(leyla, 'leyla', db.aylin, { time: '10:00' })
    expect(await refusal(book(leyla, 'leyla', db.rauf, { time }))).toEqual(expected)
  })
})

test('the error names the other appointment', async () => {
  await db.as('leyla', async (leyla) => {
    const { id, starts_at } = await book(leyla, 'leyla', db.aylin, { time: '10:00' })
    const { detail } = (await book(leyla, 'leyla', db.rauf, { time: '11:00' }).catch((error: unknown) => error)) as { detail: string }
    const facts = JSON.parse(detail) as { starts_at: string }
    expect(facts).toEqual({
      appointment_id: id,
      starts_at: expect.any(String),
      ends_at: expect.any(String),
      doctor_first_name: 'Aylin',
      doctor_last_name: 'Kaya',
    })
    expect(new Date(facts.starts_at)).toEqual(starts_at)
  })
})

test('a cancelled appointment does not conflict', async () => {
  await db.as('leyla', async (leyla) => {
    const { id } = await book(leyla, 'leyla', db.aylin, { time: '10:00' })
    await setStatus(leyla, 'leyla', id, 'cancelled')
    expect(await refusal(book(leyla, 'leyla', db.rauf, { time: '11:00' }))).toBe('was allowed')
  })
})

test('the constraints of the doctor apply first for two appointments with the same doctor', async () => {
  await db.as('leyla', async (leyla) => {
    await book(leyla, 'leyla', db.aylin, { time: '10:00' })
    expect(await refusal(book(leyla, 'leyla', db.aylin, { time: '10:00' }))).toEqual(['23505', 'appointments_slot_is_single'])
    expect(await refusal(book(leyla, 'leyla', db.aylin, { time: '10:15' }))).toEqual(['23P01', 'appointments_doctor_is_free'])
  })
})

test('the constraint also applies to writes that bypass the booking function', async () => {
  await db.as(superuser, async (owner) => {
    await arrange(owner, 'leyla', db.aylin, { startsIn: '3 days' })
    expect(await refusal(arrange(owner, 'leyla', db.rauf, { startsIn: '3 days' }))).toEqual(BUSY)
  })
})

test('nobody can exempt an appointment', async () => {
  await db.as('leyla', async (leyla) => {
    const { id } = await book(leyla, 'leyla', db.aylin)
    for (const person of ['leyla', 'aylin', 'nigar'])
      expect(
        await refusal(leyla.as(person, ({ query }) => query('update appointments set may_overlap = true where id = $1', [id]))),
      ).toEqual(['P0001', 'appointment_is_fixed'])
    const insert = `insert into appointments (user_id, doctor_id, appointment_date, appointment_time, patient_complaint, may_overlap)
      values ($1, $2, ${IN_A_WEEK}, '12:00', 'x', true)`
    expect(await refusal(leyla.query(insert, [idOf('leyla'), db.aylin]))).toEqual(['42501', 'permission denied for table appointments'])
  })
})

test('an exempt appointment overlaps, can be changed, and blocks new ones', async () => {
  const sona = idOf('doctor sona')
  await db.as(superuser, async (owner) => {
    await owner.query("insert into doctors (id, first_name, last_name) values ($1, 'Sona', 'Test')", [sona])
    await owner.query(
      "insert into doctor_availability (doctor_id, day_of_week, start_time, end_time) select $1, day, '09:00', '17:00' from generate_series(0, 6) as day",
      [sona],
    )
    await book(owner, 'leyla', db.aylin, { time: '10:00' })
    // 11:15 in Baku is 10:15 in Istanbul.
    await owner.query(
      `insert into appointments (user_id, doctor_id, appointment_date, appointment_time, patient_complaint, status, may_overlap)
       values ($1, $2, ${IN_A_WEEK}, '11:15', 'x', 'confirmed', true)`,
      [idOf('leyla'), db.rauf],
    )
    expect(await refusal(book(owner, 'leyla', sona, { time: '10:30' }))).toEqual(BUSY)
    expect(await refusal(book(owner, 'leyla', sona, { time: '10:45' }))).toBe('was allowed')
    const changed = "update appointments set notes = 'x', status = 'cancelled' where may_overlap"
    expect(await refusal(owner.query(changed))).toBe('was allowed')
  })
})

// The time zone of a doctor's hours, and its confirmation by the doctor.
import { expect, test } from 'vitest'
import { company } from '../functions/_shared/company.ts'
import { OFFERED_ZONES } from '../functions/_shared/rules.ts'
import { book, idOf, refusal, type Session, superuser, useClinic } from './clinic.ts'

const db = useClinic()

const confirmedAt = async ({ as }: Session) =>
  as(superuser, async ({ query }) => (await query('select timezone_confirmed_at as at from doctors where id = $1', [db.aylin]))[0]?.['at'])
const change = ({ query }: Session, set: string) =>
  query(`update doctors set ${set} where id = $1 returning timezone_confirmed_at`, [db.aylin])

test('the zone of the company is one of those that doctors can choose', () => {
  expect(OFFERED_ZONES).toContain(company.timezone)
})

test('a doctor confirms the zone, and the database sets the time', async () => {
  await db.as('aylin', async (aylin) => {
    expect(await confirmedAt(aylin)).toBeNull()
    const [confirmed] = await change(aylin, "timezone_confirmed_at = '2000-01-01'")
    expect(String(confirmed?.['timezone_confirmed_at'])).not.toContain('2000')
  })
})

test('choosing another zone confirms it', async () => {
  await db.as('aylin', async (aylin) => {
    await change(aylin, "timezone = 'Asia/Baku'")
    expect(await confirmedAt(aylin)).toBeInstanceOf(Date)
  })
})

test('an admin cannot confirm for a doctor, and a zone that an admin chose needs the doctor’s confirmation', async () => {
  await db.as('aylin', async (aylin) => {
    await aylin.as('nigar', (nigar) => change(nigar, 'timezone_confirmed_at = now()'))
    expect(await confirmedAt(aylin)).toBeNull()
    await change(aylin, 'timezone_confirmed_at = now()')
    await aylin.as('nigar', (nigar) => change(nigar, 'session_duration = 45'))
    expect(await confirmedAt(aylin)).toBeInstanceOf(Date)
    await aylin.as('nigar', (nigar) => change(nigar, "timezone = 'Asia/Baku'"))
    expect(await confirmedAt(aylin)).toBeNull()
  })
})

test('a new owner of the record has to confirm the zone again', async () => {
  await db.as('aylin', async (aylin) => {
    await change(aylin, 'timezone_confirmed_at = now()')
    await aylin.as(superuser, ({ query }) => query('update doctors set user_id = $1 where id = $2', [idOf('mallory'), db.aylin]))
    expect(await confirmedAt(aylin)).toBeNull()
  })
})

test('nobody can confirm the zone of another doctor', async () => {
  await db.as('rauf', async (rauf) => {
    expect(await change(rauf, 'timezone_confirmed_at = now()')).toEqual([])
    expect(await confirmedAt(rauf)).toBeNull()
  })
})

test('a new record for a user has the chosen zone, which must be one of the ten', async () => {
  await db.as('nigar', async ({ query }) => {
    const assign = (timezone: string) => query('select timezone from assign_doctor($1, null, $2)', [idOf('mallory'), { timezone }])
    expect(await refusal(assign('Europe/Paris'))).toEqual(['23514', 'doctors_timezone_is_offered'])
    expect(await assign('Asia/Baku')).toEqual([{ timezone: 'Asia/Baku' }])
  })
})

test('appointments keep their instant and zone when the doctor changes the zone', async () => {
  await db.as(superuser, async (session) => {
    const { id } = await book(session, 'leyla', db.aylin)
    const appointment = () =>
      session.query('select starts_at, ends_at, timezone, appointment_date::text, appointment_time from appointments where id = $1', [id])
    const before = await appointment()
    expect(before).toMatchObject([{ timezone: 'Europe/Istanbul' }])
    await session.as('aylin', (aylin) => change(aylin, "timezone = 'Asia/Baku'"))
    expect(await appointment()).toEqual(before)
  })
})

// Races between two people: two lengths for one gap, a fee change during a booking, one payment recorded twice.
import { randomUUID } from 'node:crypto'
import { beforeAll, expect, test } from 'vitest'
import { rounds } from '../../server/testing/rounds.ts'
import { addPerson, idOf, type Session, superuser, useClinic } from './clinic.ts'
import type { AppointmentType } from './offers.ts'
import { addDays } from './slots.oracle.ts'

const clinic = useClinic()
const TODAY = new Date().toISOString().slice(0, 10)
const ROUNDS = rounds(4, 25)
let long: AppointmentType
let short: AppointmentType

beforeAll(async () => {
  await clinic.keep(superuser, async ({ query }) => {
    await addPerson({ query }, 'second admin')
    await query("insert into user_roles (user_id, role) values ($1, 'admin')", [idOf('second admin')])
  })
  // `keep` commits on its own connection, so helpers that open other sessions cannot be used here.
  const add = (minutes: number) =>
    clinic.keep('aylin', async ({ query }) => {
      const [added] = await query<AppointmentType>(
        'insert into appointment_types (doctor_id, names, minutes, fee_minor) values ($1, \'{"en": "Appointment"}\', $2, 1000) returning *',
        [clinic.aylin, minutes],
      )
      if (!added) throw new Error('no type was added')
      return added
    })
  long = await add(60)
  short = await add(15)
})

/** Runs each act in its own transaction, which is open before the first act starts. */
async function atOnce(acts: [person: string, act: (session: Pick<Session, 'query'>) => Promise<unknown>][]) {
  let missing = acts.length
  const { promise: everybodyIsReady, resolve: start } = Promise.withResolvers<void>()
  return Promise.all(
    acts.map(async ([person, act]) => {
      try {
        await clinic.keep(person, async (session) => {
          missing -= 1
          if (missing === 0) start()
          await everybodyIsReady
          await act(session)
        })
        return 'done'
      } catch (error) {
        const { constraint, message } = error as { constraint?: string; message: string }
        return constraint ?? message
      }
    }),
  )
}

const insert =
  (type: AppointmentType, date: string, time: string, patient: string) =>
  async ({ query }: Pick<Session, 'query'>) =>
    query(
      `insert into appointments (user_id, doctor_id, appointment_date, appointment_time, patient_complaint, type_id, fee_minor, fee_currency)
     values ($1, $2, $3, $4, 'Baş ağrısı', $5, $6, $7)`,
      [idOf(patient), clinic.aylin, date, time, type.id, type.fee_minor, type.currency],
    )

test('exactly one of two bookings with different lengths gets the gap', { timeout: 60_000 }, async () => {
  for (let round = 0; round < ROUNDS; round++) {
    const date = addDays(TODAY, 10 + round)
    const answers = await atOnce([
      ['leyla', insert(long, date, '10:00', 'leyla')],
      ['murat', insert(short, date, '10:45', 'murat')],
    ])
    expect(answers.toSorted()).toEqual(['appointments_doctor_is_free', 'done'])
    await clinic.keep(superuser, ({ query }) => query("update appointments set status = 'cancelled' where status = 'pending'"))
  }
})

test('a booking during a fee change stores the fee as shown, or is refused', { timeout: 60_000 }, async () => {
  for (let round = 0; round < ROUNDS; round++) {
    const date = addDays(TODAY, 50 + round)
    const fee = 2000 + round
    const [booking] = await atOnce([
      ['leyla', insert(short, date, '10:00', 'leyla')],
      ['aylin', ({ query }) => query('update appointment_types set fee_minor = $2 where id = $1', [short.id, fee])],
    ])
    const kept = await clinic.as(superuser, ({ query }) =>
      query('select fee_minor, fee_agreed_at is not null as is_agreed from appointments where appointment_date = $1', [date]),
    )
    expect([booking, kept]).toEqual(booking === 'done' ? ['done', [{ fee_minor: short.fee_minor, is_agreed: true }]] : ['fee_changed', []])
    short = { ...short, fee_minor: fee }
    await clinic.keep(superuser, ({ query }) => query("update appointments set status = 'cancelled' where status = 'pending'"))
  }
})

test('exactly one of two people can record the same payment, and the other gets an error', { timeout: 60_000 }, async () => {
  for (let round = 0; round < ROUNDS; round++) {
    const date = addDays(TODAY, 100 + round)
    await atOnce([['leyla', insert(long, date, '10:00', 'leyla')]])
    const [booked] = await clinic.as(superuser, ({ query }) =>
      query<{ id: string }>('select id from appointments where appointment_date = $1', [date]),
    )
    const record = ({ query }: Pick<Session, 'query'>) =>
      query('select record_payment($1, $2, 400, $3, null, $4, 0)', [booked?.id, 'paid', TODAY, randomUUID()])
    const answers = await atOnce([
      ['nigar', record],
      ['second admin', record],
    ])
    expect(answers.toSorted()).toEqual(['done', 'payments_changed'])
    expect(
      await clinic.as(superuser, ({ query }) => query('select paid_minor::int as paid from appointments where id = $1', [booked?.id])),
    ).toEqual([{ paid: 400 }])
    await clinic.keep(superuser, ({ query }) => query("update appointments set status = 'cancelled' where status = 'pending'"))
  }
})

test('a booking during the deactivation of its type succeeds before it or is refused', { timeout: 60_000 }, async () => {
  for (let round = 0; round < ROUNDS; round++) {
    const date = addDays(TODAY, 150 + round)
    const [booking] = await atOnce([
      ['leyla', insert(long, date, '10:00', 'leyla')],
      ['aylin', ({ query }) => query('update appointment_types set active = false where id = $1', [long.id])],
    ])
    expect(['done', 'type_not_offered']).toContain(booking)
    const kept = await clinic.as(superuser, ({ query }) => query('select type_id from appointments where appointment_date = $1', [date]))
    expect(kept).toEqual(booking === 'done' ? [{ type_id: long.id }] : [])
    await clinic.keep(superuser, async ({ query }) => {
      await query('update appointment_types set active = true where id = $1', [long.id])
      await query("update appointments set status = 'cancelled' where status = 'pending'")
    })
  }
})

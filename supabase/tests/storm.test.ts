// Many simultaneous bookings: one patient gets the time, the others get a reason, and nothing deadlocks.
import { beforeAll, expect, test } from 'vitest'
import { rounds } from '../../server/testing/rounds.ts'
import { addPerson, idOf, superuser, useClinic } from './clinic.ts'
import { addDays } from './slots.oracle.ts'

const ROUNDS = rounds(2, 25)
const HOLD_ROUNDS = rounds(4, 20)
const CROWD = Array.from({ length: 40 }, (_, index) => `patient ${index}`)
// A session takes half an hour and the gap ten minutes, so any two of these times conflict.
const CONTESTED = ['10:00', '10:15', '10:30']
const TODAY = new Date().toISOString().slice(0, 10)

const clinic = useClinic()
beforeAll(async () => {
  await clinic.keep(superuser, async ({ query }) => {
    for (const name of CROWD) await addPerson({ query }, name)
  })
})

test('exactly one of forty patients who book three overlapping times succeeds, in every round', { timeout: 60_000 }, async () => {
  const refused = new Map<string, number>()
  for (let round = 0; round < ROUNDS; round++) {
    const date = addDays(TODAY, 10 + round)
    // Rotates the order, because the first patient could win every round and reach the limit of open appointments.
    const line = CROWD.map((_, index) => CROWD[(index + round * 7) % CROWD.length] ?? '')
    const answers = await allAtOnce(
      line.map((patient, index) => ({ patient, doctor: clinic.aylin, date, time: CONTESTED[index % 3] ?? '' })),
    )
    expect(answers.filter((answer) => answer === BOOKED)).toHaveLength(1)
    for (const answer of answers) if (answer !== BOOKED) refused.set(answer, (refused.get(answer) ?? 0) + 1)
  }
  expect([...refused.keys()].toSorted()).toEqual(['23505 appointments_slot_is_single', '23P01 appointments_doctor_is_free'])
  expect([...refused.values()].reduce((sum, count) => sum + count, 0)).toBe(ROUNDS * (CROWD.length - 1))

  const kept = await clinic.as(superuser, ({ query }) =>
    query('select appointment_date, count(*)::int from appointments where doctor_id = $1 group by 1 having count(*) = 1', [clinic.aylin]),
  )
  expect(kept).toHaveLength(ROUNDS)
})

test('a patient who books fourteen free times at once gets ten', { timeout: 60_000 }, async () => {
  const date = addDays(TODAY, 60)
  const times = ['09:00', '09:45', '10:30', '11:15', '12:00', '12:45', '13:30']
  for (const [day, patient] of ['leyla', 'murat', 'mallory'].entries()) {
    const wanted = times.flatMap((time) =>
      // The times are on different days, so that only the limit applies.
      [clinic.aylin, clinic.rauf].map((doctor, index) => ({ patient, doctor, date: addDays(date, day + 10 * index), time })),
    )
    const answers = await allAtOnce(wanted)
    expect(answers.filter((answer) => answer === BOOKED)).toHaveLength(10)
    expect(answers.filter((answer) => answer === 'P0001 too_many_open_appointments')).toHaveLength(4)

    const kept = await clinic.as(superuser, ({ query }) => query('select from appointments where user_id = $1', [idOf(patient)]))
    expect(kept).toHaveLength(10)
  }
})

test('patients who book two doctors for the same time at once get exactly one, in either order', { timeout: 60_000 }, async () => {
  const answers: string[] = []
  for (let round = 0; round < 10; round++) {
    const date = addDays(TODAY, 120 + round)
    // 12:00 in Istanbul is 13:00 in Baku. Two patients race for both doctors, in opposite orders.
    const pair = [CROWD[(2 * round) % CROWD.length] ?? '', CROWD[(2 * round + 1) % CROWD.length] ?? '']
    const wishes = pair.flatMap((patient, index) => {
      const both = [
        { patient, doctor: clinic.aylin, date, time: '12:00' },
        { patient, doctor: clinic.rauf, date, time: '13:00' },
      ]
      const line = Array.from({ length: 10 }, () => both).flat()
      return index ? line.toReversed() : line
    })
    answers.push(...(await allAtOnce(wishes)))
  }
  expect(new Set(answers)).toEqual(new Set([BOOKED, '23505 appointments_slot_is_single', '23P01 appointments_patient_is_free']))
  expect(answers.filter((answer) => answer === BOOKED)).toHaveLength(20)
  const overlapping = await clinic.as(superuser, ({ query }) =>
    query(
      'select from appointments a join appointments b on a.user_id = b.user_id and a.id < b.id and tstzrange(a.starts_at, a.ends_at) && tstzrange(b.starts_at, b.ends_at)',
    ),
  )
  expect(overlapping).toHaveLength(0)
})

test('exactly one of twenty holds and twenty bookings of overlapping times succeeds, and a successful holder can book', {
  timeout: 60_000,
}, async () => {
  let holdersWon = 0
  for (let round = 0; round < HOLD_ROUNDS; round++) {
    const date = addDays(TODAY, 150 + round)
    const line = CROWD.map((_, index) => CROWD[(index + round * 7) % CROWD.length] ?? '')
    const wishes = line.map((patient, index) => {
      const time = CONTESTED[Math.floor(index / 2) % 3] ?? ''
      return { patient, doctor: clinic.aylin, date, time, holds: (index + round) % 2 === 0 }
    })
    const answers = await allAtOnce(wishes)
    const winner = answers.findIndex((answer) => answer === BOOKED || answer === HELD)
    expect(answers.filter((answer) => answer === BOOKED || answer === HELD)).toHaveLength(1)
    expect(new Set(answers.filter((_, index) => index !== winner))).toEqual(
      new Set(['23505 appointments_slot_is_single', '23P01 appointments_doctor_is_free']),
    )
    const holder = wishes[winner]?.holds ? [wishes[winner]?.patient] : []
    holdersWon += holder.length
    // Everybody tries to book again, and only a patient who holds the time succeeds.
    const second = await allAtOnce(wishes.map((wish) => ({ ...wish, holds: false })))
    expect(second.flatMap((answer, index) => (answer === BOOKED ? [wishes[index]?.patient] : []))).toEqual(holder)
  }
  // With few rounds, bookings may win all of them.
  expect(holdersWon).toBeGreaterThanOrEqual(rounds(0, 1))
  expect(await clinic.as(superuser, ({ query }) => query('select from private.slot_holds'))).toHaveLength(0)
})

const BOOKED = 'booked'
const HELD = 'held'

interface Wish {
  patient: string
  doctor: string
  date: string
  time: string
  /** Whether to hold the time instead of booking it. */
  holds?: boolean
}

/** Runs each wish on its own connection, in a transaction that is open before the first booking. */
async function allAtOnce(wishes: Wish[]) {
  let missing = wishes.length
  const { promise: everybodyIsReady, resolve: start } = Promise.withResolvers<void>()
  return Promise.all(
    wishes.map(async ({ patient, doctor, date, time, holds }) => {
      try {
        await clinic.keep(patient, async ({ query }) => {
          missing -= 1
          if (missing === 0) start()
          await everybodyIsReady
          if (holds) return query('select hold_slot($1, $2, $3)', [doctor, date, time])
          return query(
            `insert into appointments (user_id, doctor_id, appointment_date, appointment_time, patient_complaint, status)
             values ($1, $2, $3, $4, 'Baş ağrısı', 'pending')`,
            [idOf(patient), doctor, date, time],
          )
        })
        return holds ? HELD : BOOKED
      } catch (error) {
        const { code, constraint, message } = error as { code?: string; constraint?: string; message?: string }
        return `${code} ${constraint ?? message}`
      }
    }),
  )
}

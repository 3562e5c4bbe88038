// Simultaneous moves, bookings and cancellations: one wins, the others get a reason, and nothing deadlocks.
import { beforeAll, expect, test } from 'vitest'
import { addPerson, book, IN_A_WEEK, idOf, type Session, superuser, useClinic } from './clinic.ts'

const ROUNDS = 8
const CROWD = Array.from({ length: 16 }, (_, index) => `patient ${index}`)
const TAKEN = new Set(['23505 appointments_slot_is_single', '23P01 appointments_doctor_is_free'])
// A session takes half an hour and the gap ten minutes, so any two of these times conflict.
const CONTESTED = ['10:00', '10:15', '10:30']

const clinic = useClinic()
const ids = new Map<string, string>()
beforeAll(async () => {
  await clinic.keep(superuser, async (session) => {
    for (const [index, name] of CROWD.entries()) {
      await addPerson(session, name)
      ids.set(name, (await book(session, name, clinic.aylin, { date: `${IN_A_WEEK} + ${index}`, time: '15:00' })).id)
    }
  })
})

const moveTo = (session: Session, id: string | undefined, date: string, time: string) =>
  session.query(`select reschedule_appointment($1, ${date}, $2)`, [id, time])

/** Runs each act on its own connection, in a transaction that is open before the first act starts. */
async function allAtOnce(acts: { person: string; act: (session: Session) => Promise<unknown> }[]) {
  let missing = acts.length
  const { promise: everybodyIsReady, resolve: start } = Promise.withResolvers<void>()
  return Promise.all(
    acts.map(async ({ person, act }) => {
      try {
        await clinic.keep(person, async (session) => {
          missing -= 1
          if (missing === 0) start()
          await everybodyIsReady
          await act(session)
        })
        return 'done'
      } catch (error) {
        const { code, constraint, message } = error as { code?: string; constraint?: string; message?: string }
        return `${code} ${constraint ?? message}`
      }
    }),
  )
}

test('exactly one of many simultaneous moves to overlapping times wins, in every round', { timeout: 60_000 }, async () => {
  for (let round = 0; round < ROUNDS; round++) {
    const date = `${IN_A_WEEK} + ${30 + round}`
    const answers = await allAtOnce(
      CROWD.map((person, index) => ({ person, act: (session) => moveTo(session, ids.get(person), date, CONTESTED[index % 3] ?? '') })),
    )
    expect(answers.filter((answer) => answer === 'done')).toHaveLength(1)
    expect(answers.filter((answer) => answer !== 'done' && !TAKEN.has(answer))).toEqual([])
  }
})

test('exactly one of many simultaneous moves and bookings wins', { timeout: 60_000 }, async () => {
  for (let round = 0; round < ROUNDS; round++) {
    const date = `${IN_A_WEEK} + ${50 + round}`
    const answers = await allAtOnce(
      CROWD.map((person, index) => ({
        person,
        act: (session) =>
          (index + round) % 2
            ? moveTo(session, ids.get(person), date, '10:00')
            : session.query(
                `insert into appointments (user_id, doctor_id, appointment_date, appointment_time, patient_complaint)
                 values ($1, $2, ${date}, '10:15', 'Baş ağrısı')`,
                [idOf(person), clinic.aylin],
              ),
      })),
    )
    expect(answers.filter((answer) => answer === 'done')).toHaveLength(1)
    expect(answers.filter((answer) => answer !== 'done' && !TAKEN.has(answer))).toEqual([])
  }
})

test('an appointment that is moved and cancelled at once ends cancelled, and both times are free', {
  timeout: 60_000,
}, async () => {
  for (let round = 0; round < ROUNDS; round++) {
    const person = CROWD[round] ?? ''
    const day = `${IN_A_WEEK} + ${80 + round}`
    const { id } = await clinic.keep(person, (session) => book(session, person, clinic.aylin, { date: day, time: '12:00' }))
    const cancel = (session: Session) => session.query("update appointments set status = 'cancelled' where id = $1", [id])
    const [moving, cancelling] = await allAtOnce([
      { person: 'aylin', act: (session) => moveTo(session, id, day, '14:00') },
      { person, act: cancel },
    ])
    expect(['done', 'P0001 transition_not_allowed']).toContain(moving)
    expect(cancelling).toBe('done')
    const [row] = await clinic.as(superuser, ({ query }) => query('select status, appointment_time from appointments where id = $1', [id]))
    expect(row).toEqual({ status: 'cancelled', appointment_time: moving === 'done' ? '14:00' : '12:00' })
    const free = await clinic.as('murat', ({ query }) =>
      query(`select from get_available_slots($1, ${day}) where appointment_time in ('12:00', '14:00')`, [clinic.aylin]),
    )
    expect(free).toHaveLength(2)
  }
})

test('two simultaneous moves of one appointment both succeed without a deadlock', { timeout: 60_000 }, async () => {
  const [patient = ''] = CROWD
  for (let round = 0; round < ROUNDS; round++) {
    const date = `${IN_A_WEEK} + ${110 + round}`
    const answers = await allAtOnce([
      { person: patient, act: (session) => moveTo(session, ids.get(patient), date, '10:00') },
      { person: 'nigar', act: (session) => moveTo(session, ids.get(patient), date, '13:00') },
    ])
    expect(answers).toEqual(['done', 'done'])
  }
})

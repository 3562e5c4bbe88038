// A guardian acts for a patient without an account: books, holds, moves and cancels appointments, and edits the record.
import { describe, expect, test } from 'vitest'
import { arrange, book, IN_A_WEEK, idOf, refusal, type Session, setStatus, superuser, useClinic } from './clinic.ts'
import { addAdult, addCaller, addChild, addGuardian, born, turnAdult } from './patients.ts'

const db = useClinic()
const inTest = (work: (session: Session) => Promise<void>) => db.as(superuser, work)

interface Booked {
  id: string
  user_id: string
  booked_by: string
  status: string
}
const bookFor = async (session: Session, guardian: string, patient: string, { time = '10:00', doctor = db.aylin } = {}) => {
  const [booked] = await session.as(guardian, ({ query }) =>
    query<Booked>(
      `insert into appointments (user_id, doctor_id, appointment_date, appointment_time, patient_complaint)
       values ($1, $2, ${IN_A_WEEK}, $3, 'Ateş') returning *`,
      [patient, doctor, time],
    ),
  )
  if (!booked) throw new Error('nothing was booked')
  return booked
}
const hold = (session: Session, person: string, patient: string | null, { time = '10:00', doctor = db.aylin } = {}) =>
  session.as(person, ({ query }) => query(`select hold_slot($1, ${IN_A_WEEK}, $2, $3)`, [doctor, time, patient]))
const addBoth = async (session: Session) => ({ child: await addChild(session, 'leyla'), adult: await addAdult(session, 'leyla') })

describe('booking', () => {
  test('is made for the patient by the guardian, and the log names both', async () => {
    await inTest(async (session) => {
      for (const [n, patient] of Object.values(await addBoth(session)).entries()) {
        const booked = await bookFor(session, 'leyla', patient, { time: `1${n}:00` })
        expect(booked).toMatchObject({ user_id: patient, booked_by: idOf('leyla'), status: 'pending' })
        expect(
          await session.query("select actor, details from audit_log where action = 'appointment.booked_by_guardian' and subject = $1", [
            `appointment:${booked.id}`,
          ]),
        ).toEqual([{ actor: idOf('leyla'), details: { patient_id: patient, doctor_id: db.aylin } }])
      }
    })
  })

  test('has its patient as author and no log entry if users book for themselves', async () => {
    await inTest(async (session) => {
      const { id } = await book(session, 'leyla', db.aylin)
      expect(await session.query('select booked_by from appointments where id = $1', [id])).toEqual([{ booked_by: idOf('leyla') }])
      expect(await session.query('select from audit_log where subject = $1', [`appointment:${id}`])).toHaveLength(0)
    })
  })

  test('is refused for somebody else’s patient, a caller, a child who has grown up and an unknown id alike', async () => {
    await inTest(async (session) => {
      const grown = await addChild(session, 'leyla')
      await turnAdult(session, grown)
      const foreign = await addChild(session, 'murat')
      const ids = [foreign, grown, await addCaller(session), idOf('murat'), idOf('nobody')]
      for (const id of ids) {
        expect([id, await refusal(bookFor(session, 'leyla', id))]).toEqual([id, ['42501', 'permission denied']])
        expect([id, await refusal(hold(session, 'leyla', id))]).toEqual([id, ['42501', 'permission denied']])
      }
    })
  })

  test('cannot set its author', async () => {
    await inTest(async (session) => {
      const forged = session.as('leyla', ({ query }) =>
        query(
          `insert into appointments (user_id, doctor_id, appointment_date, appointment_time, patient_complaint, booked_by)
           values (auth.uid(), $1, ${IN_A_WEEK}, '10:00', 'x', $2)`,
          [db.aylin, idOf('murat')],
        ),
      )
      expect((await refusal(forged))[0]).toBe('42501')
      const { id } = await book(session, 'leyla', db.aylin)
      const changed = session.as('leyla', ({ query }) => query('update appointments set booked_by = $2 where id = $1', [id, idOf('murat')]))
      expect(await refusal(changed)).toEqual(['P0001', 'appointment_is_fixed'])
    })
  })

  test('is possible for two children, but not for one child, with two doctors at the same time', async () => {
    await inTest(async (session) => {
      const [first, second] = [await addChild(session, 'leyla'), await addChild(session, 'leyla')]
      await book(session, 'leyla', db.aylin, { time: '14:00' })
      await bookFor(session, 'leyla', first, { time: '13:00' })
      // 13:00 in Istanbul is 14:00 in Baku.
      await bookFor(session, 'leyla', second, { doctor: db.rauf, time: '14:00' })
      await bookFor(session, 'leyla', first, { doctor: db.rauf, time: '15:00' })
      const overlap = bookFor(session, 'leyla', first, { doctor: db.rauf, time: '14:00' })
      expect(await refusal(overlap)).toEqual(['23P01', 'appointments_patient_is_free'])
    })
  })

  test('uses up the hold of the guardian, which blocks others until then', async () => {
    await inTest(async (session) => {
      const { child } = await addBoth(session)
      await hold(session, 'leyla', child)
      expect(await session.query('select user_id from private.slot_holds')).toEqual([{ user_id: idOf('leyla') }])
      expect(await refusal(book(session, 'murat', db.aylin))).toContain('appointments_slot_is_single')
      await bookFor(session, 'leyla', child)
      expect(await session.query('select from private.slot_holds')).toHaveLength(0)
    })
  })

  test('can hold a time for a child at which the guardian has an appointment', async () => {
    await inTest(async (session) => {
      const { child } = await addBoth(session)
      await book(session, 'leyla', db.rauf, { time: '11:00' })
      expect((await refusal(hold(session, 'leyla', null)))[1]).toBe('appointments_patient_is_free')
      expect(await hold(session, 'leyla', child)).toHaveLength(1)
    })
  })

  test('counts open appointments for the patient and bookings a day for the account', async () => {
    await inTest(async (session) => {
      const { child } = await addBoth(session)
      for (let n = 0; n < 10; n++) await arrange(session, 'leyla', db.rauf, { startsIn: `${n + 30} hours` })
      await bookFor(session, 'leyla', child)
      expect(await refusal(book(session, 'leyla', db.aylin, { time: '16:00' }))).toEqual(['P0001', 'too_many_open_appointments'])
      await session.query('update private.rate_counters set hits = 100')
      expect(await refusal(bookFor(session, 'leyla', child, { time: '12:00' }))).toEqual(['P0001', 'too_many_bookings'])
    })
  })
})

describe('an appointment of the patient', () => {
  test('can be moved and cancelled by either guardian, which counts as the patient’s action', async () => {
    await inTest(async (session) => {
      const { child, adult } = await addBoth(session)
      await addGuardian(session, child, 'murat')
      for (const [n, patient, guardian] of [
        [0, child, 'leyla'],
        [1, child, 'murat'],
        [2, adult, 'leyla'],
      ] as const) {
        const { id } = await bookFor(session, 'leyla', patient, { time: `1${n}:00` })
        const [moved] = await session.as(guardian, ({ query }) =>
          query(`select * from reschedule_appointment($1, ${IN_A_WEEK}, $2)`, [id, `1${n + 3}:00`]),
        )
        expect(moved).toMatchObject({ rescheduled_by: 'patient' })
        expect(await setStatus(session, guardian, id, 'cancelled')).toMatchObject([{ cancelled_by: 'patient' }])
        expect(
          await session.query(
            "select actor, details ->> 'patient_id' as patient from audit_log where subject = $1 and action = 'appointment.cancelled'",
            [`appointment:${id}`],
          ),
        ).toEqual([{ actor: idOf(guardian), patient }])
      }
    })
  })

  test('cannot be seen, moved or cancelled by a guardian whose right has ended', async () => {
    await inTest(async (session) => {
      const { child } = await addBoth(session)
      const { id } = await bookFor(session, 'leyla', child)
      await turnAdult(session, child)
      expect(await setStatus(session, 'leyla', id, 'cancelled')).toHaveLength(0)
      expect(
        await refusal(session.as('leyla', ({ query }) => query(`select reschedule_appointment($1, ${IN_A_WEEK}, '12:00')`, [id]))),
      ).toEqual(['42501', 'permission denied'])
      expect(await session.query('select status from appointments where id = $1', [id])).toEqual([{ status: 'pending' }])
    })
  })
})

describe('the record', () => {
  const change = (session: Session, patient: string, set: string) =>
    session.as('leyla', ({ query }) => query(`update profiles set ${set} where user_id = $1 returning *`, [patient]))

  test('can be changed by the guardian, but health data of an adult needs the adult’s own consent', async () => {
    await inTest(async (session) => {
      const { child, adult } = await addBoth(session)
      expect(await change(session, child, "first_name = 'Cem', medical_history = 'Yok'")).toMatchObject([
        { first_name: 'Cem', medical_history: 'Yok' },
      ])
      expect(await change(session, adult, "phone = '1'")).toMatchObject([{ phone: '1' }])
      expect(await refusal(change(session, adult, "medical_history = 'Yok'"))).toEqual(['P0001', 'consent_required'])
      expect(await refusal(change(session, adult, "date_of_birth = '1950-01-01'"))).toEqual(['P0001', 'consent_required'])
      const given = session.as('leyla', ({ query }) =>
        query("insert into consents (user_id, kind, version, language) values ($1, 'health_data', '2026-11-16', 'tr')", [adult]),
      )
      expect((await refusal(given))[0]).toBe('42501')
      expect(await refusal(change(session, adult, 'phone = null'))).toEqual(['P0001', 'phone_required'])
    })
  })

  test.each([
    [`date_of_birth = '${born(19)}'`, 'patient_is_adult'],
    ["date_of_birth = '2098-01-01'", 'birth_date_invalid'],
    ['date_of_birth = null', 'birth_date_invalid'],
    ['birth_year = 1950', 'birth_date_invalid'],
  ])('refuses %s for a child', async (set, error) => {
    await inTest(async (session) => {
      const { child } = await addBoth(session)
      expect(await change(session, child, `date_of_birth = '${born(5)}'`)).toHaveLength(1)
      expect(await refusal(change(session, child, set))).toEqual(['P0001', error])
    })
  })

  test.each([
    [`birth_year = ${new Date().getUTCFullYear() - 5}`, 'patient_is_minor'],
    ['birth_year = 1850', 'birth_date_invalid'],
    ['birth_year = null', 'birth_date_invalid'],
  ])('refuses %s for an adult', async (set, error) => {
    await inTest(async (session) => {
      const { adult } = await addBoth(session)
      expect(await refusal(change(session, adult, set))).toEqual(['P0001', error])
    })
  })

  test('keeps its birth date once an appointment was booked', async () => {
    await inTest(async (session) => {
      const { child, adult } = await addBoth(session)
      const { id } = await bookFor(session, 'leyla', child)
      await setStatus(session, 'leyla', id, 'cancelled')
      await bookFor(session, 'leyla', adult, { time: '12:00' })
      expect(await refusal(change(session, child, `date_of_birth = '${born(3)}'`))).toEqual(['P0001', 'birth_date_is_fixed'])
      expect(await refusal(change(session, adult, 'birth_year = birth_year + 1'))).toEqual(['P0001', 'birth_date_is_fixed'])
      expect(await change(session, child, "first_name = 'Cem'")).toHaveLength(1)
    })
  })

  test('loses history and gender when a parent withdraws the consent, and keeps the birth date, which ends the parent’s right', async () => {
    await inTest(async (session) => {
      const { child } = await addBoth(session)
      const withdrawn = await session.as('leyla', ({ query }) =>
        query('update consents set withdrawn_at = now() where user_id = $1 returning 1', [child]),
      )
      expect(withdrawn).toHaveLength(1)
      expect(
        await session.query('select medical_history, gender, date_of_birth is null as gone from profiles where user_id = $1', [child]),
      ).toEqual([{ medical_history: null, gender: null, gone: false }])
    })
  })

  test('cannot get another id', async () => {
    await inTest(async (session) => {
      const { child } = await addBoth(session)
      for (const id of [idOf('leyla'), idOf('nobody')])
        expect((await refusal(change(session, child, `user_id = '${id}'`)))[0]).toMatch(/^(42501|23505)$/)
    })
  })
})

test('a booking that waits for a lock is refused if the right ends in the meantime', async () => {
  const child = await db.keep(superuser, (session) => addChild(session, 'leyla'))
  let attempt: Promise<unknown> | undefined
  await db.keep(superuser, async (session) => {
    await session.query("select pg_advisory_xact_lock(hashtextextended('patient:' || $1, 0))", [child])
    attempt = refusal(db.keep(superuser, (other) => bookFor(other, 'leyla', child, { time: '15:00' })))
    const waits = () =>
      session.query(
        "select from pg_locks where locktype = 'advisory' and not granted and database = (select oid from pg_database where datname = current_database())",
      )
    while ((await waits()).length === 0) await new Promise((resolve) => setTimeout(resolve, 10))
    await session.query('delete from guardians where patient_id = $1', [child])
  })
  expect(await attempt).toEqual(['42501', 'permission denied'])
})

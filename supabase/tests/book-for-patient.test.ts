// Booking by staff: permissions, possible times, and the notice to the patient.
import { describe, expect, test } from 'vitest'
import {
  anonymous,
  book,
  emailOf,
  IN_A_WEEK,
  idOf,
  type Person,
  refusal,
  type Session,
  serviceRole,
  setStatus,
  superuser,
  useClinic,
} from './clinic.ts'

const db = useClinic()
const inTest = (work: (session: Session) => Promise<void>) => db.as(superuser, work)
const NOT_ALLOWED = expect.arrayContaining(['42501'])

interface Wish {
  patient?: string
  /** Used instead of the account of `patient`. */
  patientId?: string
  doctor?: string
  date?: string
  time?: string
  complaint?: string
  timezone?: string
  language?: string
}

async function bookFor(session: Session, person: Person, wish: Wish = {}) {
  const {
    patient = 'leyla',
    patientId = idOf(patient),
    doctor = db.aylin,
    date = IN_A_WEEK,
    time = '10:00',
    complaint = 'Kontrol',
    timezone,
    language,
  } = wish
  const [booked] = await session.as(person, ({ query }) =>
    query<{ id: string; status: string; user_id: string; starts_at: Date }>(
      `select * from book_for_patient($1, $2, ${date}, $3, $4, $5, $6)`,
      [patientId, doctor, time, complaint, timezone, language],
    ),
  )
  if (!booked) throw new Error('nothing was booked')
  return booked
}

describe('permission to book', () => {
  test('an admin books for everybody, and the booking is confirmed at once, logged and mailed to both', async () => {
    await inTest(async (session) => {
      const booked = await bookFor(session, 'nigar')
      expect(booked).toMatchObject({ status: 'confirmed', user_id: idOf('leyla') })
      expect(await session.query("select kind, payload ->> 'to' as to from private.mail_outbox order by 2")).toEqual([
        { kind: 'appointment_confirmed', to: 'doctor' },
        { kind: 'appointment_confirmed', to: 'patient' },
      ])
      expect(await session.query("select actor, subject from audit_log where action = 'appointment.booked_by_staff'")).toEqual([
        { actor: idOf('nigar'), subject: `appointment:${booked.id}` },
      ])
    })
  })

  test('a doctor books only appointments with themselves and only for patients they may see', async () => {
    await inTest(async (session) => {
      expect(await refusal(bookFor(session, 'aylin'))).toEqual(NOT_ALLOWED)
      const { id } = await book(session, 'leyla', db.aylin)
      expect(await refusal(bookFor(session, 'aylin', { time: '12:00' }))).toBe('was allowed')
      expect(await refusal(bookFor(session, 'aylin', { time: '14:00', doctor: db.rauf }))).toEqual(NOT_ALLOWED)
      expect(await refusal(bookFor(session, 'aylin', { time: '14:00', patient: 'murat' }))).toEqual(NOT_ALLOWED)
      await session.query("update appointments set status = 'cancelled' where user_id = $1 and id <> $2", [idOf('leyla'), id])
      await setStatus(session, 'leyla', id, 'cancelled')
      expect(await refusal(bookFor(session, 'aylin', { time: '14:00' }))).toEqual(NOT_ALLOWED)
    })
  })

  test.each<Person>(['leyla', 'murat', 'rauf', anonymous, serviceRole])('%o books for nobody', async (person) => {
    await inTest(async (session) => {
      await book(session, 'leyla', db.aylin)
      expect(await refusal(bookFor(session, person, { time: '15:00' }))).toEqual(NOT_ALLOWED)
    })
  })
})

describe('an invited patient', () => {
  const NEW = 'newcomer'
  /** The id of the invitation, which stands for the patient until their first appointment. */
  async function invited(session: Session, { by = 'aylin', patient = NEW, isNew = true, isRevoked = false } = {}) {
    if (isNew)
      await session.query("insert into auth.users (id, aud, role, email) values ($1, 'authenticated', 'authenticated', $2)", [
        idOf(patient),
        emailOf(patient),
      ])
    const [invitation] = await session.query<{ id: string }>(
      `insert into invitations (email, role, full_name, language, invited_by, user_id, revoked_at)
       values ($1, 'patient', 'Yeni Hasta', 'tr', $2, $3, case when $4 then now() end) returning id`,
      [emailOf(patient), idOf(by), idOf(patient), isRevoked],
    )
    return invitation?.id ?? ''
  }
  const found = (session: Session, person: Person, term = 'Yeni') =>
    session.as(person, ({ query }) => query('select * from find_patients($1)', [term]))

  test('can be found and booked for only by the doctor who sent the invitation', async () => {
    await inTest(async (session) => {
      const id = await invited(session)
      expect(await found(session, 'aylin')).toMatchObject([{ user_id: id, first_name: 'Yeni Hasta', email: emailOf(NEW) }])
      expect(await found(session, 'rauf')).toEqual([])
      expect(await refusal(bookFor(session, 'rauf', { patientId: id, doctor: db.rauf }))).toEqual(NOT_ALLOWED)
      expect(await refusal(bookFor(session, 'aylin', { patientId: id, doctor: db.rauf }))).toEqual(NOT_ALLOWED)
      expect(await bookFor(session, 'aylin', { patientId: id })).toMatchObject({ status: 'confirmed', user_id: idOf(NEW) })
      expect(await found(session, 'aylin', emailOf(NEW))).toMatchObject([{ user_id: idOf(NEW) }])
    })
  })

  test('cannot be booked for once the invitation is revoked', async () => {
    await inTest(async (session) => {
      const id = await invited(session, { isRevoked: true })
      expect(await refusal(bookFor(session, 'aylin', { patientId: id }))).toEqual(NOT_ALLOWED)
      expect(await refusal(bookFor(session, 'aylin', { patientId: idOf(NEW) }))).toEqual(NOT_ALLOWED)
    })
  })

  test('with an account looks like one without, and only an otherwise valid booking reveals the account', async () => {
    await inTest(async (session) => {
      const id = await invited(session, { patient: 'murat', isNew: false })
      const other = await invited(session)
      const [known] = await found(session, 'aylin', emailOf('murat'))
      expect(known).toEqual({ ...(await found(session, 'aylin', emailOf(NEW)))[0], user_id: id, email: emailOf('murat') })
      for (const wish of [{ complaint: '' }, { date: "'2020-01-01'::date" }]) {
        const answers = [id, other].map((patientId) => () => refusal(bookFor(session, 'aylin', { patientId, ...wish })))
        expect(await answers[0]?.()).toEqual(await answers[1]?.())
      }
      expect(await refusal(bookFor(session, 'aylin', { patientId: id }))).toEqual(['P0001', 'patient_has_account'])
      expect(await refusal(bookFor(session, 'aylin', { patientId: idOf('murat') }))).toEqual(NOT_ALLOWED)
      expect(await session.query('select from appointments where user_id = $1', [idOf('murat')])).toHaveLength(0)
    })
  })
})

describe('the time of a booking by staff', () => {
  test.each<[string, Wish]>([
    ['a time outside the hours', { time: '19:00' }],
    ['a time off the grid', { time: '10:05' }],
    ['a day beyond the horizon', { date: "(now() at time zone 'Europe/Istanbul')::date + 400" }],
  ])('%s is allowed', async (_, wish) => {
    await inTest(async (session) => {
      expect(await refusal(bookFor(session, 'nigar', wish))).toBe('was allowed')
    })
  })

  test('may be inside the notice, during leave, on a full day and over the limit of open appointments', async () => {
    await inTest(async (session) => {
      await session.query('update doctors set booking_notice_hours = 168, max_appointments_per_day = 1 where id = $1', [db.aylin])
      await session.query(`insert into doctor_leave (doctor_id, leave_date) values ($1, ${IN_A_WEEK})`, [db.aylin])
      for (let hour = 9; hour < 20; hour++)
        expect(await refusal(bookFor(session, 'nigar', { time: `${String(hour).padStart(2, '0')}:00` }))).toBe('was allowed')
    })
  })

  const refused: [string, Wish, string[]][] = [
    ['the same start', { time: '12:00' }, ['23505', 'appointments_slot_is_single']],
    ['an overlap', { time: '12:15' }, ['23P01', 'appointments_doctor_is_free']],
    ['a time within the gap', { time: '12:35' }, ['23P01', 'appointments_doctor_is_free']],
    ['a held time', { time: '14:00' }, ['23505', 'appointments_slot_is_single']],
    ['another doctor’s time', { time: '15:00' }, ['23P01', 'appointments_patient_is_free']],
    ['a past day', { date: 'current_date - 2' }, ['P0001', 'slot_not_offered']],
    ['an infinite date', { date: "date 'infinity'" }, ['P0001', 'slot_not_offered']],
    ['a blank complaint', { complaint: ' ' }, ['23514', 'appointments_complaint_is_given']],
    ['an unknown patient', { patient: 'nobody' }, ['P0001', 'patient_not_found']],
    ['an appointment of a doctor with themselves', { patient: 'aylin' }, ['P0001', 'slot_not_offered']],
  ]
  test.each(refused)('%s is refused, and nothing is booked', async (_, wish, expected) => {
    await inTest(async (session) => {
      await book(session, 'murat', db.aylin, { time: '12:00' })
      // 16:00 in Baku is 15:00 in Istanbul.
      await book(session, 'leyla', db.rauf, { time: '16:00' })
      await session.as('mallory', ({ query }) => query(`select hold_slot($1, ${IN_A_WEEK}, '14:00')`, [db.aylin]))
      expect(await refusal(bookFor(session, 'nigar', wish))).toEqual(expected)
      expect(await session.query('select from appointments')).toHaveLength(2)
    })
  })
})

test('fills in the zone and language that the patient has not chosen, and never overwrites a choice', async () => {
  await inTest(async (session) => {
    const profile = () => session.query('select timezone, language from profiles where user_id = $1', [idOf('leyla')])
    await bookFor(session, 'nigar', { timezone: 'Europe/Paris', language: 'fr' })
    expect(await profile()).toEqual([{ timezone: 'Europe/Paris', language: 'fr' }])
    await session.as('leyla', ({ query }) => query("update profiles set timezone = 'Asia/Baku'"))
    await bookFor(session, 'nigar', { time: '12:00', timezone: 'Europe/London', language: 'en' })
    expect(await profile()).toEqual([{ timezone: 'Asia/Baku', language: 'fr' }])
  })
})

describe('finding a patient', () => {
  const find = async (session: Session, person: Person, term: string) =>
    (await session.as(person, ({ query }) => query<{ email: string }>('select email from find_patients($1)', [term]))).map(
      ({ email }) => email,
    )

  test('admins find everybody by name, phone or address, doctors find their patients, others nobody', async () => {
    await inTest(async (session) => {
      await session.query("update profiles set phone = '+994 50 123 45 67' where user_id = $1", [idOf('leyla')])
      for (const term of ['EYL', 'leyla test', '1234567', emailOf('leyla')])
        expect(await find(session, 'nigar', term)).toEqual([emailOf('leyla')])
      expect(await find(session, 'aylin', 'leyla')).toEqual([])
      await book(session, 'leyla', db.aylin)
      expect(await find(session, 'aylin', 'leyla')).toEqual([emailOf('leyla')])
      expect(await find(session, 'aylin', 'murat')).toEqual([])
      for (const person of ['leyla', 'mallory', anonymous]) expect(await refusal(find(session, person, 'leyla'))).toEqual(NOT_ALLOWED)
    })
  })

  test('finds nobody for two letters, a wildcard or health data', async () => {
    await inTest(async (session) => {
      await session.query("update profiles set medical_history = 'Penisilin' where user_id = $1", [idOf('leyla')])
      for (const term of ['le', '%%%', '___', 'Penisilin']) expect(await find(session, 'nigar', term)).toEqual([])
    })
  })
})

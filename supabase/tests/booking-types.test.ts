// Booking a type: its length, its fee as shown, and the values that the appointment keeps when the type changes.
import { describe, expect, test } from 'vitest'
import { arrange, book, IN_A_WEEK, idOf, type Person, refusal, type Session, serviceRole, superuser, useClinic } from './clinic.ts'
import {
  addType,
  appointmentOf,
  asSeen,
  bookType,
  CHECK_UP,
  changeType,
  FIRST_VISIT,
  ON_REQUEST,
  refusalWithFacts,
  type TypedAppointment,
} from './offers.ts'
import { addAdult, addCaller, addChild } from './patients.ts'

const db = useClinic()
const inTest = (work: (session: Session) => Promise<void>) => db.as(superuser, work)

const timesFor = async (session: Session, person: Person, typeId?: string, doctor = db.aylin) =>
  (
    await session.as(person, ({ query }) =>
      query<{ at: string }>(`select appointment_time as at from get_available_slots($1, ${IN_A_WEEK}, $2)`, [doctor, typeId ?? null]),
    )
  ).map(({ at }) => at)
const lastTime = async (...asked: Parameters<typeof timesFor>) => (await timesFor(...asked)).at(-1)
const nextTimes = (session: Session, person: Person, doctor = db.aylin) =>
  session.as(person, ({ query }) => query('select * from get_next_slots($1, 1)', [[doctor]]))
const hold = (session: Session, person: string, time: string, typeId: string | null = null, patient: string | null = null) =>
  session.as(person, ({ query }) => query(`select hold_slot($1, ${IN_A_WEEK}, $2, $3, $4)`, [db.aylin, time, patient, typeId]))
const bookByStaff = async (session: Session, person: string, patient: string, { time = '10:00', typeId = null as string | null } = {}) => {
  const [booked] = await session.as(person, ({ query }) =>
    query<TypedAppointment>(`select * from book_for_patient($1, $2, ${IN_A_WEEK}, $3, 'Kontrol', type_id => $4)`, [
      patient,
      db.aylin,
      time,
      typeId,
    ]),
  )
  if (!booked) throw new Error('nothing was booked')
  return booked
}

describe('a doctor without active types', () => {
  test('offers the usual session length and stores neither type nor fee', async () => {
    await inTest(async (session) => {
      await addType(session, db.aylin, { active: false })
      expect(await lastTime(session, 'leyla')).toBe('16:30')
      await book(session, 'leyla', db.aylin)
      expect(await session.query('select type_id, type_name, fee_minor, fee_agreed_at, session_duration from appointments')).toEqual([
        { type_id: null, type_name: null, fee_minor: null, fee_agreed_at: null, session_duration: 30 },
      ])
    })
  })

  test('refuses an amount, because no fee was shown', async () => {
    await inTest(async (session) => {
      expect(await refusalWithFacts(bookType(session, 'leyla', db.aylin, { seen: { fee_minor: 5000, fee_currency: 'AZN' } }))).toEqual([
        'fee_changed',
        { fee_minor: null, currency: null },
      ])
    })
  })
})

describe('the length of an appointment', () => {
  test('is that of the type, or of the first type that the caller may book, and decides the free times', async () => {
    await inTest(async (session) => {
      const long = await addType(session, db.aylin, ON_REQUEST)
      const short = await addType(session, db.aylin, CHECK_UP)
      const staff = await addType(session, db.aylin, { who: 'staff', minutes: 120 })
      const returning = await addType(session, db.aylin, { who: 'returning', minutes: 90, position: 5 })
      expect(await lastTime(session, 'leyla', long.id)).toBe('16:00')
      expect(await lastTime(session, 'leyla', short.id)).toBe('16:45')
      expect(await lastTime(session, 'leyla')).toBe('16:45')
      for (const { id } of [staff, returning]) expect(await refusal(timesFor(session, 'leyla', id))).toEqual(['P0001', 'type_not_offered'])
      await arrange(session, 'leyla', db.aylin, { startsIn: '-10 days', status: 'completed' })
      expect(await lastTime(session, 'leyla', returning.id)).toBe('15:30')
      expect(await lastTime(session, 'leyla')).toBe('15:30')
      for (const person of ['aylin', 'nigar'] as const) expect(await lastTime(session, person)).toBe('15:00')
      expect(await lastTime(session, 'rauf')).toBe('16:45')
    })
  })

  test('a person who may book no type gets no times and cannot book', async () => {
    await inTest(async (session) => {
      await addType(session, db.aylin, { who: 'staff' })
      expect(await timesFor(session, 'leyla')).toEqual([])
      expect(await nextTimes(session, 'leyla')).toEqual([])
      expect(await refusalWithFacts(bookType(session, 'leyla', db.aylin))).toEqual(['type_not_offered', { type_id: null }])
      expect(await nextTimes(session, 'nigar')).toHaveLength(1)
    })
  })

  test('is the same for the booking and the hold of a type', async () => {
    await inTest(async (session) => {
      const long = await addType(session, db.aylin, ON_REQUEST)
      const short = await addType(session, db.aylin, { ...CHECK_UP, fee_minor: null })
      await hold(session, 'leyla', '10:00', long.id)
      // The hold blocks an hour and the gap.
      expect(await refusal(bookType(session, 'murat', db.aylin, { time: '11:00', seen: asSeen(short) }))).toContain(
        'appointments_doctor_is_free',
      )
      await hold(session, 'leyla', '10:00', short.id)
      expect(await bookType(session, 'murat', db.aylin, { time: '10:30', seen: asSeen(short) })).toMatchObject({ session_duration: 15 })
      expect(await refusal(bookType(session, 'leyla', db.aylin, { time: '10:00', seen: asSeen(long) }))).toContain(
        'appointments_doctor_is_free',
      )
      expect(await refusal(bookType(session, 'leyla', db.aylin, { time: '16:15', seen: asSeen(long) }))).toContain('slot_not_offered')
      expect(await bookType(session, 'leyla', db.aylin, { time: '10:00', seen: asSeen(short) })).toMatchObject({ session_duration: 15 })
    })
  })

  test('depends on the types that the child may book if the hold is for a child', async () => {
    await inTest(async (session) => {
      const child = await addChild(session, 'leyla')
      const returning = await addType(session, db.aylin, { who: 'returning' })
      expect(await refusal(hold(session, 'leyla', '10:00', returning.id, child))).toEqual(['P0001', 'type_not_offered'])
      await session.query('update doctors set auto_confirm = true where id = $1', [db.aylin])
      await arrange(session, 'leyla', db.aylin, { startsIn: '-10 days', status: 'completed' })
      expect(await refusal(hold(session, 'leyla', '10:00', returning.id, child))).toEqual(['P0001', 'type_not_offered'])
      expect(await hold(session, 'leyla', '10:00', returning.id)).toHaveLength(1)
    })
  })

  test('is also the length of a hold that a sign-up with a type requests', async () => {
    await inTest(async (session) => {
      const long = await addType(session, db.aylin, ON_REQUEST)
      await session.query(
        `insert into auth.users (id, aud, role, email, raw_user_meta_data) values ($1, 'authenticated', 'authenticated', 'new@example.test',
           jsonb_build_object('hold', jsonb_build_object('doctor_id', $2::text, 'on_date', ${IN_A_WEEK}, 'at_time', '10:00', 'type_id', $3::text)))`,
        [idOf('new'), db.aylin, long.id],
      )
      expect(
        await session.query("select upper(blocked) - lower(blocked) = interval '70 minutes' as is_long from private.slot_holds"),
      ).toEqual([{ is_long: true }])
    })
  })
})

describe('a deactivated type', () => {
  test('is refused, and the error suggests the type nearest in length', async () => {
    await inTest(async (session) => {
      const chosen = await addType(session, db.aylin, { minutes: 45 })
      await addType(session, db.aylin, { minutes: 15 })
      const near = await addType(session, db.aylin, { minutes: 50 })
      const staff = await addType(session, db.aylin, { minutes: 45, who: 'staff' })
      await changeType(session, chosen.id, { active: false }, 'aylin')
      const answer = ['type_not_offered', { type_id: near.id }]
      expect(await refusalWithFacts(bookType(session, 'leyla', db.aylin, { seen: asSeen(chosen) }))).toEqual(answer)
      expect(await refusalWithFacts(hold(session, 'leyla', '10:00', chosen.id))).toEqual(answer)
      expect(await refusalWithFacts(timesFor(session, 'leyla', chosen.id))).toEqual(answer)
      expect(await refusalWithFacts(bookByStaff(session, 'nigar', idOf('leyla'), { typeId: chosen.id }))).toEqual([
        'type_not_offered',
        { type_id: staff.id },
      ])
    })
  })
})

describe('the fee', () => {
  test('is agreed with the booking and stored with time, wording and language', async () => {
    await inTest(async (session) => {
      const type = await addType(session, db.aylin)
      const seen = { ...asSeen(type), fee_text_version: '2026-11-18', fee_language: 'az' }
      const booked = await bookType(session, 'leyla', db.aylin, { seen })
      expect(booked).toMatchObject({
        type_id: type.id,
        type_name: FIRST_VISIT.names,
        fee_minor: 12_000,
        fee_currency: 'AZN',
        fee_text_version: '2026-11-18',
        fee_language: 'az',
        fee_agreed_at: expect.any(Date),
      })
    })
  })

  test('can be sent without currency, language and wording, and the language is then that of the account', async () => {
    await inTest(async (session) => {
      await addType(session, db.aylin)
      expect(await bookType(session, 'leyla', db.aylin, { seen: { fee_minor: 12_000 } })).toMatchObject({
        fee_currency: 'AZN',
        fee_language: 'en',
        fee_agreed_at: expect.any(Date),
      })
    })
  })

  test.each([
    ['nothing', {}],
    ['a lower amount', { fee_minor: 11_999, fee_currency: 'AZN' }],
    ['a higher amount', { fee_minor: 12_001, fee_currency: 'AZN' }],
    ['another currency', { fee_minor: 12_000, fee_currency: 'TRY' }],
  ])('is refused if the booking sent %s, and the error contains the amount', async (_, seen) => {
    await inTest(async (session) => {
      const { id } = await addType(session, db.aylin)
      for (const chosen of [{}, { type_id: id }])
        expect(await refusalWithFacts(bookType(session, 'leyla', db.aylin, { seen: { ...seen, ...chosen } }))).toEqual([
          'fee_changed',
          { fee_minor: 12_000, currency: 'AZN' },
        ])
      expect(await session.query('select from appointments')).toHaveLength(0)
    })
  })

  test('is refused if it changed, or became on request, between reading and booking', async () => {
    await inTest(async (session) => {
      const type = await addType(session, db.aylin)
      await changeType(session, type.id, { fee_minor: 15_000 }, 'aylin')
      const attempt = () => refusalWithFacts(bookType(session, 'leyla', db.aylin, { seen: asSeen(type) }))
      expect(await attempt()).toEqual(['fee_changed', { fee_minor: 15_000, currency: 'AZN' }])
      await changeType(session, type.id, { fee_minor: null }, 'aylin')
      expect(await attempt()).toEqual(['fee_changed', { fee_minor: null, currency: null }])
    })
  })

  test('may be left out if it is zero', async () => {
    await inTest(async (session) => {
      await addType(session, db.aylin, { fee_minor: 0 })
      expect(await bookType(session, 'leyla', db.aylin)).toMatchObject({
        fee_minor: 0,
        fee_currency: 'AZN',
        fee_agreed_at: expect.any(Date),
      })
    })
  })

  test('stays empty and not agreed if it is on request', async () => {
    await inTest(async (session) => {
      const type = await addType(session, db.aylin, ON_REQUEST)
      const seen = { type_id: type.id, fee_language: 'az', fee_text_version: '2026-11-18' }
      expect(await bookType(session, 'leyla', db.aylin, { seen })).toMatchObject({
        type_id: type.id,
        fee_minor: null,
        fee_currency: null,
        fee_agreed_at: null,
        fee_language: null,
        fee_text_version: null,
      })
    })
  })

  test('and the name of the type stay as booked when the type changes', async () => {
    await inTest(async (session) => {
      const type = await addType(session, db.aylin)
      const { id } = await bookType(session, 'leyla', db.aylin, { seen: asSeen(type) })
      const before = await appointmentOf(session, id)
      await changeType(session, type.id, {
        names: { tr: 'Başka' },
        minutes: 90,
        fee_minor: 1,
        currency: 'EUR',
        active: false,
        who: 'staff',
      })
      expect(await appointmentOf(session, id)).toEqual(before)
    })
  })

  test.each<Person>(['leyla', 'aylin', 'nigar', serviceRole])('and the type cannot be changed by %s in the table', async (person) => {
    await inTest(async (session) => {
      const type = await addType(session, db.aylin)
      const { id } = await bookType(session, 'leyla', db.aylin, { seen: asSeen(type) })
      for (const change of [
        'fee_minor = 1',
        "fee_currency = 'EUR'",
        'fee_agreed_at = null',
        'type_id = null, type_name = null',
        "type_name = '{}'",
      ])
        expect(await refusal(session.as(person, ({ query }) => query(`update appointments set ${change} where id = $1`, [id])))).toEqual([
          'P0001',
          'appointment_is_fixed',
        ])
    })
  })

  test('cannot be sent with a time of agreement or a name of the type', async () => {
    await inTest(async (session) => {
      const type = await addType(session, db.aylin)
      for (const forged of [{ fee_agreed_at: new Date() }, { type_name: {} }])
        expect((await refusal(bookType(session, 'leyla', db.aylin, { seen: { ...asSeen(type), ...forged } })))[0]).toBe('42501')
    })
  })
})

describe('a booking by staff', () => {
  test('stores the fee, which awaits the patient’s agreement', async () => {
    await inTest(async (session) => {
      const type = await addType(session, db.aylin, { who: 'staff' })
      await addType(session, db.aylin, { ...CHECK_UP, minutes: 60 })
      for (const [n, patient] of [idOf('leyla'), await addCaller(session)].entries())
        expect(await bookByStaff(session, 'nigar', patient, { time: `1${n}:00`, typeId: type.id })).toMatchObject({
          status: 'confirmed',
          type_id: type.id,
          type_name: FIRST_VISIT.names,
          session_duration: 30,
          fee_minor: 12_000,
          fee_agreed_at: null,
        })
      // The default is the first type that staff may book.
      expect(await bookByStaff(session, 'nigar', idOf('murat'), { time: '13:00' })).toMatchObject({ type_id: type.id })
    })
  })
})

describe('agreeing to a fee', () => {
  const agree = async (session: Session, person: Person, id: string, fee: number | null, currency: string | null = 'AZN') => {
    const rows = await session.as(person, ({ query }) =>
      query<TypedAppointment>("select * from agree_to_fee($1, $2, $3, '2026-11-18', 'tr')", [id, fee, currency]),
    )
    return rows[0]
  }
  const enter = async (session: Session, person: Person, id: string, fee: number | null, currency: string | null = 'AZN') => {
    const rows = await session.as(person, ({ query }) =>
      query<TypedAppointment>('select * from set_appointment_fee($1, $2, $3)', [id, fee, currency]),
    )
    return rows[0]
  }
  const onRequest = async (session: Session, patient = idOf('leyla')) => {
    const type = await addType(session, db.aylin, ON_REQUEST)
    return (await bookType(session, 'leyla', db.aylin, { patient, seen: asSeen(type) })).id
  }

  test.each(['aylin', 'nigar'])('%s enters the fee, and the patient agrees once', async (person) => {
    await inTest(async (session) => {
      const id = await onRequest(session)
      expect(await enter(session, person, id, 9000)).toMatchObject({ fee_minor: 9000, fee_currency: 'AZN', fee_agreed_at: null })
      expect(await enter(session, person, id, 8000)).toMatchObject({ fee_minor: 8000 })
      expect(await refusalWithFacts(agree(session, 'leyla', id, 9000))).toEqual(['fee_changed', { fee_minor: 8000, currency: 'AZN' }])
      expect(await refusalWithFacts(agree(session, 'leyla', id, 8000, 'EUR'))).toEqual([
        'fee_changed',
        { fee_minor: 8000, currency: 'AZN' },
      ])
      const agreed = await agree(session, 'leyla', id, 8000)
      expect(agreed).toMatchObject({ fee_agreed_at: expect.any(Date), fee_text_version: '2026-11-18', fee_language: 'tr' })
      expect(await agree(session, 'leyla', id, 8000)).toEqual(agreed)
      expect(await refusalWithFacts(enter(session, person, id, 7000))).toEqual(['fee_is_agreed', { fee_minor: 8000, currency: 'AZN' }])
      expect(
        await session.query("select actor, action from audit_log where subject = $1 and action like 'appointment.fee%' order by id", [
          `appointment:${id}`,
        ]),
      ).toEqual([
        { actor: idOf(person), action: 'appointment.fee_set' },
        { actor: idOf(person), action: 'appointment.fee_set' },
        { actor: idOf('leyla'), action: 'appointment.fee_agreed' },
      ])
    })
  })

  test('a guardian agrees for a patient', async () => {
    await inTest(async (session) => {
      const id = await onRequest(session, await addAdult(session, 'leyla'))
      await enter(session, 'nigar', id, 9000)
      expect(await refusal(agree(session, 'murat', id, 9000))).toEqual(['42501', 'permission denied'])
      expect(await agree(session, 'leyla', id, 9000)).toMatchObject({ fee_agreed_at: expect.any(Date) })
    })
  })

  test('nobody agrees to a missing fee or for others, and an unknown appointment gets the same answer', async () => {
    await inTest(async (session) => {
      const id = await onRequest(session)
      expect(await refusalWithFacts(agree(session, 'leyla', id, null, null))).toEqual(['fee_changed', { fee_minor: null, currency: null }])
      await enter(session, 'nigar', id, 9000)
      for (const person of ['aylin', 'nigar', 'murat', 'mallory', serviceRole] as const)
        for (const one of [id, idOf('nothing')]) expect((await refusal(agree(session, person, one, 9000)))[0]).toBe('42501')
    })
  })

  test('only the doctor and admins can enter a fee', async () => {
    await inTest(async (session) => {
      const id = await onRequest(session)
      for (const person of ['leyla', 'murat', 'mallory', 'rauf', serviceRole] as const)
        for (const one of [id, idOf('nothing')]) expect((await refusal(enter(session, person, one, 9000)))[0]).toBe('42501')
    })
  })

  test.each([
    [-1, 'AZN'],
    [100_000_001, 'AZN'],
    [null, 'AZN'],
    [100, 'GBP'],
    [100, null],
  ])('%s %s is refused as a fee', async (fee, currency) => {
    await inTest(async (session) => {
      const id = await onRequest(session)
      expect(await refusal(enter(session, 'nigar', id, fee, currency))).toEqual(['P0001', 'fee_not_possible'])
    })
  })

  test('nobody can enter or agree to a fee once the appointment is cancelled', async () => {
    await inTest(async (session) => {
      const id = await onRequest(session)
      await enter(session, 'nigar', id, 9000)
      await session.as('nigar', ({ query }) => query("update appointments set status = 'cancelled' where id = $1", [id]))
      expect(await refusal(agree(session, 'leyla', id, 9000))).toEqual(['P0001', 'transition_not_allowed'])
      expect(await refusal(enter(session, 'nigar', id, 100))).toEqual(['P0001', 'transition_not_allowed'])
    })
  })
})

// A moved appointment keeps its type with length and fee. Staff can change the type.
import { describe, expect, test } from 'vitest'
import { book, IN_A_WEEK, idOf, type Person, refusal, type Session, superuser, useClinic } from './clinic.ts'
import { addType, appointmentOf, asSeen, bookType, CHECK_UP, changeType, FIRST_VISIT, ON_REQUEST, type TypedAppointment } from './offers.ts'
import { addChild } from './patients.ts'

const db = useClinic()
const inTest = (work: (session: Session) => Promise<void>) => db.as(superuser, work)

const moveWith =
  (name: 'reschedule_appointment' | 'move_appointment') =>
  async (session: Session, person: Person, id: string, time: string, typeId: string | null = null) => {
    const rows = await session.as(person, ({ query }) =>
      query<TypedAppointment>(`select * from ${name}($1, ${IN_A_WEEK}, $2, null, $3)`, [id, time, typeId]),
    )
    return rows[0]
  }
const reschedule = moveWith('reschedule_appointment')
const move = moveWith('move_appointment')
const change = async (session: Session, person: Person, id: string, typeId: string | null) => {
  const rows = await session.as(person, ({ query }) =>
    query<TypedAppointment>('select * from change_appointment_type($1, $2)', [id, typeId]),
  )
  return rows[0]
}
const booked = async (session: Session, type: object = FIRST_VISIT) => {
  const added = await addType(session, db.aylin, type)
  return { type: added, id: (await bookType(session, 'leyla', db.aylin, { seen: asSeen(added) })).id }
}

describe('a move', () => {
  test.each(['leyla', 'aylin', 'nigar'])(
    'made by %s keeps a type that was deactivated in the meantime, with length and fee as booked',
    async (person) => {
      await inTest(async (session) => {
        const { type, id } = await booked(session)
        const { fee_agreed_at } = await appointmentOf(session, id)
        await changeType(session, type.id, { active: false, minutes: 90, fee_minor: 1, names: { tr: 'Başka' } })
        await addType(session, db.aylin, CHECK_UP)
        const kept = { type_id: type.id, type_name: FIRST_VISIT.names, fee_minor: 12_000, fee_agreed_at, session_duration: 30 }
        expect(await reschedule(session, person, id, '12:00')).toMatchObject({ ...kept, appointment_time: '12:00' })
        // Passing the appointment's own type is the same as passing none.
        expect(await reschedule(session, person, id, '13:00', type.id)).toMatchObject({ ...kept, appointment_time: '13:00' })
        // Free times can still be requested for the deactivated type.
        const times = session.as(person, ({ query }) => query(`select from get_available_slots($1, ${IN_A_WEEK}, $2)`, [db.aylin, type.id]))
        expect((await times).length).toBeGreaterThan(0)
      })
    },
  )

  test.each(['leyla', 'aylin', 'nigar'])(
    'made by %s accepts exactly the times found for it, even after the length of the type has changed',
    async (person) => {
      await inTest(async (session) => {
        const { type, id } = await booked(session)
        await bookType(session, 'murat', db.aylin, { time: '11:30', seen: asSeen(type) })
        await changeType(session, type.id, { minutes: 90 })
        const find = (appointment: string | null, typeId: string | null = null) =>
          session.as(person, ({ query }) =>
            query<{ appointment_time: string }>(`select appointment_time from get_available_slots($1, ${IN_A_WEEK}, $2, $3)`, [
              db.aylin,
              typeId,
              appointment,
            ]),
          )
        const found = (await find(id)).map(({ appointment_time }) => appointment_time)
        // Half an hour fits between 10:40 and 11:30, but an hour and a half does not.
        expect(found).toContain('10:45')
        expect((await find(null, type.id)).map(({ appointment_time }) => appointment_time)).not.toContain('10:45')
        for (const time of found) {
          await session.query('delete from private.rate_counters')
          expect(await reschedule(session, person, id, time)).toMatchObject({ appointment_time: time, session_duration: 30 })
          await session.as(superuser, ({ query }) =>
            query(
              `update appointments a set appointment_time = '10:00', starts_at = t.at, ends_at = t.at + interval '30 minutes',
                 blocked = tstzrange(t.at, t.at + interval '40 minutes')
               from (select (appointment_date + time '10:00') at time zone timezone as at from appointments where id = $1) t where a.id = $1`,
              [id],
            ),
          )
        }
        for (const days of [
          await session.as(person, ({ query }) =>
            query(`select * from get_available_days($1, ${IN_A_WEEK}, ${IN_A_WEEK}, null, $2)`, [db.aylin, id]),
          ),
          await session.as(person, ({ query }) =>
            query(
              `select day, count(*)::int as free_slots from get_available_week($1, ${IN_A_WEEK}, null, $2) group by day order by day limit 1`,
              [db.aylin, id],
            ),
          ),
        ])
          expect(days).toMatchObject([{ free_slots: found.length }])
      })
    },
  )

  test('reveals nothing about another patient’s appointment when searching for times', async () => {
    await inTest(async (session) => {
      const { type, id } = await booked(session)
      await changeType(session, type.id, { minutes: 90 })
      const find = (appointment: string | null) =>
        session.as('murat', ({ query }) => query(`select * from get_available_slots($1, ${IN_A_WEEK}, null, $2)`, [db.aylin, appointment]))
      expect(await find(id)).toEqual(await find(null))
    })
  })

  test('keeps the doctor’s session length for an appointment without a type, even once there are types', async () => {
    await inTest(async (session) => {
      const { id } = await book(session, 'leyla', db.aylin)
      await addType(session, db.aylin, ON_REQUEST)
      expect(await reschedule(session, 'leyla', id, '12:00')).toMatchObject({ type_id: null, session_duration: 30, fee_minor: null })
    })
  })

  test('cannot change the type if made by a patient or a guardian', async () => {
    await inTest(async (session) => {
      const other = await addType(session, db.aylin, CHECK_UP)
      const { type, id } = await booked(session)
      const child = await addChild(session, 'leyla')
      const ofChild = await bookType(session, 'leyla', db.aylin, { patient: child, time: '15:00', seen: asSeen(type) })
      for (const each of [id, ofChild.id])
        expect(await refusal(reschedule(session, 'leyla', each, '12:00', other.id))).toEqual(['P0001', 'type_is_fixed'])
      expect((await refusal(reschedule(session, 'murat', id, '12:00', other.id)))[0]).toBe('42501')
      expect((await refusal(move(session, 'rauf', id, '12:00', other.id)))[0]).toBe('42501')
    })
  })

  test.each(['aylin', 'nigar'])('to another type by %s takes its length, name and fee, which needs a new agreement', async (person) => {
    await inTest(async (session) => {
      const { id } = await booked(session)
      const other = await addType(session, db.aylin, { ...CHECK_UP, minutes: 60, who: 'staff' })
      for (const [to, how] of [
        ['12:00', reschedule],
        ['13:30', move],
      ] as const)
        expect(await how(session, person, id, to, other.id)).toMatchObject({
          type_id: other.id,
          type_name: CHECK_UP.names,
          session_duration: 60,
          fee_minor: 5000,
          fee_agreed_at: null,
          fee_language: null,
        })
      expect(await session.query("select actor, details->>'to' as type from audit_log where action = 'appointment.type_changed'")).toEqual([
        { actor: idOf(person), type: other.id },
      ])
    })
  })

  test('can be undone with type, length, fee and agreement', async () => {
    await inTest(async (session) => {
      const { id } = await booked(session)
      const other = await addType(session, db.aylin, ON_REQUEST)
      const { fee_agreed_at } = await appointmentOf(session, id)
      await move(session, 'aylin', id, '12:00', other.id)
      expect(await appointmentOf(session, id)).toMatchObject({ type_id: other.id, fee_minor: null, session_duration: 60 })
      const [back] = await session.as('aylin', ({ query }) => query<TypedAppointment>('select * from undo_move($1)', [id]))
      expect(back).toMatchObject({
        type_name: FIRST_VISIT.names,
        fee_minor: 12_000,
        fee_agreed_at,
        session_duration: 30,
        appointment_time: '10:00',
      })
    })
  })

  test('proposed during time off fits the length of each type', async () => {
    await inTest(async (session) => {
      const long = await addType(session, db.aylin, ON_REQUEST)
      const { id } = await booked(session)
      const other = await bookType(session, 'murat', db.aylin, { time: '11:00', seen: asSeen(long) })
      await session.query(`insert into doctor_leave (doctor_id, leave_date) select $1, ${IN_A_WEEK}`, [db.aylin])
      // On the next day, only half an hour is free in the morning, and at least an hour in the afternoon.
      await session.query(
        `insert into doctor_leave (doctor_id, leave_date, start_time, end_time) select $1, ${IN_A_WEEK} + 1, '09:30', '13:00'`,
        [db.aylin],
      )
      const proposed = await session.as('aylin', ({ query }) =>
        query<{ id: string; at: string }>('select id, proposed_time as at from list_affected_appointments($1)', [db.aylin]),
      )
      expect(proposed).toEqual([
        { id, at: '09:00' },
        { id: other.id, at: '13:00' },
      ])
    })
  })
})

describe('changing the type without a move', () => {
  test.each(['aylin', 'nigar'])('is possible for %s, and an equal fee stays agreed', async (person) => {
    await inTest(async (session) => {
      const { id } = await booked(session)
      const same = await addType(session, db.aylin, { ...FIRST_VISIT, names: { en: 'Longer' }, minutes: 60 })
      const { fee_agreed_at } = await appointmentOf(session, id)
      expect(await change(session, person, id, same.id)).toMatchObject({
        type_name: { en: 'Longer' },
        session_duration: 60,
        fee_agreed_at,
        appointment_time: '10:00',
        status: 'pending',
      })
      const dearer = await addType(session, db.aylin, { fee_minor: 12_001 })
      expect(await change(session, person, id, dearer.id)).toMatchObject({ fee_minor: 12_001, fee_agreed_at: null, session_duration: 30 })
      expect(await change(session, person, id, dearer.id)).toMatchObject({ type_id: dearer.id })
    })
  })

  test('is refused to everybody else', async () => {
    await inTest(async (session) => {
      const { id } = await booked(session)
      const other = await addType(session, db.aylin, CHECK_UP)
      for (const person of ['leyla', 'murat', 'mallory', 'rauf'] as const)
        expect(await refusal(change(session, person, id, other.id))).toEqual(['42501', 'permission denied'])
    })
  })

  test('fails with the error of a booking if the new length does not fit, and changes nothing', async () => {
    await inTest(async (session) => {
      const { id, type } = await booked(session)
      const long = await addType(session, db.aylin, ON_REQUEST)
      await bookType(session, 'murat', db.aylin, { time: '10:45', seen: asSeen(type) })
      expect(await refusal(change(session, 'aylin', id, long.id))).toEqual(['23P01', 'appointments_doctor_is_free'])
      const ofRauf = await addType(session, db.rauf)
      expect(await refusal(change(session, 'nigar', id, ofRauf.id))).toEqual(['P0001', 'type_not_offered'])
      await changeType(session, long.id, { active: false })
      expect(await refusal(change(session, 'nigar', id, long.id))).toEqual(['P0001', 'type_not_offered'])
      expect(await appointmentOf(session, id)).toMatchObject({ type_id: type.id, session_duration: 30 })
    })
  })

  test('is refused for a cancelled appointment', async () => {
    await inTest(async (session) => {
      const { id } = await booked(session)
      const other = await addType(session, db.aylin, CHECK_UP)
      await session.as('leyla', ({ query }) => query("update appointments set status = 'cancelled' where id = $1", [id]))
      expect(await refusal(change(session, 'aylin', id, other.id))).toEqual(['P0001', 'transition_not_allowed'])
    })
  })
})

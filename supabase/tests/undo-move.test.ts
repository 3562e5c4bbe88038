// Moving an appointment in the calendar, and undoing the move before its mails are sent.
import { describe, expect, test } from 'vitest'
import {
  anonymous,
  book,
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

const move = (session: Session, person: Person, id: string, time = '14:00') =>
  session.as(person, ({ query }) => query(`select * from move_appointment($1, ${IN_A_WEEK}, $2)`, [id, time]))
const undo = (session: Session, person: Person, id: string) => session.as(person, ({ query }) => query('select * from undo_move($1)', [id]))
const rowOf = async (session: Session, id: string) => {
  const [row] = await session.query<Record<string, unknown>>('select * from appointments where id = $1', [id])
  return { ...row, updated_at: undefined }
}
const outbox = (session: Session) =>
  session.query('select dedupe_key, state, payload, last_error from private.mail_outbox order by dedupe_key')
const due = (session: Session) =>
  session.query('select kind from private.lock_due_mails(100, null) d join private.mail_outbox m on m.id = d.id where d.verdict is null')
const sendAll = (session: Session) =>
  session.query("update private.mail_outbox set state = 'sent', sent_at = now(), payload = null where state = 'waiting'")

async function confirmed(session: Session) {
  const { id } = await book(session, 'leyla', db.aylin)
  await setStatus(session, 'aylin', id, 'confirmed')
  return id
}

describe('moving in the calendar', () => {
  test.each<Person>(['aylin', 'nigar'])('%s can move an appointment at once, and the mails wait', async (person) => {
    await inTest(async (session) => {
      const id = await confirmed(session)
      await sendAll(session)
      await move(session, person, id)
      expect(await rowOf(session, id)).toMatchObject({ appointment_time: '14:00', status: 'confirmed', reschedule_count: 1 })
      expect(await due(session)).toEqual([])
      await session.query("update private.mail_outbox set next_attempt_at = next_attempt_at - interval '12 seconds'")
      expect(await due(session)).toEqual([{ kind: 'appointment_rescheduled' }, { kind: 'appointment_rescheduled' }])
    })
  })

  test.each<Person>(['leyla', 'murat', 'rauf', 'mallory', anonymous, serviceRole])('%o can neither move nor undo', async (person) => {
    await inTest(async (session) => {
      const id = await confirmed(session)
      expect((await refusal(move(session, person, id)))[0]).toBe('42501')
      await move(session, 'aylin', id)
      const before = await rowOf(session, id)
      expect((await refusal(undo(session, person, id)))[0]).toBe('42501')
      expect(await rowOf(session, id)).toEqual(before)
    })
  })

  test('a time that is not offered is refused', async () => {
    await inTest(async (session) => {
      const id = await confirmed(session)
      expect(await refusal(move(session, 'aylin', id, '20:00'))).toEqual(['P0001', 'slot_not_offered'])
    })
  })
})

describe('undoing a move', () => {
  test('restores the appointment, its mails and its reminders, and sends no mail', async () => {
    await inTest(async (session) => {
      const id = await confirmed(session)
      await sendAll(session)
      // The appointment was already moved once, with a message, and its reminder was sent.
      await session.as('nigar', ({ query }) => query(`select reschedule_appointment($1, ${IN_A_WEEK}, '11:00', 'Toplantı var')`, [id]))
      await sendAll(session)
      await session.query("insert into private.reminder_marks (appointment_id, kind) values ($1, '24h')", [id])
      const [row, mails] = [await rowOf(session, id), await outbox(session)]
      await move(session, 'aylin', id)
      await undo(session, 'aylin', id)
      expect(await rowOf(session, id)).toEqual(row)
      expect(await outbox(session)).toEqual(mails)
      expect(await session.query('select kind from private.reminder_marks where appointment_id = $1', [id])).toEqual([{ kind: '24h' }])
      expect(
        await session.query('select action from audit_log where subject = $1 order by at desc, id desc limit 1', [`appointment:${id}`]),
      ).toEqual([{ action: 'appointment.move_undone' }])
    })
  })

  test('restores a confirmation mail that was still waiting', async () => {
    await inTest(async (session) => {
      const id = await confirmed(session)
      const mails = await outbox(session)
      await move(session, 'aylin', id)
      await undo(session, 'aylin', id)
      expect(await outbox(session)).toEqual(mails)
    })
  })

  test('is possible again for every repeated move', async () => {
    await inTest(async (session) => {
      const id = await confirmed(session)
      const row = await rowOf(session, id)
      for (const time of ['14:00', '15:00']) {
        await move(session, 'aylin', id, time)
        await undo(session, 'aylin', id)
      }
      expect(await rowOf(session, id)).toEqual(row)
      await move(session, 'aylin', id, '16:00')
      expect(await rowOf(session, id)).toMatchObject({ appointment_time: '16:00', reschedule_count: 1 })
    })
  })

  test.each<[string, (session: Session, id: string) => Promise<unknown>]>([
    [
      'its mail is being sent',
      ({ query }) => query("update private.mail_outbox set state = 'sending', attempts = 1 where kind = 'appointment_rescheduled'"),
    ],
    ['16 seconds have passed', ({ query }) => query("update private.undoable_moves set moved_at = moved_at - interval '16 seconds'")],
    ['it was cancelled', (session, id) => setStatus(session, 'leyla', id, 'cancelled')],
    [
      'it was moved again',
      (session, id) => session.as('nigar', ({ query }) => query(`select reschedule_appointment($1, ${IN_A_WEEK}, '15:00')`, [id])),
    ],
    ['a colleague moved it', ({ query }) => query('update private.undoable_moves set moved_by = $1', [idOf('nigar')])],
  ])('is too late once %s', async (_, change) => {
    await inTest(async (session) => {
      const id = await confirmed(session)
      await move(session, 'aylin', id)
      await change(session, id)
      const row = await rowOf(session, id)
      expect(await refusal(undo(session, 'aylin', id))).toEqual(['P0001', 'undo_too_late'])
      expect(await rowOf(session, id)).toEqual(row)
    })
  })

  test('is refused if the old time was taken in the meantime', async () => {
    await inTest(async (session) => {
      const id = await confirmed(session)
      await move(session, 'aylin', id)
      await book(session, 'murat', db.aylin)
      expect(await refusal(undo(session, 'aylin', id))).toEqual(['23505', 'appointments_slot_is_single'])
    })
  })

  test('loses its stored data when the patient’s data is erased', async () => {
    await inTest(async (session) => {
      const id = await confirmed(session)
      await move(session, 'aylin', id)
      await session.query('update appointments set erased_at = now(), patient_complaint = null, notes = null where id = $1', [id])
      expect(await session.query('select 1 from private.undoable_moves')).toEqual([])
    })
  })
})

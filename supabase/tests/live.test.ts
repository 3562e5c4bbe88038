import { describe, expect, test } from 'vitest'
import { anonymous, arrange, book, idOf, type Person, refusal, type Session, setStatus, superuser, useClinic } from './clinic.ts'
import { addRecord } from './files.ts'

const db = useClinic()

const sent = (session: Session) =>
  session.as(superuser, ({ query }) =>
    query<{ topic: string; event: string; payload: object }>('select topic, event, payload, private, extension from realtime.messages'),
  )
const forget = (session: Session) => session.as(superuser, ({ query }) => query('delete from realtime.messages'))

test('inserts and updates of five tables are published, but no deletions', async () => {
  await db.as(superuser, async ({ query }) => {
    expect(await query("select tablename from pg_publication_tables where pubname = 'supabase_realtime' order by 1")).toEqual(
      ['appointment_files', 'appointment_messages', 'appointments', 'contact_messages', 'doctor_availability'].map((tablename) => ({
        tablename,
      })),
    )
    expect(
      await query("select pubinsert, pubupdate, pubdelete, pubtruncate from pg_publication where pubname = 'supabase_realtime'"),
    ).toEqual([{ pubinsert: true, pubupdate: true, pubdelete: false, pubtruncate: false }])
  })
})

const HOURS = 'doctors:hours'

describe('hours_changed', () => {
  test('announces a doctor’s working hours, extra hours, leave and settings once per statement, but no appointments', async () => {
    await db.as(superuser, async (owner) => {
      const heard = async (work: () => Promise<unknown>) => {
        await forget(owner)
        await work()
        const messages = (await sent(owner)).filter(({ topic }) => topic === HOURS)
        return messages.map(({ event, payload }) => [event, 'doctor_id' in payload && payload.doctor_id])
      }
      const once = [['hours_changed', db.aylin]]
      const query = (person: Person, sql: string) => owner.as(person, (session) => session.query(sql))
      const week = `insert into doctor_leave (doctor_id, leave_date) select '${db.aylin}', date '2030-01-01' + n from generate_series(0, 6) as n`
      expect(await heard(() => query('aylin', week))).toEqual(once)
      expect(await heard(() => query('nigar', "update doctor_leave set start_time = '10:00', end_time = '11:00'"))).toEqual(once)
      expect(await heard(() => query('aylin', 'delete from doctor_leave'))).toEqual(once)
      const extra = `insert into doctor_extra_hours (doctor_id, on_date, start_time, end_time) values ('${db.aylin}', '2030-02-01', '18:00', '20:00')`
      expect(await heard(() => query('aylin', extra))).toEqual(once)
      expect(await heard(() => query('aylin', 'delete from doctor_extra_hours'))).toEqual(once)
      expect(await heard(() => query('aylin', `update doctors set session_duration = 60 where id = '${db.aylin}'`))).toEqual(once)
      const saved = await heard(() => query('nigar', `select save_working_hours('${db.aylin}', '[]')`))
      expect(saved).toContainEqual(once[0])
      expect(await heard(() => query('rauf', `update doctors set session_duration = 60 where id = '${db.rauf}'`))).toEqual([
        ['hours_changed', db.rauf],
      ])
    })
    await db.as(superuser, async (owner) => {
      await forget(owner)
      const { id } = await book(owner, 'leyla', db.aylin)
      await setStatus(owner, 'aylin', id, 'cancelled')
      expect((await sent(owner)).filter(({ topic }) => topic === HOURS)).toEqual([])
    })
  })

  test.each<Person>(['aylin', 'nigar'])('%s can read it and cannot write to it', async (person) => {
    expect(await db.as(superuser, (owner) => rights(owner, person, HOURS))).toEqual({ reads: true, writes: false })
    expect(await db.as(superuser, (owner) => rights(owner, person, HOURS, 'presence'))).toEqual(NOTHING)
  })

  test.each<Person>(['leyla', 'mallory', anonymous])('%o, who is not staff, can do neither', async (person) => {
    expect(await db.as(superuser, (owner) => rights(owner, person, HOURS))).toEqual(NOTHING)
  })

  test.each(['doctors:hours:', 'doctors:', 'doctor:hours', ' doctors:hours'])('nobody can join "%s"', async (topic) => {
    expect(await db.as(superuser, (owner) => rights(owner, 'nigar', topic))).toEqual(NOTHING)
  })
})

describe('slots_changed', () => {
  const topic = () => `doctor:${db.aylin}:slots`

  test('announces bookings, cancellations, working hours, leaves and settings, without data', async () => {
    await db.as(superuser, async (owner) => {
      const heard = async (work: () => Promise<unknown>) => {
        await forget(owner)
        await work()
        // Calendars use the topic `doctors:hours`, which is tested above.
        const messages = (await sent(owner)).filter((message) => message.topic !== HOURS)
        expect(messages.every(({ payload }) => Object.keys(payload).every((key) => key === 'id'))).toBe(true)
        return messages.map((message) => [message.topic, message.event])
      }
      const once = [[topic(), 'slots_changed']]
      const query = (person: Person, sql: string) => owner.as(person, (session) => session.query(sql))
      let id = ''
      expect(await heard(async () => ({ id } = await book(owner, 'leyla', db.aylin)))).toEqual(once)
      expect(await heard(() => setStatus(owner, 'aylin', id, 'confirmed'))).toEqual([])
      expect(await heard(() => query('aylin', `update appointments set notes = 'x' where id = '${id}'`))).toEqual([])
      expect(await heard(() => setStatus(owner, 'aylin', id, 'cancelled'))).toEqual(once)
      expect(
        await heard(() => query('aylin', `insert into doctor_leave (doctor_id, leave_date) values ('${db.aylin}', '2030-01-01')`)),
      ).toEqual(once)
      expect(await heard(() => query('aylin', "update doctor_leave set leave_date = '2030-01-02'"))).toEqual(once)
      expect(await heard(() => query('aylin', 'delete from doctor_leave'))).toEqual(once)
      expect(
        await heard(() => query('aylin', `update doctor_availability set end_time = '16:00' where doctor_id = '${db.aylin}'`)),
      ).toEqual(once)
      expect(await heard(() => query('aylin', `select save_working_hours('${db.aylin}', '[]')`))).toEqual(once)
      expect(await heard(() => query('aylin', `update doctors set session_duration = 60 where id = '${db.aylin}'`))).toEqual(once)
      expect(await heard(() => query('nigar', `update doctors set bio = 'x' where id = '${db.aylin}'`))).toEqual([])
      expect(await heard(() => query('nigar', `update doctors set available = false where id = '${db.aylin}'`))).toEqual(once)
    })
  })

  test('a booking that fails is not announced', async () => {
    await db.as(superuser, async (owner) => {
      await book(owner, 'leyla', db.aylin)
      await forget(owner)
      await refusal(book(owner, 'murat', db.aylin))
      expect(await sent(owner)).toEqual([])
    })
  })
})

// Checks read and write permission on a topic in the same way as the realtime service.
async function rights(session: Session, person: Person, topic: string, extension = 'broadcast') {
  return session.as(superuser, async (owner) => {
    await owner.query('insert into realtime.messages (topic, extension, private) values ($1, $2, true)', [topic, extension])
    return owner.as(person, async ({ query }) => {
      await query("select set_config('realtime.topic', $1, true)", [topic])
      const reads = (await query('select from realtime.messages where topic = $1 and extension = $2', [topic, extension])).length > 0
      const writes =
        (await refusal(query('insert into realtime.messages (topic, extension, private) values ($1, $2, true)', [topic, extension]))) ===
        'was allowed'
      return { reads, writes }
    })
  })
}

const NOTHING = { reads: false, writes: false }

describe('the topic of a doctor’s slots', () => {
  test.each<Person>(['leyla', 'aylin', 'mallory'])('%s can read it and cannot write to it', async (person) => {
    expect(await db.as(superuser, (owner) => rights(owner, person, `doctor:${db.aylin}:slots`))).toEqual({ reads: true, writes: false })
  })

  test('visitors can do neither, and it has no presence', async () => {
    expect(await db.as(superuser, (owner) => rights(owner, anonymous, `doctor:${db.aylin}:slots`))).toEqual(NOTHING)
    expect(await db.as(superuser, (owner) => rights(owner, 'leyla', `doctor:${db.aylin}:slots`, 'presence'))).toEqual(NOTHING)
  })

  test.each(['doctor:x:slots', 'doctor:1', 'slots', '', 'doctor:::slots'])('nobody can join "%s"', async (topic) => {
    expect(await db.as(superuser, (owner) => rights(owner, 'leyla', topic))).toEqual(NOTHING)
  })
})

test('a right on one topic gives none on another', async () => {
  await db.as(superuser, async (owner) => {
    const { id } = await arrange(owner, 'leyla', db.aylin, { startsIn: '1 hour' })
    await owner.as('leyla', async ({ query }) => {
      await query("select set_config('realtime.topic', $1, true)", [`appointment:${id}`])
      const elsewhere = query("insert into realtime.messages (topic, extension, private) values ($1, 'broadcast', true)", [
        `doctor:${db.aylin}:slots`,
      ])
      expect((await refusal(elsewhere))[0]).toBe('42501')
      expect(await query('select from realtime.messages where topic = $1', [`doctor:${db.aylin}:slots`])).toHaveLength(0)
    })
  })
})

describe('the topic of a connection test', () => {
  test('everybody can read and write a topic that begins with their own id', async () => {
    for (const person of ['leyla', 'aylin', 'nigar'])
      expect(await db.as(superuser, (owner) => rights(owner, person, `video-test:${idOf(person)}:1-2-3`))).toEqual({
        reads: true,
        writes: true,
      })
  })

  test.each<Person>(['mallory', 'nigar', anonymous])('%o cannot join another user’s topic', async (person) => {
    expect(await db.as(superuser, (owner) => rights(owner, person, `video-test:${idOf('leyla')}:1-2-3`))).toEqual(NOTHING)
  })

  test.each(['video-test:', 'video-test::', 'video-test:1:2', `x:video-test:${idOf('leyla')}:1`, `video-test:${idOf('leyla')}`])(
    'nobody can join "%s"',
    async (topic) => {
      for (const person of ['leyla', anonymous]) expect(await db.as(superuser, (owner) => rights(owner, person, topic))).toEqual(NOTHING)
    },
  )
})

describe('the topic of an appointment', () => {
  test.each(['broadcast', 'presence'])('patient and doctor can read and write (%s) while it is confirmed', async (extension) => {
    await db.as(superuser, async (owner) => {
      for (const [status, expected] of [
        ['pending', false],
        ['confirmed', true],
        ['completed', false],
        ['cancelled', false],
      ] as const) {
        const { id } = await arrange(owner, 'leyla', db.aylin, { startsIn: '1 hour', status })
        for (const person of ['leyla', 'aylin'])
          expect(await rights(owner, person, `appointment:${id}`, extension)).toEqual({ reads: expected, writes: expected })
        await owner.query("update appointments set status = 'cancelled'")
      }
    })
  })

  test.each<Person>(['nigar', 'murat', 'rauf', 'mallory', anonymous])('%o can do neither', async (person) => {
    await db.as(superuser, async (owner) => {
      const { id } = await arrange(owner, 'leyla', db.aylin, { startsIn: '1 hour' })
      expect(await rights(owner, person, `appointment:${id}`)).toEqual(NOTHING)
    })
  })

  test.each(['appointment:', 'appointment:1', `appointment:${idOf('nothing')}`, "appointment:' or true --"])(
    'nobody can join "%s"',
    async (topic) => {
      expect(await db.as(superuser, (owner) => rights(owner, 'leyla', topic))).toEqual(NOTHING)
    },
  )

  test('announces removed files', async () => {
    await db.as(superuser, async (owner) => {
      const { id } = await arrange(owner, 'leyla', db.aylin, { startsIn: '1 hour' })
      const [file] = await addRecord(owner, 'leyla', id)
      await forget(owner)
      await owner.as('leyla', ({ query }) => query('delete from appointment_files'))
      expect(await sent(owner)).toMatchObject([{ topic: `appointment:${id}`, event: 'file_removed', payload: { file_id: file?.id } }])
    })
  })
})

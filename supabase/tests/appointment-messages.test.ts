// The chat of an appointment: permissions to write and read, and limits.
import { describe, expect, test } from 'vitest'
import { anonymous, arrange, emailOf, idOf, type Person, refusal, type Session, serviceRole, superuser, useClinic } from './clinic.ts'

const db = useClinic()

const FORBIDDEN = ['42501', 'permission denied']
const CLOSED = ['P0001', 'chat_closed']

const write = (session: Session, person: Person, id: string, body = 'Merhaba') =>
  session.as(person, ({ query }) =>
    query<{ id: string; sender: string; body: string }>(
      'insert into appointment_messages (appointment_id, body) values ($1, $2) returning *',
      [id, body],
    ),
  )
const read = (session: Session, person: Person) => session.as(person, ({ query }) => query('select * from appointment_messages'))

interface Wishes {
  status?: string
  startsIn?: string
}

/** By default the session of leyla and aylin begins in five minutes, so the room is open. */
const withAppointment = (work: (session: Session, id: string) => Promise<void>, { startsIn = '5 minutes', ...wishes }: Wishes = {}) =>
  db.as(superuser, async (owner) => work(owner, (await arrange(owner, 'leyla', db.aylin, { startsIn, ...wishes })).id))

describe('writing', () => {
  test.each(['leyla', 'aylin'])('%s can write, the database sets sender and time, and both can read it', async (person) => {
    await withAppointment(async (session, id) => {
      const [message] = await write(session, person, id, '  İlk satır\nikinci satır \n')
      expect(message).toMatchObject({ sender: idOf(person), body: 'İlk satır\nikinci satır' })
      const [{ age } = { age: 100 }] = await session.query<{ age: number }>(
        'select extract(epoch from clock_timestamp() - created_at)::float8 as age from appointment_messages',
      )
      expect(age).toBeGreaterThanOrEqual(0)
      expect(age).toBeLessThan(60)
      for (const reader of ['leyla', 'aylin']) expect(await read(session, reader)).toHaveLength(1)
    })
  })

  test.each<Person>(['nigar', 'murat', 'rauf', 'mallory'])('%s cannot write', async (person) => {
    await withAppointment(async (session, id) => {
      expect(await refusal(write(session, person, id))).toEqual(FORBIDDEN)
      expect(await session.query('select from appointment_messages')).toHaveLength(0)
    })
  })

  test.each<Person>([anonymous, serviceRole])('%o can neither write nor read', async (person) => {
    await withAppointment(async (session, id) => {
      expect((await refusal(write(session, person, id)))[0]).toBe('42501')
      expect((await refusal(read(session, person)))[0]).toBe('42501')
    })
  })

  test.each([
    ['pending', CLOSED],
    ['confirmed', 'was allowed'],
    ['completed', CLOSED],
    ['cancelled', CLOSED],
  ])('to a %s appointment results in %j', async (status, answer) => {
    await withAppointment(
      async (session, id) => {
        for (const person of ['leyla', 'aylin']) expect(await refusal(write(session, person, id))).toEqual(answer)
      },
      { status },
    )
  })

  test.each([
    ['16 minutes', CLOSED],
    ['14 minutes', 'was allowed'],
    ['-28 minutes', 'was allowed'],
    ['-31 minutes', CLOSED],
  ])('if the half-hour session starts in %s results in %j', async (startsIn, answer) => {
    await withAppointment(async (session, id) => expect(await refusal(write(session, 'leyla', id))).toEqual(answer), { startsIn })
  })

  test.each([
    ['1 hour 50 minutes', 'was allowed'],
    ['2 hours 1 minute', CLOSED],
  ])('after the end of the session, in a call that began %s ago, results in %j', async (ago, answer) => {
    await withAppointment(
      async (session, id) => {
        await session.query('update appointments set call_started_at = now() - $2::interval where id = $1', [id, ago])
        expect(await refusal(write(session, 'aylin', id))).toEqual(answer)
      },
      { startsIn: '-3 hours' },
    )
  })

  test('is refused with another sender or another time', async () => {
    await withAppointment(async (session, id) => {
      for (const [column, value] of [
        ['sender', idOf('aylin')],
        ['created_at', '2020-01-01'],
      ]) {
        const attempt = session.as('leyla', ({ query }) =>
          query(`insert into appointment_messages (appointment_id, body, ${column}) values ($1, 'x', $2)`, [id, value]),
        )
        expect((await refusal(attempt))[0]).toBe('42501')
      }
    })
  })

  test('nobody can change or delete a message', async () => {
    await withAppointment(async (session, id) => {
      await write(session, 'leyla', id)
      for (const person of ['leyla', 'aylin', 'nigar', anonymous, serviceRole] as const)
        for (const sql of [
          "update appointment_messages set body = 'x'",
          'delete from appointment_messages',
          'truncate appointment_messages',
        ])
          expect((await refusal(session.as(person, ({ query }) => query(sql))))[0]).toBe('42501')
    })
  })

  test('stores a message id only once', async () => {
    await withAppointment(async (session, id) => {
      const send = () =>
        session.as('leyla', ({ query }) =>
          query("insert into appointment_messages (id, appointment_id, body) values ($1, $2, 'x')", [idOf('message'), id]),
        )
      expect(await refusal(send())).toBe('was allowed')
      expect(await refusal(send())).toEqual(['23505', 'appointment_messages_pkey'])
    })
  })
})

describe('the text of a message', () => {
  test.each([
    ['a'.repeat(2000), 'was allowed'],
    ['😀'.repeat(2000), 'was allowed'],
    ['Ölçüm:\t120/80\nnabız 72', 'was allowed'],
    ['\u200fمرحبا\u200e https://example.test', 'was allowed'],
    ['a'.repeat(2001), ['23514', 'appointment_messages_body_is_given']],
    ['', ['23514', 'appointment_messages_body_is_given']],
    [' \n\t\u00a0\u200b', ['23514', 'appointment_messages_body_is_given']],
    ['a\u202eb', ['23514', 'appointment_messages_body_is_plain_text']],
    ['a\u2067b', ['23514', 'appointment_messages_body_is_plain_text']],
    ['a\u0007b', ['23514', 'appointment_messages_body_is_plain_text']],
    ['a\rb', ['23514', 'appointment_messages_body_is_plain_text']],
    ['a\u0085b', ['23514', 'appointment_messages_body_is_plain_text']],
    ['a\u2028b', ['23514', 'appointment_messages_body_is_plain_text']],
  ])('%j results in %j', async (body, answer) => {
    await withAppointment(async (session, id) => expect(await refusal(write(session, 'leyla', id, body))).toEqual(answer))
  })
})

describe('reading', () => {
  test.each([
    ['pending', ['leyla']],
    ['confirmed', ['leyla', 'aylin']],
    ['completed', ['leyla', 'aylin']],
    ['cancelled', ['leyla']],
  ])('is possible in a %s appointment for %j', async (status, readers) => {
    await withAppointment(async (session, id) => {
      await write(session, 'leyla', id)
      await session.query('update appointments set status = $2 where id = $1', [id, status])
      for (const person of ['leyla', 'aylin', 'nigar', 'murat', 'rauf', 'mallory'])
        expect([person, (await read(session, person)).length > 0]).toEqual([person, readers.includes(person)])
    })
  })

  test.each(['nigar', 'rauf', 'murat', 'mallory'])('gives %s nothing by filters, joins, counts or sorting', async (person) => {
    await withAppointment(async (session, id) => {
      await write(session, 'leyla', id, 'gizli')
      await session.as(person, async ({ query }) => {
        for (const sql of [
          "select from appointment_messages where body like '%gizli%'",
          `select from appointment_messages where appointment_id = '${id}'`,
          'select from appointments a join appointment_messages m on m.appointment_id = a.id',
          'select from appointments a where exists (select from appointment_messages m where m.appointment_id = a.id)',
          'select from appointment_messages order by body limit 1',
          "select from appointment_messages m where m::text like '%gizli%'",
        ])
          expect(await query(sql)).toHaveLength(0)
        expect(await query('select count(*)::integer as n, max(body) as last from appointment_messages')).toEqual([{ n: 0, last: null }])
      })
    })
  })

  test('planner statistics reveal nothing about messages to anybody', async () => {
    const other = await db.as(superuser, async (owner) => {
      const { id } = await arrange(owner, 'leyla', db.aylin, { startsIn: '5 minutes' })
      for (let n = 0; n < 20; n++) await write(owner, 'leyla', id, `gizli ${n}`)
      await owner.query('analyze appointment_messages')
      return owner.query("select attname from pg_stats where tablename = 'appointment_messages' and attname <> 'id'")
    })
    expect(other).toEqual([])
  })
})

describe('limits', () => {
  test('one sender can write 30 messages a minute, and the other still can', async () => {
    await withAppointment(async (session, id) => {
      for (let n = 0; n < 30; n++) await write(session, 'leyla', id)
      expect(await refusal(write(session, 'leyla', id))).toEqual(['P0001', 'too_many_messages'])
      expect(await refusal(write(session, 'aylin', id))).toBe('was allowed')
    })
  })

  test('an appointment holds 500 messages', async () => {
    await withAppointment(async (session, id) => {
      await session.query(
        "insert into appointment_messages (appointment_id, sender, body) select $1, $2, 'x' from generate_series(1, 499)",
        [id, idOf('aylin')],
      )
      expect(await refusal(write(session, 'leyla', id))).toBe('was allowed')
      for (const person of ['leyla', 'aylin']) expect(await refusal(write(session, person, id))).toEqual(['P0001', 'chat_is_full'])
    })
  })
})

describe('erasure', () => {
  const erase = (session: Session, person: string) =>
    session.as(person, ({ query }) => query('select erase_my_account($1)', [emailOf(person)]))

  test('deletes the messages of both sides with the patient’s account', async () => {
    await withAppointment(async (session, id) => {
      for (const person of ['leyla', 'aylin']) await write(session, person, id)
      await erase(session, 'leyla')
      expect(await session.query('select from appointment_messages')).toHaveLength(0)
      for (const person of ['leyla', 'aylin']) expect((await refusal(write(session, person, id)))[0]).toBe('42501')
    })
  })

  test('keeps the doctor’s messages for the patient when the doctor’s account is erased', async () => {
    await withAppointment(async (session, id) => {
      await write(session, 'aylin', id)
      await session.query("update appointments set status = 'completed' where id = $1", [id])
      await erase(session, 'aylin')
      expect(await read(session, 'leyla')).toHaveLength(1)
    })
  })
})

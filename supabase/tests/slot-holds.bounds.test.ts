// Limits on holds: per network for new accounts, per doctor's day, and for unconfirmed addresses.
import { describe, expect, test } from 'vitest'
import { addPerson, anonymous, book, emailOf, idOf, refusal, type Session, superuser, useClinic } from './clinic.ts'
import { useClinicServer } from './clinic-server.ts'

const db = useClinic()

const DAY = (days: number) => `(now() at time zone 'Europe/Istanbul')::date + ${days}`
/** Times that do not conflict: a session takes half an hour and the gap ten minutes. */
const TIMES = ['09:00', '09:45', '10:30', '11:15', '12:00', '12:45', '13:30', '14:15', '15:00', '15:45', '16:30']

const from = ({ query }: Session, address: string) =>
  query("select set_config('request.headers', $1, true)", [JSON.stringify({ 'x-forwarded-for': address })])

const hold = (session: Session, person: string, { days = 7, time = '10:30' } = {}) =>
  session.as(person, ({ query }) => query(`select hold_slot($1, ${DAY(days)}, $2)`, [db.aylin, time]))

/** Adds a person whose account was just created. */
async function addNewcomer(session: Session, name: string) {
  await addPerson(session, name)
  await session.query('update auth.users set created_at = now() where id = $1', [idOf(name)])
}

/** Creates an account as the auth service does: unconfirmed, with the time that was chosen before the sign-up. */
async function signUp({ query }: Session, name: string, { days = 7, time = '10:30' } = {}) {
  const [row] = await query<{ day: string }>(`select (${DAY(days)})::text as day`)
  const wish = { doctor_id: db.aylin, on_date: row?.day, at_time: time }
  await query(
    `insert into auth.users (id, aud, role, email, encrypted_password, created_at, raw_user_meta_data)
     values ($1, 'authenticated', 'authenticated', $2, 'x', now(), $3)`,
    [idOf(name), emailOf(name), { first_name: name, last_name: 'Test', hold: wish }],
  )
}

const grownUp = ({ query }: Session) => query("update auth.users set created_at = now() - interval '2 days'")
const holds = ({ query }: Session) =>
  query<{ user_id: string; minutes: number; network: string | null; day: string }>(
    `select user_id, round(extract(epoch from expires_at - now()) / 60)::int as minutes, encode(network, 'hex') as network,
            appointment_date::text as day
     from private.slot_holds where expires_at > now() order by created_at`,
  )
const freeTimes = (session: Session, days: number) =>
  session.as(anonymous, async ({ query }) => (await query(`select from get_available_slots($1, ${DAY(days)})`, [db.aylin])).length)

describe('a network of newcomers', () => {
  test('34 sign-ups from one address leave three holds, and all other times can be booked', async () => {
    await db.as(superuser, async (session) => {
      await grownUp(session)
      await from(session, '203.0.113.9')
      for (let n = 0; n < 34; n++) await signUp(session, `thief${n}`, { days: 7 + Math.floor(n / 5), time: TIMES[(n % 5) * 2] ?? '' })
      expect(await session.query("select from auth.users where email like 'thief%'")).toHaveLength(34)
      expect(await holds(session)).toHaveLength(3)
      for (let days = 7; days < 15; days++) expect(await freeTimes(session, days)).toBeGreaterThan(10)
      // Another person in the same network, without a hold.
      await addNewcomer(session, 'newcomer')
      expect(await refusal(hold(session, 'newcomer', { days: 20 }))).toEqual(['P0001', 'too_many_holds'])
      await session.as('newcomer', (own) => book(own, 'newcomer', db.aylin, { date: DAY(20) }))
    })
  })

  test('all addresses of an IPv6 network share one limit, and another network has its own', async () => {
    await db.as(superuser, async (session) => {
      for (let n = 0; n < 5; n++) {
        await from(session, `2001:db8:0:1::${n + 1}`)
        await signUp(session, `thief${n}`, { days: 7 + n })
      }
      expect(await holds(session)).toHaveLength(3)
      await from(session, '2001:db8:0:2::1')
      await signUp(session, 'neighbour', { days: 20 })
      expect(await holds(session)).toHaveLength(4)
    })
  })

  test('ten colleagues with older accounts in one network can all hold times', async () => {
    await db.as(superuser, async (session) => {
      for (let n = 0; n < 10; n++) await addPerson(session, `colleague${n}`)
      await grownUp(session)
      await from(session, '203.0.113.9')
      for (let n = 0; n < 10; n++) await hold(session, `colleague${n}`, { days: 7 + n })
      expect((await holds(session)).map(({ network }) => network)).toEqual(Array(10).fill(null))
      // Their holds do not count towards the limit for newcomers.
      await signUp(session, 'newcomer', { days: 20 })
      expect(await holds(session)).toHaveLength(11)
    })
  })

  test('a newcomer can change the time any number of times, and an expired hold does not count', async () => {
    await db.as(superuser, async (session) => {
      await from(session, '203.0.113.9')
      for (let n = 0; n < 3; n++) await signUp(session, `newcomer${n}`, { days: 7 + n })
      for (const time of TIMES) await hold(session, 'newcomer0', { days: 12, time })
      await session.query(
        "update private.slot_holds set created_at = now() - interval '11 minutes', expires_at = now() where user_id = $1",
        [idOf('newcomer1')],
      )
      await signUp(session, 'newcomer3', { days: 13 })
      expect((await holds(session)).map(({ user_id }) => user_id)).toEqual(['newcomer2', 'newcomer0', 'newcomer3'].map(idOf))
    })
  })

  test.each(['127.0.0.1', '::1', '10.1.2.3', '192.168.0.7', 'fd00::1', 'unknown', ''])(
    'a private or unknown address (%s) has no limit',
    async (address) => {
      await db.as(superuser, async (session) => {
        await from(session, address)
        for (let n = 0; n < 5; n++) await signUp(session, `newcomer${n}`, { days: 7 + n })
        expect((await holds(session)).map(({ network }) => network)).toEqual(Array(5).fill(null))
      })
    },
  )

  test('the network is stored as a hash with a secret key, deleted with the hold, and not exported', async () => {
    await db.as(superuser, async (session) => {
      await from(session, '203.0.113.9')
      await addNewcomer(session, 'newcomer')
      await hold(session, 'newcomer')
      const [kept] = await holds(session)
      expect(kept?.network).toMatch(/^[0-9a-f]{64}$/)
      const [unkeyed] = await session.query<{ hash: string }>("select encode(sha256('203.0.113.9'), 'hex') as hash")
      expect(kept?.network).not.toBe(unkeyed?.hash)
      await session.as('newcomer', async ({ query }) => {
        const [row] = await query<{ held: object }>("select export_my_data() -> 'held_slot' as held")
        expect(Object.keys(row?.held ?? {})).not.toContain('network')
        for (const sql of ['select * from private.network_key', 'select private.callers_network_hash()'])
          expect((await refusal(query(sql)))[0]).toBe('42501')
        await query('select release_hold()')
      })
      expect(await session.query('select from private.slot_holds')).toEqual([])
    })
  })
})

describe('a doctor’s day', () => {
  const tryAll = async (session: Session, days: number) => {
    for (const [n, time] of TIMES.entries()) {
      await from(session, `198.51.100.${n}`)
      await signUp(session, `person${n}`, { days, time })
    }
    return (await holds(session)).length
  }

  test('can be held by a quarter at most, from any number of networks, and the rest can be booked', async () => {
    await db.as(superuser, async (session) => {
      // Eight hours have room for twelve sessions of half an hour with gaps of ten minutes.
      expect(await tryAll(session, 7)).toBe(3)
      await book(session, 'murat', db.aylin, { date: DAY(7), time: '15:00' })
      expect(await refusal(hold(session, 'leyla', { days: 7, time: '13:30' }))).toEqual(['P0001', 'too_many_holds'])
      expect(await refusal(hold(session, 'leyla', { days: 8, time: '13:30' }))).toBe('was allowed')
    })
  })

  test('can always have one hold, and a quarter of the daily maximum is also a limit', async () => {
    await db.as(superuser, async (session) => {
      await session.query('update doctors set max_appointments_per_day = 8 where id = $1', [db.aylin])
      expect(await tryAll(session, 7)).toBe(2)
    })
    await db.as(superuser, async (session) => {
      await session.query("update doctor_availability set start_time = '09:00', end_time = '10:30' where doctor_id = $1", [db.aylin])
      expect(await tryAll(session, 7)).toBe(1)
    })
  })
})

test('a hold lasts ten minutes for an unconfirmed address, and thirty from the sign-up for a confirmed one', async () => {
  await db.as(superuser, async (session) => {
    await signUp(session, 'newcomer')
    expect((await holds(session)).map(({ minutes }) => minutes)).toEqual([10])
    await session.query('update auth.users set email_confirmed_at = now() where id = $1', [idOf('newcomer')])
    await hold(session, 'newcomer', { time: '14:15' })
    expect((await holds(session)).map(({ minutes }) => minutes)).toEqual([30])
  })
})

test('new accounts of one network can book thirty times a day; older accounts and other networks are not affected', async () => {
  await db.as(superuser, async (session) => {
    for (const name of ['newcomer', 'late', 'older']) await addNewcomer(session, name)
    await session.query("update auth.users set created_at = now() - interval '2 days' where id = $1", [idOf('older')])
    await from(session, '203.0.113.9')
    const attempt = (name: string, days: number) => refusal(book(session, name, db.aylin, { date: DAY(days) }))
    expect(await attempt('newcomer', 7)).toBe('was allowed')
    await session.query('update private.rate_counters set hits = 30 where hits = 1')
    expect(await attempt('late', 8)).toEqual(['P0001', 'too_many_new_bookings'])
    expect(await attempt('older', 8)).toBe('was allowed')
    await from(session, '203.0.113.10')
    expect(await attempt('late', 9)).toBe('was allowed')
    await session.query("select set_config('request.headers', '', true)")
    expect(await attempt('late', 10)).toBe('was allowed')
  })
})

describe('over the account service', () => {
  const clinic = useClinicServer({ RATE_LIMITS: 'off', TRUSTED_PROXY: '127.0.0.1' })

  test('sign-ups from one address keep three holds, and none of them fails', async () => {
    const [day] = await clinic.keep(superuser, ({ query }) => query<{ day: string }>(`select (${DAY(7)})::text as day`))
    const answers = await Promise.all(
      TIMES.slice(0, 6).map((time, n) =>
        fetch(`${clinic.url}/auth/v1/signup`, {
          method: 'POST',
          headers: { apikey: clinic.keys.publishable, 'content-type': 'application/json', 'x-forwarded-for': '203.0.113.9' },
          body: JSON.stringify({
            email: `newcomer${n}@example.test`,
            password: 'Correct1Horse!',
            data: { hold: { doctor_id: n % 2 ? clinic.aylin : clinic.rauf, on_date: day?.day, at_time: time } },
          }),
        }),
      ),
    )
    expect(answers.map(({ status }) => status)).toEqual(Array(6).fill(200))
    const kept = await clinic.keep(superuser, ({ query }) => query<{ network: Buffer | null }>('select network from private.slot_holds'))
    expect(kept).toHaveLength(3)
    expect(kept.every(({ network }) => network !== null)).toBe(true)
  })
})

import { describe, expect, test } from 'vitest'
import { addPerson, anonymous, emailOf, idOf, refusal, type Session, serviceRole, superuser, useClinic } from './clinic.ts'

const db = useClinic()

interface Zone {
  timezone: string
  is_chosen: boolean
}

const zoneOf = async ({ query }: Session, name: string) =>
  (await query<Zone>('select timezone, timezone_chosen_at is not null as is_chosen from profiles where user_id = $1', [idOf(name)]))[0]

const setZone = (session: Session, zone: string | null) =>
  session.query('update profiles set timezone = $2 where user_id = $1', [idOf('leyla'), zone])

describe('a patient', () => {
  test.each([
    'Europe/Paris',
    'Africa/Cairo',
    'Asia/Riyadh',
    'Asia/Calcutta',
    'Asia/Kolkata',
    'Europe/Kiev',
    'Europe/Kyiv',
    'America/Argentina/Buenos_Aires',
    'America/Port-au-Prince',
    'Etc/GMT-3',
    'UTC',
  ])('can have the zone %s', async (timezone) => {
    await db.as('leyla', async (leyla) => {
      await setZone(leyla, timezone)
      expect(await zoneOf(leyla, 'leyla')).toEqual({ timezone, is_chosen: true })
    })
  })

  test.each([
    ['europe/paris', 'Europe/Paris'],
    ['AMERICA/NEW_YORK', 'America/New_York'],
    [' Asia/Baku ', 'Asia/Baku'],
  ])('has the zone %s stored as %s', async (written, timezone) => {
    await db.as('leyla', async (leyla) => {
      await setZone(leyla, written)
      expect(await zoneOf(leyla, 'leyla')).toEqual({ timezone, is_chosen: true })
    })
  })

  test.each([
    'Mars/Olympus',
    'Europe/Nowhere',
    'posix/Europe/Paris',
    'right/Europe/Paris',
    'localtime',
    'posixrules',
    'Factory',
    'XYZ5',
    'EST5EDT',
    'Europe/Nowhere+3',
    'Etc/GMT+99',
    '+03:00',
    '../../etc/passwd',
  ])('cannot have the zone %s', async (timezone) => {
    expect(await refusal(db.as('leyla', (leyla) => setZone(leyla, timezone)))).toEqual(['23503', 'profiles_timezone_is_known'])
  })

  test('cannot store a very long name', async () => {
    const zone = `Europe/${'a'.repeat(100_000)}`
    expect(await refusal(db.as('leyla', (leyla) => setZone(leyla, zone)))).toEqual(['23503', 'profiles_timezone_is_known'])
  })

  test('gets Istanbul as a fallback, which does not count as chosen', async () => {
    await db.as('leyla', async (leyla) => {
      expect(await zoneOf(leyla, 'leyla')).toEqual({ timezone: 'Europe/Istanbul', is_chosen: false })
      await setZone(leyla, 'Europe/Istanbul')
      expect(await zoneOf(leyla, 'leyla')).toEqual({ timezone: 'Europe/Istanbul', is_chosen: true })
      for (const nothing of ['', null]) {
        await setZone(leyla, nothing)
        expect(await zoneOf(leyla, 'leyla')).toEqual({ timezone: 'Europe/Istanbul', is_chosen: false })
      }
    })
  })

  test('has not chosen a zone by changing other data', async () => {
    await db.as('leyla', async (leyla) => {
      await leyla.query("update profiles set phone = '1' where user_id = $1", [idOf('leyla')])
      expect(await zoneOf(leyla, 'leyla')).toMatchObject({ is_chosen: false })
    })
  })

  test('has chosen a zone by adding a missing profile with that zone', async () => {
    await db.as('leyla', async (leyla) => {
      const add = async (columns: string, values: string) => {
        await leyla.as(superuser, ({ query }) => query('delete from profiles where user_id = $1', [idOf('leyla')]))
        await leyla.query(`insert into profiles (user_id${columns}) values ($1${values})`, [idOf('leyla')])
        return zoneOf(leyla, 'leyla')
      }
      expect(await add('', '')).toEqual({ timezone: 'Europe/Istanbul', is_chosen: false })
      expect(await add(', timezone', ", 'Europe/Istanbul'")).toEqual({ timezone: 'Europe/Istanbul', is_chosen: true })
    })
  })

  test('cannot set the time of the choice, or read or change the list of zones', async () => {
    for (const statement of [
      'update profiles set timezone_chosen_at = now()',
      `insert into profiles (user_id, timezone_chosen_at) values ('${idOf('leyla')}', now())`,
    ]) {
      expect(await refusal(db.as('leyla', ({ query }) => query(statement)))).toEqual(['42501', 'permission denied for view profiles'])
    }
    for (const person of ['leyla', anonymous, serviceRole]) {
      for (const statement of ['select from private.time_zones', "insert into private.time_zones values ('Europe/Nowhere')"]) {
        expect(await refusal(db.as(person, ({ query }) => query(statement)))).toEqual(['42501', 'permission denied for table time_zones'])
      }
      for (const call of ["private.known_time_zone('UTC')", 'private.refresh_time_zones()']) {
        expect((await refusal(db.as(person, ({ query }) => query(`select ${call}`))))?.[0]).toBe('42501')
      }
    }
  })

  test('has no chosen zone after the account is erased', async () => {
    await db.as('leyla', async (leyla) => {
      await setZone(leyla, 'Europe/Paris')
      await leyla.query('select erase_my_account($1)', [emailOf('leyla')])
      await leyla.as(superuser, async (owner) => {
        expect(await zoneOf(owner, 'leyla')).toEqual({ timezone: 'Europe/Istanbul', is_chosen: false })
      })
    })
  })
})

describe('the zone at sign-up', () => {
  const signUp = (timezone: unknown) =>
    db.as(superuser, async (owner) => {
      await addPerson(owner, 'newcomer', { first_name: 'New', last_name: 'Comer', timezone })
      const [account] = await owner.query('select raw_user_meta_data as metadata from auth.users where id = $1', [idOf('newcomer')])
      return { zone: await zoneOf(owner, 'newcomer'), metadata: account?.['metadata'] }
    })

  test.each(['Europe/Paris', 'Africa/Cairo', 'Asia/Riyadh', 'Asia/Calcutta', 'Europe/Istanbul'])(
    'is the browser’s %s',
    async (timezone) => {
      const { zone, metadata } = await signUp(timezone)
      expect(zone).toEqual({ timezone, is_chosen: true })
      expect(metadata).not.toHaveProperty('timezone')
    },
  )

  test.each<[string, unknown]>([
    ['an unknown zone', 'Mars/Olympus'],
    ['a POSIX rule', 'XYZ5'],
    ['a path', 'posix/Europe/Paris'],
    ['an empty text', ''],
    ['a number', 7],
    ['null', null],
    ['an object', { a: 1 }],
    ['a very long text', 'E'.repeat(100_000)],
  ])('falls back to the default if it is %s, and the account is created', async (_, timezone) => {
    expect((await signUp(timezone)).zone).toEqual({ timezone: 'Europe/Istanbul', is_chosen: false })
  })
})

test('a doctor’s zone must be one of the ten', async () => {
  expect(
    await refusal(db.as(superuser, ({ query }) => query("update doctors set timezone = 'Europe/Paris' where id = $1", [db.aylin]))),
  ).toEqual(['23514', 'doctors_timezone_is_offered'])
})

test('a zone that PostgreSQL learned after the migration is accepted', async () => {
  await db.as('leyla', async (leyla) => {
    await leyla.as(superuser, ({ query }) => query("delete from private.time_zones where name = 'Europe/Kyiv'"))
    await setZone(leyla, 'Europe/Kyiv')
    expect(await zoneOf(leyla, 'leyla')).toEqual({ timezone: 'Europe/Kyiv', is_chosen: true })
  })
})

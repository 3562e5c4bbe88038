import { describe, expect, test } from 'vitest'
import { addPerson, anonymous, emailOf, idOf, refusal, type Session, serviceRole, superuser, useClinic } from './clinic.ts'
import { useClinicServer } from './clinic-server.ts'

const db = useClinic()
const FORBIDDEN = ['42501', 'permission denied']

interface Person {
  user_id: string
  email: string
  roles: string
  sort_name: string
  total: number
}
interface Asked {
  search?: string
  show?: string
  after?: Pick<Person, 'user_id' | 'sort_name'> | undefined
  most?: number
}
const list = ({ query }: Pick<Session, 'query'>, { search = '', show = 'all', after, most = 50 }: Asked = {}) =>
  query<Person>('select *, roles::text as roles, total::int as total from list_people($1, $2, $3, $4, $5)', [
    search,
    show,
    after?.sort_name ?? null,
    after?.user_id ?? null,
    most,
  ])
const names = async (session: Pick<Session, 'query'>, asked?: Asked) =>
  (await list(session, asked)).map(({ email }) => email.split('@')[0] ?? '').toSorted((one, other) => one.localeCompare(other))

describe('the list of users', () => {
  test('is for admins only, with a second factor after the grace period', async () => {
    expect(await db.as('nigar', (session) => names(session))).toEqual(['aylin', 'leyla', 'mallory', 'murat', 'nigar', 'rauf'])
    for (const person of ['aylin', 'leyla', 'mallory'] as const)
      expect(await refusal(db.as(person, (session) => list(session)))).toEqual(FORBIDDEN)
    for (const person of [anonymous, serviceRole]) expect((await refusal(db.as(person, (session) => list(session))))[0]).toBe('42501')
    await db.as(superuser, async (session) => {
      await session.query("update user_roles set granted_at = now() - interval '15 days'")
      expect(await refusal(session.as('nigar', (nigar) => list(nigar)))).toEqual(FORBIDDEN)
    })
  })

  test('contains roles, record, factor, deadline, last sign-in and ban, but no health data or phone number', async () => {
    await db.as(superuser, async (session) => {
      await session.query(
        `insert into auth.mfa_factors (id, user_id, factor_type, status, created_at, updated_at) values (gen_random_uuid(), $1, 'totp', 'verified', now(), now())`,
        [idOf('rauf')],
      )
      await session.query("update auth.users set banned_until = now() + interval '1 hour', last_sign_in_at = now() where id = $1", [
        idOf('leyla'),
      ])
      await session.query("update auth.users set banned_until = now() - interval '1 hour', email_confirmed_at = null where id = $1", [
        idOf('murat'),
      ])
      const people = await session.as('nigar', (nigar) => list(nigar))
      const of = (name: string) => people.find(({ user_id }) => user_id === idOf(name))
      expect(of('aylin')).toMatchObject({
        roles: '{doctor}',
        doctor_id: db.aylin,
        has_second_factor: false,
        second_factor_due: expect.any(Date),
      })
      expect(of('rauf')).toMatchObject({ roles: '{doctor}', has_second_factor: true, second_factor_due: null })
      expect(of('leyla')).toMatchObject({ roles: '{}', doctor_id: null, banned_until: expect.any(Date), last_sign_in_at: expect.any(Date) })
      expect(of('murat')).toMatchObject({ banned_until: null, is_confirmed: false, second_factor_due: null })
      expect(Object.keys(people[0] ?? {}).filter((column) => /birth|gender|history|phone/.test(column))).toEqual([])
    })
  })

  test.each([
    ['all', ['aylin', 'leyla', 'mallory', 'murat', 'nigar', 'rauf']],
    ['admin', ['nigar']],
    ['doctor', ['aylin', 'rauf']],
    ['patient', ['leyla', 'mallory', 'murat']],
    ['without_factor', ['aylin', 'nigar', 'rauf']],
    ['banned', ['mallory']],
  ])('can be filtered by %s', async (show, expected) => {
    await db.as(superuser, async (session) => {
      await session.query("update auth.users set banned_until = now() + interval '1 hour' where id = $1", [idOf('mallory')])
      expect(await session.as('nigar', (nigar) => names(nigar, { show }))).toEqual(expected)
    })
  })

  test('can be searched by words of name and address, ignoring case and accents, but not by patterns', async () => {
    await db.as(superuser, async (session) => {
      await addPerson(session, 'turk', { first_name: 'İsmail Işık', last_name: 'Yıldız' })
      await addPerson(session, 'azeri', { first_name: 'Günel', last_name: 'Məmmədova' })
      await session.as('nigar', async (nigar) => {
        const found = (search: string) => names(nigar, { search })
        for (const search of ['ismail', 'İSMAİL', 'yildiz', 'YILDIZ ism', ' ışık  turk@ ']) expect(await found(search)).toEqual(['turk'])
        expect(await found('memmed')).toEqual(['azeri'])
        expect(await found('murat@example')).toEqual(['murat'])
        for (const search of ['%', '_', '\\', 'm%t', "' or true --"]) expect(await found(search)).toEqual([])
      })
    })
  })

  test('comes in pages ordered by name, without repetition or gaps, and contains the total', async () => {
    await db.as(superuser, async (session) => {
      for (let n = 0; n < 30; n++) await addPerson(session, `crowd${n}`)
      // Adds names in other alphabets, and a person without a name.
      await addPerson(session, 'first', { first_name: 'Abbas', last_name: 'Əliyev' })
      await addPerson(session, 'turkish', { first_name: 'İpek', last_name: 'Şen' })
      await addPerson(session, 'russian', { first_name: 'Ольга', last_name: 'Петрова' })
      await addPerson(session, 'nobody', {})
      await session.as('nigar', async (nigar) => {
        const seen: Person[] = []
        for (let page = await list(nigar, { most: 7 }); page.length; page = await list(nigar, { most: 7, after: seen.at(-1) })) {
          expect(page.length).toBeLessThanOrEqual(7)
          seen.push(...page)
        }
        expect(new Set(seen.map(({ user_id }) => user_id)).size).toBe(40)
        expect(seen).toHaveLength(40)
        expect(new Set(seen.map(({ total }) => total))).toEqual(new Set([40]))
        expect(seen.map(({ sort_name }) => sort_name)).toEqual(seen.map(({ sort_name }) => sort_name).toSorted())
        expect(seen[0]?.email).toBe(emailOf('first'))
        expect(seen.at(-1)?.email).toBe(emailOf('nobody'))
        expect(await list(nigar, { most: 5000 })).toHaveLength(40)
      })
    })
  })

  test('takes a fraction of a second with ten thousand accounts', { tags: 'long', timeout: 60_000 }, async () => {
    await db.as(superuser, async (session) => {
      // Inserts the accounts and the rows of their triggers in bulk, because the triggers took most of this test's time.
      for (const table of ['auth.users', 'private.profiles']) await session.query(`alter table ${table} disable trigger user`)
      await session.query(
        `insert into auth.users (id, aud, role, email, email_confirmed_at, raw_user_meta_data)
         select gen_random_uuid(), 'authenticated', 'authenticated', 'many' || n || '@example.test', now(), '{}' from generate_series(1, 10000) as n`,
      )
      const columns = 'user_id, first_name, last_name, timezone, language, email, created_at'
      await session.query(
        `insert into private.profiles (${columns})
         select u.id, 'Many', 'People ' || u.email, 'Europe/Istanbul', 'tr', u.email, now() - random() * interval '900 days'
         from auth.users u where u.email like 'many%'`,
      )
      await session.query(
        `insert into private.profiles_without_health (${columns}) select ${columns} from only private.profiles where email like 'many%'`,
      )
      for (const table of ['auth.users', 'private.profiles']) await session.query(`alter table ${table} enable trigger user`)
      await session.query('analyze private.profiles_without_health')
      await session.as('nigar', async (nigar) => {
        const timed = async (asked: Asked) => {
          const times: number[] = []
          for (let n = 0; n < 5; n++) {
            const begin = performance.now()
            await list(nigar, asked)
            times.push(performance.now() - begin)
          }
          return Math.min(...times)
        }
        const [last] = await list(nigar, { search: 'many5000@' })
        expect(await timed({})).toBeLessThan(200)
        expect(await timed({ after: last })).toBeLessThan(200)
        expect(await timed({ show: 'doctor' })).toBeLessThan(400)
        expect(await timed({ search: 'people many999' })).toBeLessThan(600)
      })
    })
  })
})

describe('a ban', () => {
  const ban = ({ query }: Pick<Session, 'query'>, name: string, banned = true) => query('select set_ban($1, $2)', [idOf(name), banned])

  test('can be set and lifted by admins, ends the sessions, and is logged', async () => {
    await db.as(superuser, async (session) => {
      await session.query('insert into auth.sessions (id, user_id) values (gen_random_uuid(), $1)', [idOf('leyla')])
      await session.as('nigar', (nigar) => ban(nigar, 'leyla'))
      expect(await session.query('select from auth.sessions where user_id = $1', [idOf('leyla')])).toHaveLength(0)
      expect(await session.as('nigar', (nigar) => names(nigar, { show: 'banned' }))).toEqual(['leyla'])
      await session.as('nigar', (nigar) => ban(nigar, 'leyla', false))
      expect(await session.as('nigar', (nigar) => names(nigar, { show: 'banned' }))).toEqual([])
      expect(
        await session.as('nigar', ({ query }) =>
          query("select actor, action, subject from audit_log where action like 'account.%' order by id"),
        ),
      ).toEqual(
        ['account.banned', 'account.unbanned'].map((action) => ({ actor: idOf('nigar'), action, subject: `user:${idOf('leyla')}` })),
      )
    })
  })

  test('cannot be set by others, on the admin’s own account, or on an unknown account', async () => {
    for (const person of ['aylin', 'leyla', 'mallory'] as const)
      for (const target of ['nigar', 'murat', person])
        expect(await refusal(db.as(person, (session) => ban(session, target)))).toEqual(FORBIDDEN)
    for (const person of [anonymous, serviceRole])
      expect((await refusal(db.as(person, (session) => ban(session, 'leyla'))))[0]).toBe('42501')
    expect(await refusal(db.as('nigar', (session) => ban(session, 'nigar')))).toEqual(['P0001', 'own_account'])
    expect(await refusal(db.as('nigar', (session) => ban(session, 'nothing')))).toEqual(['P0001', 'account_not_found'])
  })

  test('leaves at least one admin who is not banned', async () => {
    await db.as(superuser, async (session) => {
      expect(
        await refusal(session.query("update auth.users set banned_until = now() + interval '1 day' where id = $1", [idOf('nigar')])),
      ).toEqual(['P0001', 'last_admin'])
      await session.query("insert into user_roles (user_id, role) values ($1, 'admin')", [idOf('murat')])
      await session.as('nigar', (nigar) => ban(nigar, 'murat'))
      expect(
        await refusal(
          session.as('nigar', ({ query }) => query("delete from user_roles where user_id = $1 and role = 'admin'", [idOf('nigar')])),
        ),
      ).toEqual(['P0001', 'last_admin'])
    })
  })

  test('revokes the invitations of staff sent by a banned admin', async () => {
    await db.as('nigar', async (session) => {
      await session.query("insert into user_roles (user_id, role) values ($1, 'admin')", [idOf('murat')])
      await session.as('murat', ({ query }) => query("select from create_invitation('x@example.test', 'admin', 'tr')"))
      await ban(session, 'murat')
      expect(await session.query('select revoked_at is not null as revoked from invitations')).toEqual([{ revoked: true }])
    })
  })
})

describe('a ban through the API', () => {
  const clinic = useClinicServer({ RATE_LIMITS: 'off', AUTH_CONFIRM_EMAIL: 'off' })

  test('a banned person’s token and password stop working at once, and work again afterwards', async () => {
    const nigar = await clinic.clientOf('nigar')
    const email = 'ban.me@example.test'
    const { data } = await clinic.visitor.auth.signUp({ email, password: 'Correct1Horse!' })
    const client = clinic.clientWith(data.session?.access_token ?? '')
    expect((await client.from('profiles').select('email')).data).toEqual([{ email }])
    expect((await nigar.rpc('set_ban', { user_id: data.user?.id ?? '', banned: true })).error).toBeNull()
    expect((await client.from('profiles').select('email')).error).not.toBeNull()
    const signIn = async () => (await clinic.visitor.auth.signInWithPassword({ email, password: 'Correct1Horse!' })).error?.code
    expect(await signIn()).toBe('user_banned')
    await nigar.rpc('set_ban', { user_id: data.user?.id ?? '', banned: false })
    expect(await signIn()).toBeUndefined()
  })

  test('the secret key cannot ban the last admin either', async () => {
    const { error } = await clinic.withSecretKey.auth.admin.updateUserById(idOf('nigar'), { ban_duration: '24h' })
    expect(error).not.toBeNull()
    expect((await (await clinic.clientOf('nigar')).rpc('list_people', { search: emailOf('nigar') })).data).toMatchObject([
      { banned_until: null },
    ])
  })
})

// In production the first admin needs the one-time code that the server prints.
import { createClient } from '@supabase/supabase-js'
import { expect, test } from 'vitest'
import { freshDatabase, type TestDatabase } from '../../server/testing/database.ts'
import { startTestServer } from '../../server/testing/server.ts'
import type { Database } from '../functions/_shared/database.types.ts'
import { addPerson, anonymous, idOf, openForThisFile, type Person, refusal, serviceRole, superuser } from './clinic.ts'

const CODE = /^[0-9A-F]{4}(-[0-9A-F]{4}){4}$/
const NO_ADMIN_YET = { line: 'There is no admin yet: sign in and claim it on the card that appears.' }
const PEOPLE = ['ada', 'mallory', 'naz']
const db = openForThisFile(
  () => withPeople(PEOPLE),
  (opened) => opened.drop(),
)

async function withPeople(names: string[]) {
  const fresh = await freshDatabase('product')
  await fresh.keep(superuser, async (owner) => {
    for (const name of names) await addPerson(owner, name)
  })
  return fresh
}

type Actor = Pick<TestDatabase, 'as'>
const one = async <T>(actor: Actor, person: Person, sql: string, values: unknown[] = []) =>
  (await actor.as(person, ({ query }) => query<{ answer: T }>(`select ${sql} as answer`, values)))[0]?.answer
const newCode = async (actor: Actor) => (await one<string>(actor, superuser, 'private.new_first_admin_code()')) ?? ''
const claim = (actor: Actor, person: Person, code: string) => one<string>(actor, person, 'claim_first_admin($1)', [code])
const plainClaim = (actor: Actor, person: string) =>
  refusal(actor.as(person, ({ query }) => query("insert into user_roles (user_id, role) values ($1, 'admin')", [idOf(person)])))
const start = (actor: Actor, production: boolean) =>
  actor.as(superuser, ({ query }) => query<{ line: string }>('select line from private.on_server_start($1) as line', [production]))

test('any signed-in user can claim the role while there is no code, and a plain claim is refused once there is one', async () => {
  await db.as(superuser, async (session) => {
    expect(await one(session, 'ada', 'first_admin_needs_code()')).toBe(false)
    expect(await claim(session, 'ada', '')).toBe('wrong_code')
    expect(await newCode(session)).toMatch(CODE)
    expect(await one(session, 'ada', 'first_admin_needs_code()')).toBe(true)
    expect(await plainClaim(session, 'ada')).toEqual(['42501', 'new row violates row-level security policy for table "user_roles"'])
    expect(await one(session, 'ada', 'no_admin_exists()')).toBe(true)
  })
  await db.as(superuser, async (session) => expect(await plainClaim(session, 'ada')).toBe('was allowed'))
})

test('the right code grants the role once, in upper or lower case; a wrong or older one does not', async () => {
  await db.as(superuser, async (session) => {
    const older = await newCode(session)
    const code = await newCode(session)
    for (const wrong of [older, '', '0', `${code}0`, code.slice(1)]) expect(await claim(session, 'mallory', wrong)).toBe('wrong_code')
    expect(await claim(session, 'ada', ` ${code.toLowerCase().replaceAll('-', ' ')} `)).toBe('claimed')
    expect(await session.query("select user_id from user_roles where role = 'admin'")).toEqual([{ user_id: idOf('ada') }])
    expect(await claim(session, 'mallory', code)).toBe('taken')
    // A retry succeeds, because the first response may have been lost.
    expect(await claim(session, 'ada', code)).toBe('claimed')
    expect(await one(session, 'mallory', 'first_admin_needs_code()')).toBe(false)
    expect(await session.query('select from private.first_admin_code')).toEqual([])
  })
})

test('attempts are limited by user and by network; beyond the limit the right code is refused too', async () => {
  await db.as(superuser, async (session) => {
    const code = await newCode(session)
    for (let n = 0; n < 10; n++) expect(await claim(session, 'mallory', `guess ${n}`)).toBe('wrong_code')
    expect(await claim(session, 'mallory', code)).toBe('too_many_attempts')
    expect(await claim(session, 'ada', code)).toBe('claimed')
  })
  await db.as(superuser, async (session) => {
    const code = await newCode(session)
    await session.query(`select set_config('request.headers', '{"x-forwarded-for": "203.0.113.9"}', true)`)
    for (let n = 0; n < 30; n++) {
      const name = `guesser ${n}`
      await addPerson(session, name)
      expect(await claim(session, name, 'guess')).toBe('wrong_code')
    }
    expect(await claim(session, 'ada', code)).toBe('too_many_attempts')
  })
})

test('only signed-in users can claim; only the operator can create a code or read its hash', async () => {
  await db.as(superuser, async (session) => {
    const code = await newCode(session)
    const denied = (name: string) => ['42501', `permission denied for function ${name}`]
    for (const who of [anonymous, serviceRole]) {
      expect(await refusal(claim(session, who, code))).toEqual(denied('claim_first_admin'))
      expect(await refusal(one(session, who, 'first_admin_needs_code()'))).toEqual(denied('first_admin_needs_code'))
    }
    for (const who of [anonymous, 'ada', serviceRole]) {
      expect(await refusal(session.as(who, ({ query }) => query('select private.new_first_admin_code()')))).toEqual(
        denied('new_first_admin_code'),
      )
      expect(await refusal(start({ as: (_, work) => session.as(who, work) }, true))).toEqual(denied('on_server_start'))
      expect(await refusal(session.as(who, ({ query }) => query('select * from private.first_admin_code')))).toEqual([
        '42501',
        'permission denied for table first_admin_code',
      ])
    }
    expect(JSON.stringify(await session.query('select * from private.first_admin_code'))).not.toContain(code)
  })
})

test('the token of a deleted user cannot claim the role', async () => {
  await db.as(superuser, async (session) => {
    const code = await newCode(session)
    await session.query('update auth.users set deleted_at = now() where id = $1', [idOf('ada')])
    expect(await refusal(claim(session, 'ada', code))).toEqual(['42501', 'permission denied'])
  })
})

test('a start without an admin creates a new code in production or if one was required before, and otherwise prints a notice', async () => {
  await db.as(superuser, async (session) => {
    expect(await start(session, false)).toEqual([NO_ADMIN_YET])
    const [first] = await start(session, true)
    const [second] = await start(session, true)
    // A server in development does not lift the requirement for the same database.
    const [third] = await start(session, false)
    const codes = [first, second, third].map((row) => /^First admin code: (.*)$/.exec(row?.line ?? '')?.[1] ?? '')
    for (const code of codes) expect(code).toMatch(CODE)
    expect(new Set(codes).size).toBe(3)
    expect(await claim(session, 'ada', codes[2] ?? '')).toBe('claimed')
    expect(await start(session, true)).toEqual([])
    expect(await start(session, false)).toEqual([])
    expect(await refusal(newCode(session))).toEqual(['P0001', 'admin_exists'])
  })
})

test('exactly one of twenty simultaneous claims with the code succeeds', async () => {
  const crowd = Array.from({ length: 20 }, (_, n) => `claimant ${n}`)
  const other = await withPeople(crowd)
  const kept: Actor = { as: other.keep }
  const code = await newCode(kept)
  const answers = await Promise.all(crowd.map((name) => claim(kept, name, code)))
  expect(answers.filter((answer) => answer === 'claimed')).toHaveLength(1)
  expect(answers.filter((answer) => answer === 'taken')).toHaveLength(19)
  expect(await other.as(superuser, ({ query }) => query("select from user_roles where role = 'admin'"))).toHaveLength(1)
  await other.drop()
})

test('a server in production prints the code, and a stranger who registers first cannot claim the role', async () => {
  const server = await startTestServer({ project: 'product', env: { NODE_ENV: 'production', SEED: 'none', DRAIN_SECONDS: '0' } })
  const signedUp = async (email: string) => {
    const client = createClient<Database>(server.url, server.keys.publishable, { auth: { persistSession: false } })
    const { data } = await client.auth.signUp({ email, password: 'Kavun7!Karpuz', options: { data: { first_name: 'A', last_name: 'B' } } })
    return { client, id: data.user?.id ?? '' }
  }
  const codes = () => server.notices().flatMap((notice) => /^First admin code: (.*)$/.exec(notice)?.[1] ?? [])
  const [code = ''] = codes()
  expect(code).toMatch(CODE)
  const stranger = await signedUp('first@example.test')
  const plain = await stranger.client.from('user_roles').insert({ user_id: stranger.id, role: 'admin' })
  expect([plain.status, plain.error?.code]).toEqual([403, '42501'])
  expect((await stranger.client.rpc('claim_first_admin', { code: 'guess' })).data).toBe('wrong_code')
  const owner = await signedUp('owner@example.test')
  expect((await owner.client.rpc('claim_first_admin', { code })).data).toBe('claimed')
  expect((await owner.client.from('user_roles').select('role').eq('user_id', owner.id)).data).toEqual([{ role: 'admin' }])
  await server.restart()
  expect(codes()).toEqual([])
  await server.stop()
})

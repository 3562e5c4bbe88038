import { createHmac } from 'node:crypto'
import { beforeEach, describe, expect, test } from 'vitest'
import { idOf, type Name, superuser } from '../../tests/clinic.ts'
import { type ClinicServer, invoke, startClinicServer, useClinicServer } from '../../tests/clinic-server.ts'
import type { IceServer } from '../_shared/relay.ts'

const TURN_SECRET = 'a secret shared with the relay'
const TURN = { TURN_URLS: 'turn:relay.example:3478, turns:relay.example:5349', TURN_SECRET }
const MAX_PER_PERSON = 6
const MAX_PER_NETWORK = 30

const ask = async (clinic: ClinicServer, name: Name, address = '203.0.113.7') =>
  invoke(await clinic.clientOf(name), 'get-test-relay', { body: {}, headers: { 'x-forwarded-for': address } })

describe('with a relay', () => {
  const clinic = useClinicServer({ ...TURN, TRUSTED_PROXY: '127.0.0.1' })
  beforeEach(() => clinic.keep(superuser, ({ query }) => query('delete from private.rate_counters')))

  test('every signed-in user gets their own credentials, valid for a minute', async () => {
    const names = new Set<string | undefined>()
    for (const name of ['leyla', 'aylin', 'mallory', 'nigar'] as const) {
      const { status, answer } = await ask(clinic, name)
      expect([status, answer]).toMatchObject([200, { provider: 'own' }])
      const [relay, ...others] = (answer as { ice_servers: IceServer[] }).ice_servers
      expect(others).toEqual([])
      expect(relay?.urls).toEqual(['turn:relay.example:3478', 'turns:relay.example:5349'])
      expect(relay?.credential).toBe(
        createHmac('sha1', TURN_SECRET)
          .update(relay?.username ?? '')
          .digest('base64'),
      )
      const [until, user] = relay?.username.split(':') ?? []
      expect(Number(until) - Date.now() / 1000).toBeGreaterThan(40)
      expect(Number(until) - Date.now() / 1000).toBeLessThanOrEqual(60)
      expect(JSON.stringify(answer)).not.toContain(idOf(name))
      names.add(user)
    }
    expect(names.size).toBe(4)
  })

  test('one user gets six an hour across all networks; others are not affected', async () => {
    for (let count = 0; count < MAX_PER_PERSON; count++) expect((await ask(clinic, 'leyla', `198.51.100.${count}`)).status).toBe(200)
    const { status, answer } = await ask(clinic, 'leyla', '198.51.100.200')
    expect([status, answer]).toMatchObject([429, { code: 'too_many_relay_tests' }])
    expect(JSON.stringify(answer)).not.toContain('turn:')
    expect((await ask(clinic, 'mallory')).status).toBe(200)
  })

  test('one network gets thirty an hour across all users; other networks are not affected', async () => {
    const used = 'select claim_relay_test_from($1) from generate_series(1, $2::integer)'
    await clinic.keep(superuser, ({ query }) => query(used, ['2001:db8:1:2::9', MAX_PER_NETWORK - 1]))
    expect((await ask(clinic, 'leyla', '2001:db8:1:2::1')).status).toBe(200)
    expect(await ask(clinic, 'mallory', '2001:db8:1:2::2')).toMatchObject({ status: 429, answer: { code: 'too_many_relay_tests' } })
    expect((await ask(clinic, 'mallory', '2001:db8:1:3::2')).status).toBe(200)
  })

  test('a visitor, the secret key and a user whose session has ended get nothing', async () => {
    for (const client of [clinic.visitor, clinic.withSecretKey])
      expect((await invoke(client, 'get-test-relay', { body: {} })).status).toBe(401)
    const token = await clinic.tokenOf('murat')
    await clinic.keep(superuser, ({ query }) => query('delete from auth.sessions where user_id = $1', [idOf('murat')]))
    expect(await invoke(clinic.clientWith(token), 'get-test-relay', { body: {} })).toMatchObject({
      status: 401,
      answer: { code: 'not_signed_in' },
    })
  })
})

test.each([
  ['without a relay', {}, 'own'],
  ['with rooms at Daily', { ...TURN, DAILY_API_KEY: 'a key' }, 'daily'],
])('returns no credentials and counts no requests %s', async (_, env, provider) => {
  const clinic = await startClinicServer(env)
  try {
    for (let count = 0; count <= MAX_PER_PERSON; count++) {
      expect(await ask(clinic, 'leyla')).toMatchObject({ status: 200, answer: { provider, ice_servers: [] } })
    }
  } finally {
    await clinic.stop()
  }
})

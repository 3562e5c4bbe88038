import type { SupabaseClient } from '@supabase/supabase-js'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { enrol, enrolled, verify } from './mfa/testing.ts'
import { freshAddress, OTHER_PASSWORD, PASSWORD, refused, startAccounts, type TestAccounts } from './testing.ts'

let at: TestAccounts

beforeAll(async () => {
  at = await startAccounts()
})
afterAll(() => at.stop())

const NEEDED = { status: 400, code: 'reauthentication_needed' }

/** Changes that require a recent sign-in. */
const CHANGES: [string, (client: SupabaseClient) => PromiseLike<{ error: { message: string; code?: string | undefined } | null }>][] = [
  ['a new password', (client) => client.auth.updateUser({ password: OTHER_PASSWORD })],
  ['a new address', (client) => client.auth.updateUser({ email: freshAddress() })],
  ['a factor', (client) => client.auth.mfa.enroll({ factorType: 'totp', friendlyName: `App ${Math.random()}` })],
]

describe.each(CHANGES)('%s', (_, change) => {
  test('is refused 16 minutes after the sign-in, and refreshing the session does not help', async () => {
    const { client } = await at.signedUp()
    await at.authenticatedAgo(client, 16)
    expect(await refused(change(client))).toMatchObject(NEEDED)
    await client.auth.refreshSession()
    expect(await refused(change(client))).toMatchObject(NEEDED)
  })

  test('is accepted 14 minutes after it', async () => {
    const { client } = await at.signedUp()
    await at.authenticatedAgo(client, 14)
    expect((await change(client)).error).toBeNull()
  })

  test('is accepted after signing in once more, in the new session only', async () => {
    const { client, email } = await at.signedUp()
    await at.authenticatedAgo(client, 60)
    const { client: again } = await at.signedIn(email)
    expect(await refused(change(client))).toMatchObject(NEEDED)
    expect((await change(again)).error).toBeNull()
  })
})

test('removing a verified factor, and creating or removing recovery codes, need a recent sign-in', async () => {
  const { client } = await at.signedUp()
  const { factor } = await enrolled(client)
  await at.authenticatedAgo(client, 16)
  const changes = [
    () => client.auth.mfa.unenroll({ factorId: factor.id }),
    () => at.send('POST', '/auth/v1/factors/recovery-codes', {}, { authorization: `Bearer ${token}` }),
  ] as const
  const token = (await client.auth.getSession()).data.session?.access_token
  expect(await refused(changes[0]())).toMatchObject(NEEDED)
  expect(await (await changes[1]()).json()).toMatchObject({ error_code: NEEDED.code })
  // Verifying the factor again makes the session recent.
  expect((await verify(client, factor)).error).toBeNull()
  expect((await changes[0]()).error).toBeNull()
})

test('an incomplete enrolment can be removed at any time', async () => {
  const { client } = await at.signedUp()
  const { id } = await enrol(client)
  await at.authenticatedAgo(client, 60)
  expect((await client.auth.mfa.unenroll({ factorId: id })).error).toBeNull()
})

test('a token issued before the new sign-in stays too old', async () => {
  const { client } = await at.signedUp()
  const { factor } = await enrolled(client)
  await at.authenticatedAgo(client, 16)
  const stolen = (await client.auth.getSession()).data.session?.access_token
  expect((await verify(client, factor)).error).toBeNull()
  const answer = await at.send('PUT', '/auth/v1/user', { email: freshAddress() }, { authorization: `Bearer ${stolen}` })
  expect(await answer.json()).toMatchObject({ error_code: NEEDED.code })
})

test('other account changes need no recent sign-in', async () => {
  const { client, email } = await at.signedUp()
  await at.authenticatedAgo(client, 60 * 24)
  expect((await client.auth.updateUser({ data: { language: 'az' } })).error).toBeNull()
  expect((await client.auth.updateUser({ email })).error).toBeNull()
  expect((await client.auth.updateUser({ password: OTHER_PASSWORD, current_password: PASSWORD })).error).toBeNull()
})

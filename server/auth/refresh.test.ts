import { afterAll, beforeAll, expect, test } from 'vitest'
import { claimsOf, refused, startAccounts, type TestAccounts } from './testing.ts'

let at: TestAccounts

beforeAll(async () => {
  at = await startAccounts()
})
afterAll(() => at.stop())

const used = { status: 400, code: 'refresh_token_already_used', message: 'Invalid Refresh Token: Already Used' }
const unknown = { status: 400, code: 'refresh_token_not_found', message: 'Invalid Refresh Token: Refresh Token Not Found' }

async function refresh(token: string) {
  const response = await at.send('POST', '/auth/v1/token?grant_type=refresh_token', { refresh_token: token })
  const body = (await response.json()) as { access_token?: string; refresh_token?: string; error_code?: string; msg?: string }
  return {
    status: response.status,
    code: body.error_code,
    message: body.msg,
    access: body.access_token ?? '',
    token: body.refresh_token ?? '',
  }
}

const sessionOf = (access: string) => String(claimsOf(access)['session_id'])
const letTheWindowPass = (access: string) =>
  at.sql("update auth.refresh_tokens set updated_at = updated_at - interval '11 seconds' where session_id = $1", [sessionOf(access)])
const isAlive = async (access: string) => (await at.client().auth.getUser(access)).error === null

test('each refresh returns a new pair of tokens for the same session', async () => {
  const { client, session, user } = await at.signedUp()
  const { data } = await client.auth.refreshSession({ refresh_token: session.refresh_token })
  expect(data.session?.refresh_token).not.toBe(session.refresh_token)
  expect(sessionOf(data.session?.access_token ?? '')).toBe(sessionOf(session.access_token))
  expect(data.session?.user.id).toBe(user.id)
  await letTheWindowPass(session.access_token)
  expect((await refresh(data.session?.refresh_token ?? '')).status).toBe(200)
})

test('two tabs that refresh concurrently both stay signed in', async () => {
  const { session } = await at.signedUp()
  const [one, two] = await Promise.all([refresh(session.refresh_token), refresh(session.refresh_token)])
  expect([one.status, two.status]).toEqual([200, 200])
  expect(one.token).toBe(two.token)
  await letTheWindowPass(session.access_token)
  const [oneLater, twoLater] = await Promise.all([refresh(one.token), refresh(two.token)])
  expect([oneLater.status, twoLater.status]).toEqual([200, 200])
  expect(await isAlive(oneLater.access)).toBe(true)
})

test('twenty concurrent refreshes get the same successor, and the family has two tokens', async () => {
  const { session } = await at.signedUp()
  const answers = await Promise.all(Array.from({ length: 20 }, () => refresh(session.refresh_token)))
  expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([200]))
  expect(new Set(answers.map(({ token }) => token)).size).toBe(1)
  const rows = await at.sql<{ revoked: boolean }>('select revoked from auth.refresh_tokens where session_id = $1', [
    sessionOf(session.access_token),
  ])
  expect(rows.map(({ revoked }) => Number(revoked)).toSorted((a, b) => a - b)).toEqual([0, 1])
})

test('within the reuse window an older token returns the current one', async () => {
  const { session } = await at.signedUp()
  const second = await refresh(session.refresh_token)
  const third = await refresh(second.token)
  expect((await refresh(session.refresh_token)).token).toBe(third.token)
})

test('a token reused after the window ends the whole family at once', async () => {
  const { session, email } = await at.signedUp()
  const { session: elsewhere } = await at.signedIn(email)
  const second = await refresh(session.refresh_token)
  await letTheWindowPass(session.access_token)
  expect(await refresh(session.refresh_token)).toMatchObject(used)
  expect(await refresh(second.token)).toMatchObject(unknown)
  expect(await isAlive(second.access)).toBe(false)
  const rest = await at.send('GET', '/rest/v1/notes', undefined, { authorization: `Bearer ${second.access}` })
  expect(rest.status).toBe(401)
  expect(await isAlive(elsewhere.access_token)).toBe(true)
})

test('reuse by a thief who refreshes first is detected as well', async () => {
  const { session } = await at.signedUp()
  const [thief, owner] = [await refresh(session.refresh_token), await refresh(session.refresh_token)]
  await refresh(thief.token)
  await letTheWindowPass(session.access_token)
  expect(await refresh(owner.token)).toMatchObject(used)
})

test('an expired session cannot be refreshed', async () => {
  const { session } = await at.signedUp()
  await at.sql("update auth.sessions set not_after = now() - interval '1 second' where id = $1", [sessionOf(session.access_token)])
  expect(await isAlive(session.access_token)).toBe(false)
  expect(await refresh(session.refresh_token)).toMatchObject({
    status: 400,
    code: 'session_expired',
    message: 'Invalid Refresh Token: Session Expired',
  })
})

test('an ended session cannot be refreshed, even by a request that was already waiting', async () => {
  const { client, session } = await at.signedUp()
  const [, ...outcomes] = await Promise.all([
    client.auth.signOut({ scope: 'global' }),
    ...Array.from({ length: 5 }, () => refresh(session.refresh_token)),
  ])
  for (const { access } of outcomes.filter((each) => each.access)) expect(await isAlive(access)).toBe(false)
  expect(await refresh(session.refresh_token)).toMatchObject(unknown)
})

test.each(['', 'x', 'a'.repeat(5000), '%00', "' or 1=1 --"])('%j is rejected as a refresh token', async (token) => {
  expect((await refresh(token)).status).toBe(400)
})

test('neither an access token nor a stored hash can be used to refresh', async () => {
  const { client, session } = await at.signedUp()
  expect(await refused(client.auth.refreshSession({ refresh_token: session.access_token }))).toEqual(unknown)
  const [row] = await at.sql<{ token: string }>('select token from auth.refresh_tokens where session_id = $1', [
    sessionOf(session.access_token),
  ])
  expect(await refresh(row?.token ?? '')).toMatchObject(unknown)
})

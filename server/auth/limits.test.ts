import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { freshAddress, OTHER_PASSWORD, PASSWORD, startAccounts, type TestAccounts } from './testing.ts'

// A twentieth of every limit, behind a proxy that reports the client's address.
const FEW = { RATE_LIMITS: '0.05', TRUSTED_PROXY: '127.0.0.1' }
let at: TestAccounts
const from = (address: string) => ({ 'x-forwarded-for': address })
let home: Record<string, string>
let houses = 0

beforeAll(async () => {
  at = await startAccounts(FEW)
})
beforeEach(() => {
  home = from(`198.51.100.${++houses}`)
})
afterAll(() => at.stop())

const signIn = (email: string, password: string, headers = home, server = at) =>
  server.send('POST', '/auth/v1/token?grant_type=password', { email, password }, headers)

async function statuses(times: number, attempt: (n: number) => Promise<Response>) {
  const found: number[] = []
  for (let n = 0; n < times; n++) found.push((await attempt(n)).status)
  return found
}

const forgetNothingBut = (seconds: number) =>
  at.sql('update _server.limits set window_ends = window_ends - make_interval(secs => $1)', [seconds])

test('the eleventh attempt from one address within 15 minutes is refused, even with the right password', async () => {
  const real = await startAccounts({ RATE_LIMITS: 'on' })
  const { email } = await real.signedUp()
  const guess = (password: string) => real.send('POST', '/auth/v1/token?grant_type=password', { email, password })
  expect(await statuses(10, () => guess(OTHER_PASSWORD))).toEqual(Array.from({ length: 10 }, () => 400))
  const refusal = await guess(PASSWORD)
  expect([refusal.status, await refusal.json()]).toEqual([
    429,
    { code: 429, error_code: 'over_request_rate_limit', msg: 'Request rate limit reached' },
  ])
  const wait = Number(refusal.headers.get('retry-after'))
  expect(wait).toBeGreaterThan(880)
  expect(wait).toBeLessThanOrEqual(900)
  await real.sql("update _server.limits set window_ends = now() - interval '1 second'")
  expect((await guess(PASSWORD)).status).toBe(200)
  await real.stop()
})

test('another address still signs in to an account under attack, and right passwords are not counted', async () => {
  const email = freshAddress()
  await at.admin().createUser({ email, password: PASSWORD, email_confirm: true })
  expect(await statuses(3, () => signIn(email, OTHER_PASSWORD))).toEqual([400, 429, 429])
  expect(await statuses(3, () => signIn(email, PASSWORD, from('203.0.113.77')))).toEqual([200, 200, 200])
})

test('guesses at one account are limited across addresses', async () => {
  const email = freshAddress()
  const answers = await statuses(7, (n) => signIn(email, OTHER_PASSWORD, from(`203.0.113.${n}`)))
  expect(answers).toEqual([400, 400, 400, 400, 400, 429, 429])
})

describe('a network from which the owner has signed in before', () => {
  const known = async () => {
    const email = freshAddress()
    await at.admin().createUser({ email, password: PASSWORD, email_confirm: true })
    expect((await signIn(email, PASSWORD)).status).toBe(200)
    return email
  }
  const lockedForStrangers = async (email: string, block: number) => {
    const answers = await statuses(7, (n) => signIn(email, OTHER_PASSWORD, from(`192.0.2.${block + n}`)))
    expect(answers.slice(-2)).toEqual([429, 429])
  }

  test('still lets the owner in when strangers have used up every attempt', async () => {
    const email = await known()
    await lockedForStrangers(email, 10)
    expect((await signIn(email, PASSWORD, from('192.0.2.19'))).status).toBe(429)
    expect((await signIn(email, PASSWORD)).status).toBe(200)
  })

  test('has its own limit on guesses', async () => {
    const email = await known()
    expect((await signIn(email, OTHER_PASSWORD)).status).toBe(400)
    const refusal = await signIn(email, PASSWORD)
    expect(refusal.status).toBe(429)
    // This is the limit of this account from this network, not that of the network.
    expect(Number(refusal.headers.get('retry-after'))).toBeGreaterThan(600)
  })

  test('is known for this account only, for 90 days', async () => {
    const email = await known()
    const other = freshAddress()
    await at.admin().createUser({ email: other, password: PASSWORD, email_confirm: true })
    await lockedForStrangers(other, 20)
    expect((await signIn(other, PASSWORD)).status).toBe(429)
    await lockedForStrangers(email, 30)
    await at.sql("update _server.known_networks set last_used = now() - interval '91 days'")
    expect((await signIn(email, PASSWORD)).status).toBe(429)
  })

  test('also becomes known through a mailed link', async () => {
    const email = freshAddress()
    await at.admin().createUser({ email, password: PASSWORD, email_confirm: true })
    await lockedForStrangers(email, 40)
    await at.send('POST', '/auth/v1/recover', { email }, from('192.0.2.48'))
    const { tokenHash } = await at.mailTo(email)
    const entered = await at.send('POST', '/auth/v1/verify', { type: 'recovery', token_hash: tokenHash }, home)
    expect(entered.status).toBe(200)
    expect((await signIn(email, PASSWORD)).status).toBe(200)
  })

  test('is stored as a hash, and at most twenty are kept', async () => {
    const email = await known()
    const [user] = await at.sql<{ id: string }>('select id from auth.users where email = $1', [email])
    await at.sql('select _server.remember_network($1, sha256(n::text::bytea)) from generate_series(1, 30) as n', [user?.id])
    const kept = await at.sql<{ network: Buffer }>('select network from _server.known_networks where account = $1', [user?.id])
    expect(kept).toHaveLength(20)
    expect(kept.every(({ network }) => network.length === 32)).toBe(true)
  })
})

test('guesses from one address are limited across accounts, and spellings of an address share one counter', async () => {
  expect(await statuses(5, () => signIn(freshAddress(), OTHER_PASSWORD))).toEqual([400, 400, 400, 429, 429])
  const neighbour = from('198.51.100.250')
  expect(await statuses(2, (n) => signIn(['Ada@example.test', ' aDA@EXAMPLE.test '][n] ?? '', OTHER_PASSWORD, neighbour))).toEqual([
    400, 429,
  ])
})

test('addresses of one IPv6 /64 share a counter', async () => {
  const answers = await statuses(5, (n) => signIn(freshAddress(), OTHER_PASSWORD, from(`2001:db8:1:2::${n + 1}`)))
  expect(answers).toEqual([400, 400, 400, 429, 429])
  expect((await signIn(freshAddress(), OTHER_PASSWORD, from('2001:db8:1:3::1'))).status).toBe(400)
})

test('addresses that a client adds to the forwarded header are ignored', async () => {
  const answers = await statuses(5, (n) => signIn(freshAddress(), OTHER_PASSWORD, from(`10.9.8.${n}, 198.51.100.240`)))
  expect(answers).toEqual([400, 400, 400, 429, 429])
})

test('the forwarded header is ignored without a trusted proxy, and counters survive a restart', async () => {
  const bare = await startAccounts({ RATE_LIMITS: '0.05' })
  const attempt = (n: number) =>
    bare.send('POST', '/auth/v1/token?grant_type=password', { email: freshAddress(), password: PASSWORD }, from(`203.0.113.${100 + n}`))
  expect(await statuses(5, attempt)).toEqual([400, 400, 400, 429, 429])
  await bare.restart()
  const body = { email: freshAddress(), password: PASSWORD }
  expect((await bare.send('POST', '/auth/v1/token?grant_type=password', body)).status).toBe(429)
  await bare.stop()
})

test('sign-ups are counted per address and per account', async () => {
  const signUp = (email: string, headers = home) => at.send('POST', '/auth/v1/signup', { email, password: PASSWORD }, headers)
  expect(await statuses(3, () => signUp(freshAddress()))).toEqual([200, 200, 429])
  const email = freshAddress()
  expect(await statuses(2, (n) => signUp(email, from(`203.0.113.${150 + n}`)))).toEqual([200, 429])
})

test('codes are counted per account and per address, while the links in the same mails keep working', async () => {
  const email = freshAddress()
  await at.admin().createUser({ email, email_confirm: true })
  await at.send('POST', '/auth/v1/otp', { email, create_user: false }, home)
  const { link, code } = await at.mailTo(email)
  const wrong = code === '000000' ? '111111' : '000000'
  const guess = (token: string, headers: Record<string, string>, address = email) =>
    at.send('POST', '/auth/v1/verify', { type: 'magiclink', email: address, token }, headers)
  expect(await statuses(3, (n) => guess(wrong, from(`203.0.113.${170 + n}`)))).toEqual([403, 429, 429])
  expect((await guess(code, from('203.0.113.179'))).status).toBe(429)
  await forgetNothingBut(15 * 60)
  expect(await statuses(3, (n) => guess(wrong, from(`203.0.113.${180 + n}`)))).toEqual([403, 429, 429])
  await forgetNothingBut(15 * 60)
  // The daily limit is two at a twentieth.
  expect((await guess(code, from('203.0.113.199'))).status).toBe(429)
  expect(await statuses(3, () => guess(wrong, home, freshAddress()))).toEqual([403, 403, 429])
  expect((await at.open(link)).hash.get('access_token')).toBeTruthy()
})

test('refreshes are counted per account and per address', async () => {
  const email = freshAddress()
  await at.admin().createUser({ email, password: PASSWORD, email_confirm: true })
  const session = (await (await signIn(email, PASSWORD)).json()) as { refresh_token: string }
  const refresh = (token: string, headers: Record<string, string>) =>
    at.send('POST', '/auth/v1/token?grant_type=refresh_token', { refresh_token: token }, headers)
  const owner = await statuses(7, () => refresh(session.refresh_token, from('203.0.113.210')))
  expect(owner).toEqual([...Array.from({ length: 6 }, () => 200), 429])
  const guesses = await statuses(31, () => refresh('guess', from('203.0.113.211')))
  expect(guesses.slice(29)).toEqual([400, 429])
})

test('an address gets one mail a minute, with the same answer for known and unknown addresses', async () => {
  const known = freshAddress()
  await at.admin().createUser({ email: known, email_confirm: true })
  for (const email of [known, freshAddress()]) {
    for (const path of ['otp', 'recover', 'resend']) {
      const ask = () =>
        at.send('POST', `/auth/v1/${path}`, { email, type: 'signup', create_user: false }, from(`203.0.113.${path.length + 220}`))
      expect((await ask()).status).toBe(path === 'otp' ? 200 : 429)
      const refusal = await ask()
      const { msg, error_code } = (await refusal.json()) as { msg: string; error_code: string }
      const [, seconds] = /^For security purposes, you can only request this after (\d+) seconds\.$/.exec(msg) ?? []
      expect([refusal.status, error_code, refusal.headers.get('retry-after')]).toEqual([429, 'over_email_send_rate_limit', seconds])
      expect(Number(seconds)).toBeGreaterThan(50)
      expect(Number(seconds)).toBeLessThanOrEqual(60)
      await at.sql("delete from _server.limits where window_ends > now() + interval '30 minutes'")
    }
  }
  await forgetNothingBut(60)
  expect((await at.send('POST', '/auth/v1/otp', { email: known, create_user: false }, home)).status).toBe(200)
})

test('one client cannot send mail to many addresses, nor to many plus-aliases of one mailbox', async () => {
  const ask = (email: string, headers = home) => at.send('POST', '/auth/v1/recover', { email }, headers)
  expect(await statuses(3, () => ask(freshAddress()))).toEqual([200, 200, 429])
  expect(await statuses(2, (n) => ask(`box+${n}@example.test`, from(`203.0.113.${240 + n}`)))).toEqual([200, 429])
})

test('parallel guesses are limited like sequential ones', async () => {
  // Hashing is slow here, so that all attempts have started before the first one finishes.
  const slow = await startAccounts(FEW, { hashesSlowly: true })
  const email = freshAddress()
  const answers = await Promise.all(Array.from({ length: 15 }, (_, n) => signIn(email, OTHER_PASSWORD, from(`192.0.2.${n}`), slow)))
  expect(answers.filter(({ status }) => status === 400)).toHaveLength(5)
  await slow.stop()
})

test('rate limit keys contain no addresses', async () => {
  const rows = await at.sql<{ text: string }>('select l::text as text from _server.limits l')
  expect(rows.length).toBeGreaterThan(10)
  expect(rows.some(({ text }) => /example|198\.51|203\.0/.test(text))).toBe(false)
})

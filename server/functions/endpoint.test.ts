import { createClient, FunctionsFetchError, FunctionsHttpError, FunctionsRelayError } from '@supabase/supabase-js'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { idOf, superuser } from '../testing/database.ts'
import { freePort, startTestServer } from '../testing/server.ts'

let server: Awaited<ReturnType<typeof startTestServer>>
let token: string
beforeAll(async () => {
  server = await startTestServer({ env: { TRUSTED_PROXY: '127.0.0.1' } })
  await server.database.keep(superuser, ({ query }) =>
    query("insert into auth.users (id, email) values ($1, 'ada@example.test')", [idOf('ada')]),
  )
  token = await server.tokenOf('ada')
})
afterAll(() => server.stop())

interface Seen {
  method: string
  host: string
  path: string
  headers: Record<string, string>
  body: string
}

const call = (path: string, init: RequestInit = {}) => fetch(`${server.url}/functions/v1/${path}`, init)
const bearer = (value: string) => ({ headers: { authorization: `Bearer ${value}` } })
const codeOf = async (answer: Response) => [answer.status, ((await answer.json()) as { code: string }).code]
const client = (key = server.keys.publishable, access?: string) =>
  createClient(server.url, key, access ? { accessToken: async () => access } : { auth: { persistSession: false } })

test('responses are not cached unless the function allows it', async () => {
  for (const { headers } of await Promise.all([call('open'), call('nowhere'), call('guarded', bearer(token))]))
    expect([headers.get('cache-control'), headers.get('x-content-type-options')]).toEqual(['no-store', 'nosniff'])
})

describe('authorization', () => {
  test('is required by default, with the same error as on hosted', async () => {
    const answer = await call('guarded', { method: 'POST' })
    expect([answer.status, await answer.json()]).toEqual([
      401,
      { code: 'UNAUTHORIZED_NO_AUTH_HEADER', message: 'Missing authorization header' },
    ])
    expect(answer.headers.get('sb-error-code')).toBe('UNAUTHORIZED_NO_AUTH_HEADER')
    expect((await call('guarded', bearer(token))).status).toBe(200)
  })

  test('rejects keys, forged and expired tokens, and other credentials', async () => {
    const [header, payload] = token.split('.')
    const expired = await server.tokens.sign({ sub: idOf('ada'), role: 'authenticated', session_id: idOf('s') }, -5)
    const none = `${Buffer.from('{"alg":"none"}').toString('base64url')}.${payload}.`
    for (const value of [server.keys.publishable, server.keys.secret, `${header}.${payload}.AAAA`, expired, none, 'x', 'a b']) {
      expect(await codeOf(await call('guarded', bearer(value)))).toEqual([401, 'UNAUTHORIZED_INVALID_JWT_FORMAT'])
    }
    expect(await codeOf(await call('guarded', { headers: { authorization: `Basic ${token}` } }))).toEqual([
      401,
      'UNAUTHORIZED_INVALID_JWT_FORMAT',
    ])
  })

  test('can be waived by a function', async () => {
    expect((await call('open')).status).toBe(200)
  })

  test('paths to shared files, disabled functions and outside the folder are not found', async () => {
    for (const name of ['', '_shared', 'switched-off', 'nowhere', 'OPEN', 'open%2F..%2Fopen', 'open%00', 'open.ts', 'constructor']) {
      expect([name, ...(await codeOf(await call(name, bearer(token))))]).toEqual([name, 404, 'NOT_FOUND'])
    }
  })

  test('preflights reach the function without a token, and errors are readable from any origin', async () => {
    const preflight = await call('guarded', { method: 'OPTIONS', headers: { origin: 'https://page.example' } })
    expect([preflight.status, ((await preflight.json()) as Seen).method]).toEqual([200, 'OPTIONS'])
    const refused = await call('guarded')
    expect(refused.headers.get('access-control-allow-origin')).toBe('*')
    expect(refused.headers.get('access-control-expose-headers')).toContain('x-relay-error')
  })

  test('the same methods are allowed as on hosted', async () => {
    for (const method of ['GET', 'POST', 'PUT', 'PATCH', 'DELETE']) expect((await call('open', { method })).status).toBe(200)
    expect((await call('open', { method: 'HEAD' })).status).toBe(405)
  })
})

describe('the request that a function receives', () => {
  const seen = async (path: string, init: RequestInit = {}) => (await (await call(path, init)).json()) as Seen

  test('has a path beginning with its name, and the original query, method, headers and body', async () => {
    const request = await seen('open/deeper/still?a=1&b=%20', { method: 'PATCH', body: 'Grüße', headers: { 'x-mine': 'yes' } })
    expect(request).toMatchObject({ method: 'PATCH', path: '/open/deeper/still?a=1&b=%20', body: 'Grüße', host: new URL(server.url).host })
    expect(request.headers).toMatchObject({ 'x-mine': 'yes' })
  })

  test('contains the client address from the nearest trusted proxy, and no forged one', async () => {
    const claims = {
      'x-forwarded-for': '6.6.6.6, 9.9.9.9',
      'x-real-ip': '6.6.6.6',
      'cf-connecting-ip': '6.6.6.6',
      forwarded: 'for=6.6.6.6',
    }
    const { headers } = await seen('open', { headers: claims })
    expect(headers['x-forwarded-for']).toBe('9.9.9.9')
    expect(JSON.stringify(headers)).not.toContain('6.6.6.6')
  })
})

describe('the client', () => {
  test('returns a function’s response', async () => {
    const { data, error } = await client().functions.invoke<Seen>('open', { body: { a: 1 } })
    expect([error, data?.body]).toEqual([null, '{"a":1}'])
  })

  test('reports an error response and an exception as FunctionsHttpError', async () => {
    for (const [told, status] of [
      ['refuse', 418],
      ['throw', 500],
    ] as const) {
      const { error } = (await client().functions.invoke(`open?do=${told}`)) as { error: FunctionsHttpError }
      expect(error).toBeInstanceOf(FunctionsHttpError)
      expect((error.context as Response).status).toBe(status)
    }
  })

  test('reports a missing sign-in as FunctionsHttpError', async () => {
    const { error } = (await client().functions.invoke('guarded')) as { error: FunctionsHttpError }
    expect(error).toBeInstanceOf(FunctionsHttpError)
    const { data } = await client(server.keys.publishable, token).functions.invoke<Seen>('guarded')
    expect(data?.headers['apikey']).toBe(server.keys.publishable)
  })

  test('reports a function that cannot start as FunctionsRelayError', async () => {
    const { error } = (await client().functions.invoke('broken')) as { error: FunctionsRelayError }
    expect(error).toBeInstanceOf(FunctionsRelayError)
    expect(await codeOf(error.context as Response)).toEqual([503, 'BOOT_ERROR'])
  })

  test('reports an unreachable server as FunctionsFetchError', async () => {
    const nobody = createClient(`http://127.0.0.1:${await freePort()}`, server.keys.publishable, { auth: { persistSession: false } })
    expect((await nobody.functions.invoke('open')).error).toBeInstanceOf(FunctionsFetchError)
  })
})

test('an endless loop in a function does not block anything else', async () => {
  const givingUp = new AbortController()
  const looping = call('loops', { signal: givingUp.signal }).catch(() => 'given up')
  const started = performance.now()
  for (let times = 0; times < 10; times++) {
    expect((await call('guarded', bearer(token))).status).toBe(200)
    expect((await fetch(`${server.url}/healthz`)).status).toBe(200)
  }
  expect(performance.now() - started).toBeLessThan(5000)
  givingUp.abort()
  expect(await looping).toBe('given up')
})

describe('limits', () => {
  const MEBIBYTE = 1024 * 1024

  test('a body above a quarter of a mebibyte is refused, with or without a content-length', async () => {
    const at = (size: number) => call('open', { method: 'POST', body: 'x'.repeat(size) })
    expect((await at(MEBIBYTE / 4)).status).toBe(200)
    expect(await codeOf(await at(MEBIBYTE / 4 + 1))).toEqual([413, 'REQUEST_TOO_LARGE'])
    let sent = 0
    const endless = new ReadableStream<Uint8Array>({
      async pull(controller) {
        if ((sent += 65_536) > 256 * MEBIBYTE) controller.close()
        else controller.enqueue(new Uint8Array(65_536))
      },
    })
    const answer = await call('open', { method: 'POST', body: endless, duplex: 'half' }).catch(() => undefined)
    expect([413, undefined]).toContain(answer?.status)
    expect(sent).toBeLessThan(64 * MEBIBYTE)
  })

  test('an oversized response becomes an error', async () => {
    expect(await codeOf(await call('open?do=much'))).toEqual([500, 'WORKER_ERROR'])
  })

  test('a redirect is returned to the caller', async () => {
    const answer = await call('open?do=redirect', { redirect: 'manual' })
    expect([answer.status, answer.headers.get('location')]).toEqual([302, 'https://elsewhere.example/'])
  })
})

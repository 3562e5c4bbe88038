// Every endpoint refuses a body that is too large for the caller before parsing it, and accepts one that just fits.
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { echoed, MAX_JSON_VALUES } from './request-limits.ts'
import { idOf, superuser } from './testing/database.ts'
import { startTestServer } from './testing/server.ts'

const KB = 1024

let server: Awaited<ReturnType<typeof startTestServer>>
let callers: Record<Caller, Record<string, string>>
type Caller = 'anonymous' | 'person' | 'secret key'
beforeAll(async () => {
  server = await startTestServer()
  await server.database.keep(superuser, async ({ query }) => {
    await query("insert into auth.users (id, email) values ($1, 'ada@example.test')", [idOf('ada')])
    await query("insert into storage.buckets (id, name) values ('papers', 'papers')")
  })
  const { publishable, secret } = server.keys
  callers = {
    anonymous: { apikey: publishable },
    person: { apikey: publishable, authorization: `Bearer ${await server.tokenOf('ada')}` },
    'secret key': { apikey: secret },
  }
})
afterAll(() => server.stop())

async function post(caller: Caller, path: string, body: string) {
  const headers = { ...callers[caller], 'content-type': 'application/json' }
  const response = await fetch(`${server.url}${path}`, { method: 'POST', headers, body })
  return { status: response.status, body: await response.json().catch(() => undefined) }
}

/** Pads the JSON with spaces to this size. */
const sized = (json: string, bytes: number) => json.padEnd(bytes)

const ROWS = '/rest/v1/tags?columns=nothing'
const CALL = '/rest/v1/rpc/echo'

describe('body sizes', () => {
  test.each<[Caller, string, string, number]>([
    ['anonymous', ROWS, '{"name":"x"}', 256],
    ['person', ROWS, '{"name":"x"}', 1024],
    ['secret key', ROWS, '{"name":"x"}', 10 * 1024],
    ['anonymous', CALL, '{}', 256],
    ['person', CALL, '{}', 256],
    ['secret key', CALL, '{}', 10 * 1024],
    ['anonymous', '/auth/v1/signup', '{}', 64],
    ['anonymous', '/storage/v1/object/list/papers', '{}', 256],
    ['person', '/storage/v1/object/list/papers', '{}', 1024],
    ['person', '/functions/v1/open', '{}', 256],
    ['person', '/functions/v1/guarded', '{}', 512],
    ['anonymous', '/realtime/v1/api/broadcast', '{"messages":[]}', 256],
  ])('%s at %s sending %s: %i KB', async (caller, path, json, kb) => {
    const [fits, exceeds] = [await post(caller, path, sized(json, kb * KB)), await post(caller, path, sized(json, kb * KB + 1))]
    expect(isTooLarge(fits)).toBe(false)
    expect(isTooLarge(exceeds)).toBe(true)
    expect(JSON.stringify(exceeds.body).length).toBeLessThan(300)
  })

  // Storage answers nearly every error with status 400 and has the real status in the body.
  const isTooLarge = ({ status, body }: { status: number; body: unknown }) =>
    status === 413 || (body as { statusCode?: string } | undefined)?.statusCode === '413'

  test('each service answers in its own format', async () => {
    const large = sized('{}', 11 * 1024 * KB)
    const answers = await Promise.all(
      [ROWS, '/auth/v1/signup', '/storage/v1/object/list/papers', '/functions/v1/open', '/realtime/v1/api/broadcast'].map((path) =>
        post('anonymous', path, large),
      ),
    )
    expect(answers.map(({ body }) => body)).toEqual([
      { code: 'PGRST102', message: 'The body is larger than 256 KB', details: null, hint: 'Send it in several requests.' },
      { code: 413, error_code: 'validation_failed', msg: 'The request is too large' },
      expect.objectContaining({ statusCode: '413', error: 'Payload too large' }),
      { code: 'REQUEST_TOO_LARGE', message: 'Request body is too large' },
      { message: 'Payload too large' },
    ])
  })
})

describe('the values of a JSON body', () => {
  const list = (values: number) => `[${Array.from({ length: values - 1 }, () => '1').join(',')}]`

  test('are limited to 20,000 for a user, and to more for the secret key', async () => {
    const [fits, exceeds] = [await post('person', CALL, list(MAX_JSON_VALUES)), await post('person', CALL, list(MAX_JSON_VALUES + 1))]
    expect([fits.status, exceeds.status]).toEqual([200, 413])
    expect(exceeds.body).toMatchObject({ code: 'PGRST102', message: 'The body holds more than 20000 values' })
    expect((await post('secret key', CALL, list(MAX_JSON_VALUES + 1))).status).toBe(200)
  })

  test('are also counted in rows', async () => {
    const row = { name: 'x' }
    const rows = (count: number) => JSON.stringify(Array.from({ length: count }, () => row))
    expect((await post('person', ROWS, rows(MAX_JSON_VALUES / 2 - 1))).body).toMatchObject({ code: 'PGRST204' })
    expect((await post('person', ROWS, rows(MAX_JSON_VALUES / 2))).status).toBe(413)
  })

  test('may not be nested deeper than PostgreSQL supports', async () => {
    const deep = `{"a":${'['.repeat(1000)}${']'.repeat(1000)}}`
    const paths = [CALL, ROWS, '/auth/v1/signup', '/storage/v1/object/list/papers', '/realtime/v1/api/broadcast']
    const answers = await Promise.all(paths.map((path) => post('anonymous', path, deep)))
    expect(answers.map(({ status }) => status)).toEqual([400, 400, 400, 400, 422])
  })
})

test('an error repeats at most a hundred characters of the caller’s text', () => {
  expect([echoed('x'.repeat(100)), echoed('x'.repeat(101))]).toEqual(['x'.repeat(100), `${'x'.repeat(100)}…`])
})

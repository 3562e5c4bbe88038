import { mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { pino } from 'pino'
import { afterAll, expect, test } from 'vitest'
import { temporaryFolder } from '../testing/cluster.ts'
import { createFunctions } from './host.ts'

const bodies = {
  echo: `async (request) => new Response(await request.text(), { status: 201, headers: { 'x-method': request.method, 'x-query': new URL(request.url).search } })`,
  empty: '() => new Response(null, { status: 204 })',
  throws: `() => { throw new Error('550 <ada@example.test> is unknown') }`,
  loops: '() => { for (;;); }',
  exits: '() => process.exit(3)',
  greedy: '() => { const all = []; for (;;) all.push(new Array(1e6).fill(all.length)) }',
  environment: '() => Response.json({ ...process.env })',
  sleeps:
    '(request) => new Promise((resolve) => setTimeout(() => resolve(new Response(null)), Number(new URL(request.url).searchParams.get("ms"))))',
  talks: `() => { console.log('hello', process.env.GIVEN_KEY); console.error('to ada@example.test'); return new Response(null) }`,
  strange: '() => Response.error()',
  proxies: `() => new Response('12345', { headers: { 'content-length': '99', connection: 'close', 'x-kept': 'yes' } })`,
  counts: '() => Response.json((globalThis.calls = (globalThis.calls ?? 0) + 1))',
}

const folder = temporaryFolder()
for (const [name, body] of Object.entries(bodies)) write(name, `import process from 'node:process'\nexport default { fetch: ${body} }\n`)
write('unreadable', 'export default {{{\n')
write('silent', 'export const nothing = 1\n')

function write(name: string, source: string) {
  mkdirSync(join(folder, name))
  writeFileSync(join(folder, name, 'index.ts'), source)
}

const lines: string[] = []
const log = pino({ base: null }, { write: (line: string) => void lines.push(line) })
// Includes starting a worker, which takes more than a second on a busy machine.
const TIMEOUT_MS = 4000
const functions = createFunctions({ folder, environment: { GIVEN: 'yes', GIVEN_KEY: 'key-of-the-house' }, log, timeoutMs: TIMEOUT_MS })
afterAll(() => functions.stop())

const call = (name: string, init: RequestInit = {}) => functions.call(name, new Request('http://x/functions/v1/f?a=b', init))

test('a function receives the request and returns the response', async () => {
  const answer = await call('echo', { method: 'POST', body: 'Grüße' })
  expect([answer.status, await answer.text(), answer.headers.get('x-method'), answer.headers.get('x-query')]).toEqual([
    201,
    'Grüße',
    'POST',
    '?a=b',
  ])
  expect((await call('empty')).status).toBe(204)
})

test('only an idle worker is stopped, and the next call starts another', { tags: 'long' }, async () => {
  const idle = createFunctions({ folder, environment: {}, log, idleMs: 100 })
  const send = async (name: string, query = '') => (await idle.call(name, new Request(`http://x/functions/v1/f${query}`))).text()
  expect([await send('counts'), await send('counts')]).toEqual(['1', '2'])
  await expect.poll(() => send('counts'), { interval: 400, timeout: 10_000 }).toBe('1')
  // This call takes longer than the idle time. A short call next to it must not end it.
  const long = idle.call('sleeps', new Request('http://x/functions/v1/f?ms=600'))
  await send('sleeps', '?ms=0')
  expect((await long).status).toBe(200)
  await idle.stop()
})

test.each(['nowhere', '', '..', '../functions/echo', 'echo/../echo', '_shared', 'Echo'])('no function is named %j', async (name) => {
  expect((await call(name)).status).toBe(404)
})

test('an exception fails only that call, and is logged without addresses', async () => {
  const answer = await call('throws')
  expect([answer.status, await answer.json()]).toEqual([500, { code: 'WORKER_ERROR', message: 'Function exited due to an error' }])
  expect(lines.join('')).toContain('550 <…@…> is unknown')
  expect(lines.join('')).not.toContain('ada@')
})

test('a function that cannot be loaded or exports no handler fails the same way every time', async () => {
  for (const name of ['unreadable', 'unreadable', 'silent']) {
    const answer = await call(name)
    expect([answer.status, answer.headers.get('x-relay-error'), await answer.json()]).toMatchObject([503, 'true', { code: 'BOOT_ERROR' }])
  }
})

test('an endless loop is stopped, while other functions and the server keep running', { tags: 'long' }, async () => {
  const looping = call('loops')
  const started = performance.now()
  expect((await call('echo', { method: 'POST', body: 'still here' })).status).toBe(201)
  expect(performance.now() - started).toBeLessThan(TIMEOUT_MS)
  const answer = await looping
  expect([answer.status, await answer.json()]).toMatchObject([546, { code: 'WORKER_LIMIT' }])
})

test('a function that exits or exhausts its memory ends only its own worker, and can be called again', async () => {
  for (const name of ['exits', 'exits', 'greedy']) expect((await call(name)).status).toBeGreaterThanOrEqual(500)
  expect((await call('echo', { method: 'POST', body: '' })).status).toBe(201)
})

test('a function sees only the environment variables that it was given', async () => {
  process.env['KEPT_FROM_FUNCTIONS'] = 'secret'
  expect(await (await call('environment')).json()).toEqual({ GIVEN: 'yes', GIVEN_KEY: 'key-of-the-house' })
})

test('a function is loaded once for several calls', async () => {
  const answers = await Promise.all(Array.from({ length: 5 }, async () => Number(await (await call('counts')).text())))
  expect(answers.toSorted((a, b) => a - b)).toEqual([1, 2, 3, 4, 5])
})

const sleep = (host: typeof functions, ms: number) => host.call('sleeps', new Request(`http://x/sleeps?ms=${ms}`))

test('a call that times out does not affect other calls of its function', { tags: 'long' }, async () => {
  const late = sleep(functions, 2 * TIMEOUT_MS)
  await new Promise((resolve) => setTimeout(resolve, TIMEOUT_MS / 2))
  const inTime = sleep(functions, 0.6 * TIMEOUT_MS)
  expect((await late).status).toBe(546)
  expect((await sleep(functions, 0)).status).toBe(200)
  expect((await inTime).status).toBe(200)
})

test('the waiting calls of a function are limited, and other functions are not affected', async () => {
  const narrow = createFunctions({ folder, environment: {}, log, limits: { waitingCalls: 2 } })
  const waiting = [sleep(narrow, 300), sleep(narrow, 300)]
  const refused = await sleep(narrow, 0)
  expect([refused.status, refused.headers.get('retry-after'), refused.headers.get('x-relay-error')]).toEqual([503, '5', 'true'])
  expect((await narrow.call('empty', new Request('http://x/empty'))).status).toBe(204)
  expect((await Promise.all(waiting)).map(({ status }) => status)).toEqual([200, 200])
  expect((await sleep(narrow, 0)).status).toBe(200)
  await narrow.stop()
})

test('calls count as waiting while their bodies arrive, and time out', async () => {
  const narrow = createFunctions({ folder, environment: {}, log, limits: { waitingCalls: 2, requestMs: 300 } })
  const trickle = () => new ReadableStream({ start: (stream) => stream.enqueue(new Uint8Array(10)) })
  const slow = () => narrow.call('echo', new Request('http://x/echo', { method: 'POST', body: trickle(), duplex: 'half' }))
  const waiting = [slow(), slow()]
  expect((await slow()).status).toBe(503)
  expect((await Promise.all(waiting)).map(({ status }) => status)).toEqual([408, 408])
  expect((await narrow.call('echo', new Request('http://x/echo', { method: 'POST', body: 'in time' }))).status).toBe(201)
  await narrow.stop()
})

test('stopping ends running calls and prevents new ones', async () => {
  const leaving = createFunctions({ folder, environment: {}, log })
  const running = sleep(leaving, 20_000)
  await new Promise((resolve) => setTimeout(resolve, 300))
  await leaving.stop()
  expect((await running).status).toBe(500)
  expect((await sleep(leaving, 0)).status).toBe(404)
})

test('the output of a function is logged without secrets and addresses', async () => {
  lines.length = 0
  await call('talks')
  await expect.poll(() => lines.length).toBeGreaterThanOrEqual(2)
  const told = lines.map((line) => JSON.parse(line) as { level: number; said: string }).map(({ level, said }) => [level, said])
  expect(told).toContainEqual([30, 'hello …'])
  expect(told).toContainEqual([40, 'to …@…'])
})

test('a result other than a Response is an error, and connection headers are removed', async () => {
  expect((await call('strange')).status).toBe(500)
  const answer = await call('proxies')
  expect([
    answer.headers.get('content-length'),
    answer.headers.get('connection'),
    answer.headers.get('x-kept'),
    await answer.text(),
  ]).toEqual([null, null, 'yes', '12345'])
})

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
const functions = createFunctions({ folder, environment: { GIVEN: 'yes' }, log, timeoutMs: 1500 })
afterAll(() => functions.stop())

const call = (name: string, init: RequestInit = {}) => functions.call(name, new Request('http://x/functions/v1/f?a=b', init))

test('a function gets the request and gives the answer', async () => {
  const answer = await call('echo', { method: 'POST', body: 'Grüße' })
  expect([answer.status, await answer.text(), answer.headers.get('x-method'), answer.headers.get('x-query')]).toEqual([
    201,
    'Grüße',
    'POST',
    '?a=b',
  ])
  expect((await call('empty')).status).toBe(204)
})

test.each(['nowhere', '', '..', '../functions/echo', 'echo/../echo', '_shared', 'Echo'])('there is no function called %j', async (name) => {
  expect((await call(name)).status).toBe(404)
})

test('a function that throws fails for its caller only, and the log repeats no address', async () => {
  const answer = await call('throws')
  expect([answer.status, await answer.json()]).toEqual([500, { code: 'WORKER_ERROR', message: 'Function exited due to an error' }])
  expect(lines.join('')).toContain('550 <…@…> is unknown')
  expect(lines.join('')).not.toContain('ada@')
})

test('a function that cannot be loaded, or is none, fails the same way every time', async () => {
  for (const name of ['unreadable', 'unreadable', 'silent']) {
    const answer = await call(name)
    expect([answer.status, answer.headers.get('x-relay-error'), await answer.json()]).toMatchObject([503, 'true', { code: 'BOOT_ERROR' }])
  }
})

test('a function that loops for ever is stopped, while others and the server go on', async () => {
  const looping = call('loops')
  const started = performance.now()
  expect((await call('echo', { method: 'POST', body: 'still here' })).status).toBe(201)
  expect(performance.now() - started).toBeLessThan(1400)
  const answer = await looping
  expect([answer.status, await answer.json()]).toMatchObject([546, { code: 'WORKER_LIMIT' }])
})

test('a function that ends its process or takes all memory ends only itself, and may come again', async () => {
  for (const name of ['exits', 'exits', 'greedy']) expect((await call(name)).status).toBeGreaterThanOrEqual(500)
  expect((await call('echo', { method: 'POST', body: '' })).status).toBe(201)
})

test('a function sees of the environment what it was given, and nothing else', async () => {
  process.env['KEPT_FROM_FUNCTIONS'] = 'secret'
  expect(await (await call('environment')).json()).toEqual({ GIVEN: 'yes' })
})

test('a function is loaded once and called often', async () => {
  const answers = await Promise.all(Array.from({ length: 5 }, async () => Number(await (await call('counts')).text())))
  expect(answers.toSorted((a, b) => a - b)).toEqual([1, 2, 3, 4, 5])
})

import { connect } from 'node:net'
import { type Logger, pino } from 'pino'
import { expect, test } from 'vitest'
import { createApp } from './app.ts'
import { listen } from './http.ts'
import { freePort } from './testing/server.ts'

function anApp({ isReady = true, site = () => new Response('site') }: { isReady?: boolean; site?: () => Response } = {}) {
  const lines: string[] = []
  const log: Logger = pino({ base: null }, { write: (line: string) => void lines.push(line) })
  const app = createApp({
    publicConfig: { supabaseUrl: 'http://x', supabaseKey: 'k' },
    isReady: async () => isReady,
    parts: {},
    site,
    addressOf: () => '127.0.0.1',
    hasFunction: (name) => name === 'add',
    log,
  })
  return { get: async (path: string) => app(new Request(`http://x${path}`), {}), lines }
}

test('healthz answers 200 if the database answers, and 503 otherwise', async () => {
  expect((await anApp().get('/healthz')).status).toBe(200)
  expect((await anApp({ isReady: false }).get('/healthz')).status).toBe(503)
})

test('config.json contains only public values', async () => {
  expect(await (await anApp().get('/config.json')).json()).toEqual({ supabaseUrl: 'http://x', supabaseKey: 'k' })
})

test('every response has a unique request id, which is also in the log', async () => {
  const { get, lines } = anApp()
  const ids = [(await get('/')).headers.get('x-request-id'), (await get('/')).headers.get('x-request-id')]
  expect(new Set(ids).size).toBe(2)
  expect(lines.map((line) => (JSON.parse(line) as { id: string }).id)).toEqual(ids)
})

test('the log contains no query, file name or personal data', async () => {
  const { get, lines } = anApp()
  await get('/rest/v1/people?email=eq.leyla@example.test')
  await get('/storage/v1/object/private/leyla-blood-test.pdf')
  expect(lines).toHaveLength(2)
  expect(lines.join()).not.toMatch(/leyla|blood|email/)
})

test('the log names existing functions only, and truncates other paths', async () => {
  const { get, lines } = anApp()
  for (const path of ['/rest/v1/rpc/add?a=1', '/rest/v1/rpc/leyla', '/rest/v1/rpc/add/leyla', `/${'a'.repeat(5000)}`]) await get(path)
  const paths = lines.map((line) => (JSON.parse(line) as { path: string }).path)
  expect(paths).toEqual(['/rest/v1/rpc/add', '/rest/v1/rpc', '/rest/v1/rpc', `/${'a'.repeat(99)}…`])
})

test('an internal error is logged, and answered without details', async () => {
  const { get, lines } = anApp({
    site: () => {
      throw new Error('secret detail')
    },
  })
  const response = await get('/')
  expect(response.status).toBe(500)
  expect(await response.text()).not.toContain('secret')
  expect(lines.join()).toContain('secret detail')
})

test('a client that disconnects in the middle of a request is not logged as an error', async () => {
  const lines: string[] = []
  const log: Logger = pino({ base: null, level: 'debug' }, { write: (line: string) => void lines.push(line) })
  const reading = Promise.withResolvers<void>()
  const app = createApp({
    publicConfig: { supabaseUrl: 'http://x', supabaseKey: 'k' },
    isReady: async () => true,
    parts: {
      '/part': async (request) => {
        reading.resolve()
        return new Response(await request.text())
      },
    },
    site: () => new Response('site'),
    addressOf: () => '127.0.0.1',
    log,
  })
  const port = await freePort()
  const http = await listen(app, { host: '127.0.0.1', port })
  try {
    const socket = connect(port, '127.0.0.1')
    socket.write('POST /part/x HTTP/1.1\r\nhost: x\r\ncontent-length: 100\r\n\r\nhalf')
    await reading.promise
    socket.destroy()
    await expect.poll(() => lines.length).toBe(2)
    expect(lines.map((line) => (JSON.parse(line) as { level: number }).level)).toEqual([20, 30])
  } finally {
    await http.stop()
  }
})

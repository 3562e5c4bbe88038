import { once } from 'node:events'
import { createServer, type Socket } from 'node:net'
import pino from 'pino'
import { afterEach, expect, test } from 'vitest'
import { createPool, createProbe } from './pool.ts'

/** A PostgreSQL that accepts every login, answers every query with the given bytes, and shuts down when a client disconnects. */
async function startFakePostgres(answer: () => Buffer) {
  const sockets = new Set<Socket>()
  const server = createServer((socket) => {
    sockets.add(socket)
    socket.on('error', () => {})
    // The first message is the login; `Q` is a query.
    socket.once('data', () => {
      socket.write(Buffer.concat([message('R', int32(0)), READY]))
      socket.on('data', (data: Buffer) => {
        if (data[0] === 'Q'.charCodeAt(0)) socket.write(answer())
        if (data[0] === 'X'.charCodeAt(0)) for (const each of sockets) each.write(SHUTDOWN)
      })
    })
  }).listen(0, '127.0.0.1')
  await once(server, 'listening')
  const address = server.address()
  return {
    options: { host: '127.0.0.1', port: typeof address === 'object' ? (address?.port ?? 0) : 0, user: 'a', password: 'b', database: 'c' },
    async stop() {
      for (const socket of sockets) socket.destroy()
      server.close()
      await once(server, 'close')
    },
  }
}

const int32 = (value: number) => {
  const bytes = Buffer.alloc(4)
  bytes.writeInt32BE(value)
  return bytes
}
const message = (code: string, body: Buffer) => Buffer.concat([Buffer.from(code), int32(body.length + 4), body])
const READY = message('Z', Buffer.from('I'))
const DONE = Buffer.concat([message('C', Buffer.from('SELECT 0\0')), READY])
const SHUTDOWN = message('E', Buffer.from('SFATAL\0C57P01\0Mterminating connection due to administrator command\0\0'))
/** The driver's parser throws on it, as it does on a field that exceeds the maximum string length. */
const UNREADABLE = message('R', int32(99))

const log = pino({ level: 'silent' })
const stops: (() => Promise<unknown>)[] = []
afterEach(async () => {
  for (const stop of stops.splice(0).toReversed()) await stop()
})

test('a result that the driver cannot parse ends one connection, and the next query uses a new one', async () => {
  const answers = [UNREADABLE]
  const fake = await startFakePostgres(() => answers.shift() ?? DONE)
  stops.push(() => fake.stop())
  const pool = createPool({ ...fake.options, max: 1 }, log)
  stops.push(() => pool.end())
  await expect(pool.query('select 1')).rejects.toThrow('Unknown authenticationOk message type 99')
  await expect(pool.query('select 1')).resolves.toMatchObject({ rowCount: 0 })
})

test('the probe reports an unreadable response and an unreachable database', async () => {
  const answers = [UNREADABLE]
  const fake = await startFakePostgres(() => answers.shift() ?? DONE)
  stops.push(() => fake.stop())
  const probe = createProbe(fake.options, log)
  stops.push(probe.stop)
  expect(await probe.isReady()).toBe(false)
  expect(await probe.isReady()).toBe(true)
  await stops.shift()?.()
  expect(await probe.isReady()).toBe(false)
})

test('a lost idle connection is logged, but not while the pool is closing', async () => {
  const fake = await startFakePostgres(() => DONE)
  stops.push(() => fake.stop())
  const lines: string[] = []
  const written = pino({ base: null, timestamp: false }, { write: (line: string) => void lines.push(line) })
  const [one, other] = [createPool(fake.options, written), createPool(fake.options, written)]
  await Promise.all([one.query('select 1'), other.query('select 1')])
  // Both connections learn that the database shuts down, but only this pool is closing already.
  await Promise.all([once(other, 'error'), one.end()])
  expect(lines.map((line) => JSON.parse(line) as object)).toEqual([
    { level: 40, code: '57P01', msg: 'an idle database connection was lost' },
  ])
  await other.end()
})

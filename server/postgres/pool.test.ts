import { once } from 'node:events'
import { createServer, type Socket } from 'node:net'
import pino from 'pino'
import { afterEach, expect, test } from 'vitest'
import { createPool, createProbe } from './pool.ts'

/** A PostgreSQL that lets everybody in and answers every query with the bytes it is told. */
async function startFakePostgres(answer: () => Buffer) {
  const sockets = new Set<Socket>()
  const server = createServer((socket) => {
    sockets.add(socket)
    socket.on('error', () => {})
    // The first message asks to be let in; `Q` is a query.
    socket.once('data', () => {
      socket.write(Buffer.concat([message('R', int32(0)), READY]))
      socket.on('data', (data: Buffer) => data[0] === 'Q'.charCodeAt(0) && socket.write(answer()))
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
/** The driver's parser throws on it, as it does on a field that is longer than a string can be. */
const UNREADABLE = message('R', int32(99))

const log = pino({ level: 'silent' })
const stops: (() => Promise<unknown>)[] = []
afterEach(async () => {
  for (const stop of stops.splice(0).toReversed()) await stop()
})

test('a result that the driver cannot read ends one connection, and the next query gets another', async () => {
  const answers = [UNREADABLE]
  const fake = await startFakePostgres(() => answers.shift() ?? DONE)
  stops.push(() => fake.stop())
  const pool = createPool({ ...fake.options, max: 1 }, log)
  stops.push(() => pool.end())
  await expect(pool.query('select 1')).rejects.toThrow('Unknown authenticationOk message type 99')
  await expect(pool.query('select 1')).resolves.toMatchObject({ rowCount: 0 })
})

test('the probe says no to what cannot be read, and to nobody there', async () => {
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

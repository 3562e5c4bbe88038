import pg from 'pg'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type Caller, createGate, GateError, MAX_WAITING_PER_USER } from './gate.ts'
import { freshDatabase } from './testing/database.ts'

const SIZE = 16
let database: Awaited<ReturnType<typeof freshDatabase>>
let pool: pg.Pool
beforeAll(async () => {
  database = await freshDatabase('sample')
  pool = new pg.Pool({ connectionString: database.url, max: SIZE })
})
afterAll(async () => {
  await pool.end()
  await database.drop()
})

const person = (sub: string, address: string): Caller => ({
  identity: { role: 'authenticated', claims: { sub, role: 'authenticated' } as never, sessionId: undefined },
  address,
})
const anonymous = (address: string): Caller => ({ identity: { role: 'anon', claims: { role: 'anon' }, sessionId: undefined }, address })
const service: Caller = { identity: { role: 'service_role', claims: { role: 'service_role' }, sessionId: undefined }, address: '127.0.0.1' }

/** Requests a number of connections at once and holds those it gets. */
function hold(gate: ReturnType<typeof createGate>, who: Caller, count: number) {
  const held = { granted: 0, refused: 0, release: () => {} }
  const released = new Promise<void>((resolve) => (held.release = resolve))
  const all = Array.from({ length: count }, () =>
    gate
      .use(who, async (client) => {
        held.granted++
        await client.query('select 1')
        await released
      })
      .catch((error: unknown) => {
        if (!(error instanceof GateError)) throw error
        held.refused++
      }),
  )
  return { held, done: Promise.all(all) }
}

test('one person holds at most a quarter of the connections and one address half, while others are served', async () => {
  const gate = createGate(pool)
  const ada = hold(gate, person('ada', '10.0.0.1'), 10)
  const bo = hold(gate, person('bo', '10.0.0.1'), 10)
  const cleo = hold(gate, person('cleo', '10.0.0.1'), 3)
  const visitor = hold(gate, anonymous('10.0.0.2'), 10)
  await gate.use(person('dora', '10.0.0.3'), (client) => client.query('select 1'))
  await expect.poll(() => [ada, bo, cleo, visitor].map(({ held }) => held.granted)).toEqual([4, 4, 0, 4])
  // Releasing a connection admits the next request of the same person or address.
  for (const { held } of [ada, bo, cleo, visitor]) held.release()
  await Promise.all([ada, bo, cleo, visitor].map(({ done }) => done))
  expect([ada, bo, cleo, visitor].map(({ held }) => [held.granted, held.refused])).toEqual([
    [10, 0],
    [10, 0],
    [3, 0],
    [10, 0],
  ])
})

test('an IPv6 network counts as one address', async () => {
  const gate = createGate(pool)
  const all = Array.from({ length: 12 }, (_, n) => hold(gate, person(`person ${n}`, `2001:db8::${n}`), 1))
  await gate.use(person('elsewhere', '2001:db8:0:1::1'), (client) => client.query('select 1'))
  await expect.poll(() => all.filter(({ held }) => held.granted).length).toBe(SIZE / 2)
  for (const { held } of all) held.release()
  await Promise.all(all.map(({ done }) => done))
})

test('a request that waits too long is refused and leaves the queue', async () => {
  const gate = createGate(pool, { maxWaitMs: 50 })
  const ada = hold(gate, person('ada', '10.0.0.1'), 6)
  await expect.poll(() => ada.held.refused).toBe(2)
  ada.held.release()
  await ada.done
  await expect(gate.use(person('ada', '10.0.0.1'), (client) => client.query('select 1'))).resolves.toBeDefined()
  expect(ada.held).toMatchObject({ granted: 4, refused: 2 })
})

test('a caller with too many waiting requests is refused at once', async () => {
  const gate = createGate(pool)
  const ada = hold(gate, person('ada', '10.0.0.1'), 4 + MAX_WAITING_PER_USER)
  await expect(gate.use(person('ada', '10.0.0.9'), async () => {})).rejects.toThrow(GateError)
  ada.held.release()
  await ada.done
  expect(ada.held).toMatchObject({ granted: 4 + MAX_WAITING_PER_USER, refused: 0 })
})

test('the secret key may hold all connections except the reserved ones', async () => {
  const gate = createGate(pool, { maxWaitMs: 50 })
  const functions = hold(gate, service, SIZE)
  await expect.poll(() => functions.held.refused).toBe(2)
  await pool.query('select 1')
  functions.held.release()
  await functions.done
  expect(functions.held.granted).toBe(SIZE - 2)
})

test('a failed request releases its connection', async () => {
  const gate = createGate(pool, { maxWaitMs: 50 })
  for (let n = 0; n < SIZE; n++) {
    const failing = gate.use(person('ada', '10.0.0.1'), (client) => client.query('select nonsense'))
    await expect(failing).rejects.toMatchObject({ code: '42703' })
  }
  await expect(gate.use(person('ada', '10.0.0.1'), (client) => client.query('select 1'))).resolves.toBeDefined()
})

// From a commit to the sockets of the users who may read the row: latency, throughput, and memory per listener.
import { randomBytes, randomUUID } from 'node:crypto'
import { join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import pg from 'pg'
import { readConfig } from '../server/config.ts'
import { withDatabase } from '../server/postgres/connection.ts'
import { dropDatabase, runAdmin, startTestCluster, temporaryFolder } from '../server/testing/cluster.ts'
import { createTokens } from '../server/tokens.ts'
import { quick } from './quick.ts'
import { type Listener, listen } from './realtime/listener.ts'
import type { Usage } from './realtime/server.ts'
import { startChild } from './rest/child.ts'
import { milliseconds, printTable, quantile } from './table.ts'

const MEASURED_MS = quick ? 300 : 5000
const CROWDS = quick ? [1, 5] : [1, 50, 500]
const BURST = quick ? 200 : 10_000
const KEY = `sb_publishable_${randomBytes(12).toString('hex')}`
const TIMEOUT_MS = 20_000

interface Person {
  id: string
  token: string
}

interface Scenario {
  what: string
  perSecond: (listeners: number) => number
  /** The listeners that receive each change. */
  hearers: 'one' | 'all'
  topic: (person: Person) => string
  config: (person: Person) => object
  write: (person: Person, mark: string) => [sql: string, values: unknown[]]
}

const notes = (filter?: string) => ({
  postgres_changes: [{ event: 'INSERT', schema: 'public', table: 'notes', ...(filter ? { filter } : {}) }],
})

const SCENARIOS: Scenario[] = [
  {
    what: 'own rows, filtered',
    perSecond: () => 50,
    hearers: 'one',
    topic: ({ id }) => id,
    config: ({ id }) => notes(`owner_id=eq.${id}`),
    write: ({ id }, mark) => ['insert into notes (owner_id, body) values ($1, $2)', [id, mark]],
  },
  {
    what: 'own rows, by policy alone',
    perSecond: (listeners) => (listeners > 100 ? 2 : 20),
    hearers: 'one',
    topic: ({ id }) => id,
    config: () => notes(),
    write: ({ id }, mark) => ['insert into notes (owner_id, body) values ($1, $2)', [id, mark]],
  },
  {
    what: 'rows everybody sees',
    perSecond: (listeners) => (listeners > 100 ? 2 : 20),
    hearers: 'all',
    topic: () => 'everybody',
    config: () => notes(),
    write: ({ id }, mark) => ['insert into notes (owner_id, body, is_shared) values ($1, $2, true)', [id, mark]],
  },
  {
    what: 'message of the database, private topic',
    perSecond: (listeners) => (listeners > 100 ? 5 : 50),
    hearers: 'all',
    topic: () => 'news',
    config: () => ({ private: true }),
    write: (_, mark) => ["select realtime.send(jsonb_build_object('mark', $1::text), 'news', 'news')", [mark]],
  },
]

const cluster = await startTestCluster()
const name = `bench_realtime_${randomBytes(4).toString('hex')}`
await runAdmin(cluster.url, `create database ${name} template ${cluster.templates.sample}`)
const environment = {
  DATABASE_URL: withDatabase(cluster.url, name),
  DATA_DIR: join(temporaryFolder(), 'data'),
  SUPABASE_PUBLISHABLE_KEY: KEY,
  SITE_URL: 'http://127.0.0.1:3000',
  SCHEDULE: 'off',
  RATE_LIMITS: '1000000',
}
const child = await startChild('../realtime/server.ts', environment, ['--expose-gc'])
const url = `http://127.0.0.1:${child.port}`
const writer = new pg.Client({ connectionString: environment.DATABASE_URL })
await writer.connect()
try {
  const people = await addPeople(Math.max(...CROWDS))
  // Measured first, because a process seldom returns memory to the system.
  printTable([await memory(people)])
  process.stdout.write('\n')
  const latencies = []
  for (const scenario of SCENARIOS) for (const crowd of CROWDS) latencies.push(await measure(scenario, people.slice(0, crowd)))
  printTable(latencies)
  process.stdout.write('\n')
  const bursts = []
  for (const crowd of CROWDS) bursts.push(await burst(people.slice(0, crowd)))
  printTable(bursts)
} finally {
  await writer.end()
  await child.stop()
  await dropDatabase(cluster.url, name)
  await cluster.stop()
}

async function addPeople(count: number): Promise<Person[]> {
  const tokens = await createTokens(readConfig({ ...environment, PORT: String(child.port) }))
  const people = Array.from({ length: count }, () => ({ id: randomUUID(), session: randomUUID() }))
  const ids = people.map(({ id }) => id)
  await writer.query("insert into auth.users (id, email) select id, id || '@example.test' from unnest($1::uuid[]) as id", [ids])
  await writer.query('insert into auth.sessions (id, user_id) select * from unnest($1::uuid[], $2::uuid[])', [
    people.map(({ session }) => session),
    ids,
  ])
  return Promise.all(
    people.map(async ({ id, session }) => ({
      id,
      token: await tokens.sign({ sub: id, role: 'authenticated', session_id: session }, 3600),
    })),
  )
}

/** Connects one listener per person, 25 at a time. */
async function gather(people: Person[], { topic, config }: Scenario, onHeard: (mark: string, at: number) => void) {
  const listeners: Listener[] = []
  for (let from = 0; from < people.length; from += 25) {
    const few = people.slice(from, from + 25)
    const joined = few.map((person) =>
      listen({ url, key: KEY, token: person.token, topic: topic(person), config: config(person), onHeard }),
    )
    listeners.push(...(await Promise.all(joined)))
  }
  return listeners
}

async function measure(scenario: Scenario, people: Person[]) {
  const sentAt = new Map<string, number>()
  const sample: number[] = []
  const listeners = await gather(people, scenario, (mark, at) => sample.push(at - (sentAt.get(mark) ?? Number.NaN)))
  const perSecond = scenario.perSecond(people.length)
  const before = await child.ask<Usage>('usage')
  const started = performance.now()
  let sent = 0
  for (; performance.now() < started + MEASURED_MS; sent++) {
    const person = people[sent % people.length]
    if (!person) break
    const mark = `m${sent}x`
    sentAt.set(mark, performance.now())
    await writer.query(...scenario.write(person, `mark-${mark}`))
    await wait(Math.max(0, started + ((sent + 1) * 1000) / perSecond - performance.now()))
  }
  const expected = scenario.hearers === 'all' ? sent * people.length : sent
  await until(() => sample.length >= expected)
  const after = await child.ask<Usage>('usage')
  for (const listener of listeners) listener.close()
  await wait(200)
  const at = (part: number) => milliseconds(quantile(sample, part))
  return {
    what: scenario.what,
    listeners: people.length,
    'changes/s': perSecond,
    p50: at(0.5),
    p95: at(0.95),
    p99: at(0.99),
    arrived: `${sample.length} of ${expected}`,
    'CPU per change': milliseconds((after.cpuMs - before.cpuMs) / sent),
  }
}

/** One transaction of many rows, each for one of the listeners. */
async function burst(people: Person[]) {
  let heard = 0
  let last = 0
  const [scenario] = SCENARIOS
  if (!scenario) throw new Error('nothing to measure')
  const listeners = await gather(people, scenario, (_, at) => {
    heard++
    last = at
  })
  const started = performance.now()
  await writer.query(
    "insert into notes (owner_id, body) select ($1::uuid[])[n % $2 + 1], 'mark-' || n || 'x' from generate_series(1, $3::int) as n",
    [people.map(({ id }) => id), people.length, BURST],
  )
  await until(() => heard >= BURST)
  for (const listener of listeners) listener.close()
  await wait(200)
  const seconds = (last - started) / 1000
  return {
    what: 'one transaction',
    rows: BURST,
    listeners: people.length,
    arrived: heard,
    'all there after': `${seconds.toFixed(1)} s`,
    'rows/s': Math.round(heard / seconds),
  }
}

async function memory(people: Person[]) {
  const [scenario] = SCENARIOS
  if (!scenario) throw new Error('nothing to measure')
  for (const listener of await gather(people.slice(0, 50), scenario, () => {})) listener.close()
  await wait(1000)
  const before = await child.ask<Usage>('memory')
  const listeners = await gather(people, scenario, () => {})
  await wait(1000)
  const after = await child.ask<Usage>('memory')
  for (const listener of listeners) listener.close()
  await wait(500)
  return {
    listeners: people.length,
    'memory before': megabytes(before.memoryBytes),
    'memory with them': megabytes(after.memoryBytes),
    each: kilobytes((after.memoryBytes - before.memoryBytes) / people.length),
    'of that used': kilobytes((after.usedBytes - before.usedBytes) / people.length),
  }
}

async function until(isDone: () => boolean) {
  for (const end = performance.now() + TIMEOUT_MS; !isDone() && performance.now() < end; ) await wait(20)
}

function kilobytes(bytes: number) {
  return `${Math.round(bytes / 1024)} KB`
}

function megabytes(bytes: number) {
  return `${Math.round(bytes / 1024 / 1024)} MB`
}

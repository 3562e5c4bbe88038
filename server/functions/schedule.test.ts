import { mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import pg from 'pg'
import { pino } from 'pino'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { temporaryFolder } from '../testing/cluster.ts'
import { freshDatabase, superuser, type TestDatabase } from '../testing/database.ts'
import { startTestServer } from '../testing/server.ts'
import { createFunctions } from './host.ts'
import { createSchedule } from './schedule.ts'

const folder = temporaryFolder()
const diary = join(folder, 'diary')
const wait = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms))

/** Creates a function that records the begin and end of each run. */
function write(name: string, { lasts = 0, ends = "new Response('')" } = {}) {
  mkdirSync(join(folder, name))
  writeFileSync(
    join(folder, name, 'index.ts'),
    `import { appendFileSync } from 'node:fs'
    const note = (what) => appendFileSync(${JSON.stringify(diary)}, '${name} ' + what + '\\n')
    export default { async fetch(request) {
      note('began ' + request.method + ' ' + request.headers.get('apikey'))
      await new Promise((resolve) => setTimeout(resolve, ${lasts}))
      note('ended')
      return ${ends}
    } }`,
  )
}
const linesOf = (name: string) =>
  readFileSync(diary, 'utf8')
    .split('\n')
    .filter((line) => line.startsWith(`${name} `))
    .map((line) => line.slice(name.length + 1))

/** The timeout for runs that are due every second. */
const SLOW_MACHINE = { timeout: 15_000 }

let db: TestDatabase
let pool: pg.Pool
const logged: string[] = []
const log = pino({ base: null }, { write: (line: string) => void logged.push(line) })
const functions = createFunctions({ folder, environment: {}, log })

beforeAll(async () => {
  writeFileSync(diary, '')
  db = await freshDatabase('sample')
  pool = new pg.Pool({ connectionString: db.url })
})
afterAll(async () => {
  await functions.stop()
  await pool.end()
  await db.drop()
})

async function state(rows: Record<string, string>) {
  await db.keep(superuser, async ({ query }) => {
    await query('delete from private.scheduled_functions')
    for (const [name, schedule] of Object.entries(rows))
      await query('insert into private.scheduled_functions values ($1, $2)', [name, schedule])
  })
  return create()
}
const create = () => createSchedule({ pool, functions, secretKey: 'sb_secret_x', siteUrl: 'http://x', log })

test('a function is called on schedule with the secret key, and a run due during another one is skipped', {
  tags: 'long',
}, async () => {
  write('slow', { lasts: 1500 })
  const stop = (await state({ slow: '* * * * * *' })).start()
  await expect.poll(() => linesOf('slow').length, SLOW_MACHINE).toBeGreaterThanOrEqual(4)
  await stop()
  const lines = linesOf('slow')
  // Begins and ends alternate, because stopping waits for the last run.
  expect(lines).toEqual(lines.map((_, index) => (index % 2 ? 'ended' : 'began POST sb_secret_x')))
  expect(lines.at(-1)).toBe('ended')
  const { length } = lines
  await wait(1500)
  expect(linesOf('slow')).toHaveLength(length)
})

test('two servers on one database do not run a function at the same time', { tags: 'long' }, async () => {
  write('shared', { lasts: 1700 })
  const stops = [await state({ shared: '* * * * * *' }), await create()].map((each) => each.start())
  await expect.poll(() => linesOf('shared').length, SLOW_MACHINE).toBeGreaterThanOrEqual(4)
  await Promise.all(stops.map((stop) => stop()))
  const lines = linesOf('shared')
  expect(lines).toEqual(lines.map((_, index) => (index % 2 ? 'ended' : 'began POST sb_secret_x')))
})

test('a function that fails, throws or is missing is logged by name, and its schedule continues', async () => {
  write('refuses', { ends: "new Response('no', { status: 500 })" })
  write('breaks', { ends: 'process.exit(1)' })
  logged.length = 0
  const schedule = await state({ refuses: '* * * * * *', breaks: '* * * * * *', missing: '* * * * *' })
  const stop = schedule.start()
  for (const name of ['refuses', 'breaks']) {
    const failures = () => logged.filter((line) => line.includes(`"function":"${name}"`) && line.includes('a scheduled function failed'))
    await expect.poll(() => failures().length, SLOW_MACHINE).toBeGreaterThanOrEqual(2)
    expect(linesOf(name).filter((line) => line.startsWith('began')).length).toBeGreaterThanOrEqual(2)
  }
  await stop()
  expect(logged.join('')).toContain('"function":"missing"')
  expect(logged.join('')).not.toContain('sb_secret_x')
})

test('while the database is down nothing runs, and the server keeps running', { tags: 'long' }, async () => {
  write('waits')
  await state({ waits: '* * * * * *' })
  const lost = new pg.Pool({ connectionString: db.url })
  const schedule = await createSchedule({ pool: lost, functions, secretKey: 'sb_secret_x', siteUrl: 'http://x', log })
  await lost.end()
  logged.length = 0
  const stop = schedule.start()
  await wait(2200)
  await stop()
  expect(linesOf('waits')).toEqual([])
  expect(logged.filter((line) => line.includes('a scheduled function could not run')).length).toBeGreaterThanOrEqual(2)
})

test('an invalid schedule stops the start with one sentence', async () => {
  write('daily')
  for (const schedule of ['often', '61 * * * *', '']) {
    await expect(state({ daily: schedule })).rejects.toThrow(`private.scheduled_functions: "${schedule}" for daily is no cron expression.`)
  }
})

test('a table that service_role cannot read stops the start, and without a table there is no schedule', async () => {
  await state({})
  await db.keep(superuser, ({ query }) => query('revoke select on private.scheduled_functions from service_role'))
  await expect(create()).rejects.toThrow('grant select on it to service_role')
  await db.keep(superuser, ({ query }) => query('drop table private.scheduled_functions'))
  await (await create()).start()()
})

test('the server runs the project’s schedule, and functions reach it locally even if its public address is unreachable', {
  tags: 'long',
}, async () => {
  const server = await startTestServer({ env: { SCHEDULE: 'on', HOST: '0.0.0.0', SITE_URL: 'https://unreachable.example' } })
  await wait(4500)
  const runs = await server.database.as(superuser, ({ query }) =>
    query<{ began_at: Date; ended_at: Date | null }>('select began_at, ended_at from runs order by id'),
  )
  await server.stop()
  const ended = runs.filter(({ ended_at }) => ended_at !== null)
  expect(ended.length).toBeGreaterThanOrEqual(1)
  const gaps = runs.slice(1).map(({ began_at }, index) => Number(began_at) - Number(runs[index]?.ended_at ?? Infinity))
  expect(gaps.filter((gap) => gap < 0)).toEqual([])
})

test('losing the connection affects only the current run', { tags: 'long' }, async () => {
  const server = await startTestServer({ env: { SCHEDULE: 'on' } })
  const holder = "state = 'idle in transaction' and query like '%pg_try_advisory_xact_lock%' and datname = current_database()"
  const cut = () =>
    server.database.as(superuser, ({ query }) => query(`select pg_terminate_backend(pid) from pg_stat_activity where ${holder}`))
  await vi.waitUntil(async () => (await cut()).length > 0, { timeout: 8000, interval: 100 })
  expect((await fetch(`${server.url}/healthz`)).status).toBe(200)
  const count = async () => (await server.database.as(superuser, ({ query }) => query('select from runs'))).length
  const before = await count()
  await vi.waitUntil(async () => (await count()) > before, { timeout: 8000, interval: 100 })
  await server.stop()
})

test('a server with SCHEDULE=off runs no jobs', { tags: 'long' }, async () => {
  const server = await startTestServer()
  await wait(2500)
  const runs = await server.database.as(superuser, ({ query }) => query('select from runs'))
  await server.stop()
  expect(runs).toEqual([])
})

// Sign-ins and token refreshes through the whole server, and the event loop delay that they cause.
import { randomBytes } from 'node:crypto'
import { join } from 'node:path'
import { hash } from 'bcrypt'
import pg from 'pg'
import { withDatabase } from '../server/postgres/connection.ts'
import { dropDatabase, runAdmin, startTestCluster, temporaryFolder } from '../server/testing/cluster.ts'
import type { LoopDelay } from './auth/server.ts'
import { load, shoot } from './load.ts'
import { quick } from './quick.ts'
import { type Child, startChild } from './rest/child.ts'
import { milliseconds, printTable, quantile } from './table.ts'

const WARM_UP_MS = quick ? 50 : 500
const MEASURED_MS = quick ? 100 : 4000
const PEOPLE = 64
const PASSWORD = 'Correct1Horse!'
const KEY = `sb_publishable_${randomBytes(12).toString('hex')}`

const emailOf = (n: number) => `person${n % PEOPLE}@example.test`

const cluster = await startTestCluster()
const name = `bench_auth_${randomBytes(4).toString('hex')}`
await runAdmin(cluster.url, `create database ${name} template ${cluster.templates.sample}`)
const url = withDatabase(cluster.url, name)
await addPeople()
const child = await startChild('../auth/server.ts', {
  DATABASE_URL: url,
  DATA_DIR: join(temporaryFolder(), 'data'),
  SUPABASE_PUBLISHABLE_KEY: KEY,
  RATE_LIMITS: '1000000',
})
try {
  const rows = [await whileIdle(child)]
  for (const connections of [1, 8, 32]) rows.push(await row(child, 'sign-in', connections, () => signIns(child, connections)))
  for (const connections of [1, 8]) rows.push(await row(child, 'refresh', connections, () => refreshes(child, connections)))
  printTable(rows)
} finally {
  await child.stop()
  await dropDatabase(cluster.url, name)
  await cluster.stop()
}

async function addPeople() {
  const client = new pg.Client({ connectionString: url })
  await client.connect()
  await client.query(
    `insert into auth.users (instance_id, id, aud, role, email, encrypted_password, email_confirmed_at, raw_app_meta_data, raw_user_meta_data, created_at, updated_at)
     select '00000000-0000-0000-0000-000000000000', gen_random_uuid(), 'authenticated', 'authenticated', email, $2, now(), '{}', '{}', now(), now()
     from unnest($1::text[]) as email`,
    [Array.from({ length: PEOPLE }, (_, n) => emailOf(n)), await hash(PASSWORD, 10)],
  )
  await client.end()
}

function ask(grant: string, body: object) {
  return { method: 'POST', path: `/auth/v1/token?grant_type=${grant}`, headers: { apikey: KEY }, body: JSON.stringify(body) }
}

async function signIns(target: Child, connections: number) {
  let n = 0
  const next = () => ask('password', { email: emailOf(n++), password: PASSWORD })
  return (await load(target, { connections, warmUpMs: WARM_UP_MS, measuredMs: MEASURED_MS, next })).latencies
}

/** Each connection is one user; every answer contains the token for the next request. */
async function refreshes({ port }: Child, connections: number) {
  const latencies: number[] = []
  const begin = performance.now() + WARM_UP_MS
  const person = async (n: number) => {
    let answer = await shoot(port, ask('password', { email: emailOf(n), password: PASSWORD }))
    for (let started = performance.now(); started < begin + MEASURED_MS; started = performance.now()) {
      const { refresh_token } = JSON.parse(answer.body) as { refresh_token: string }
      answer = await shoot(port, ask('refresh_token', { refresh_token }))
      if (answer.status !== 200) throw new Error(`status ${answer.status}: ${answer.body}`)
      if (started >= begin) latencies.push(performance.now() - started)
    }
  }
  await Promise.all(Array.from({ length: connections }, (_, n) => person(n)))
  return latencies
}

async function row(target: Child, what: string, connections: number, measure: () => Promise<number[]>) {
  await target.ask('begin')
  const latencies = await measure()
  const delay = await target.ask<LoopDelay>('end')
  const at = (part: number) => milliseconds(quantile(latencies, part))
  const perSecond = (latencies.length / (MEASURED_MS / 1000)).toFixed(latencies.length < 400 ? 1 : 0)
  return { what, connections, 'per second': perSecond, p50: at(0.5), p95: at(0.95), p99: at(0.99), ...waits(delay) }
}

async function whileIdle(target: Child) {
  await target.ask('begin')
  await new Promise((resolve) => setTimeout(resolve, 1000))
  return { what: 'idle', connections: 0, 'per second': '', p50: '', p95: '', p99: '', ...waits(await target.ask<LoopDelay>('end')) }
}

function waits({ p50, p99, max }: LoopDelay) {
  return { 'loop p50': milliseconds(p50), 'loop p99': milliseconds(p99), 'loop max': milliseconds(max) }
}

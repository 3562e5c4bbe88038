// Memory under a steady load: users who read, book and cancel through the whole server, for SECONDS (default 60; 3600 is an hour).
// PEOPLE (default 12) and RATE (default 340 requests a second in all) can be set too.
import { randomBytes, randomUUID } from 'node:crypto'
import { Agent } from 'node:http'
import { join } from 'node:path'
import pg from 'pg'
import { readConfig } from '../server/config.ts'
import { readKeys } from '../server/keys.ts'
import { withDatabase } from '../server/postgres/connection.ts'
import { dropDatabase, runAdmin, startTestCluster, temporaryFolder } from '../server/testing/cluster.ts'
import { writeTinySite } from '../server/testing/tiny-site.ts'
import { createTokens } from '../server/tokens.ts'
import { type Shot, shoot } from './load.ts'
import { quick } from './quick.ts'
import { startChild } from './rest/child.ts'
import { milliseconds, printTable, quantile } from './table.ts'

const SECONDS = Number(process.env['SECONDS'] ?? (quick ? 2 : 60))
const PEOPLE = Number(process.env['PEOPLE'] ?? 12)
const RATE = Number(process.env['RATE'] ?? 340)
const SAMPLES = 12
/** The same flag as with `npm start`. */
const START_FLAGS = ['--max-semi-space-size=8']
const DOCTORS = 20
const DAY_MS = 86_400_000

interface Person {
  id: string
  token: string
}

const cluster = await startTestCluster()
const name = `bench_soak_${randomBytes(4).toString('hex')}`
await runAdmin(cluster.url, `create database ${name} template ${cluster.templates.product}`)
const folder = temporaryFolder()
writeTinySite(join(folder, 'site'))
const env = {
  DATABASE_URL: withDatabase(cluster.url, name),
  DATA_DIR: join(folder, 'data'),
  SITE_FOLDER: join(folder, 'site'),
  PROJECT: 'product',
  // All requests come from one address and few people; the limits of the database still apply.
  RATE_LIMITS: '1000000',
}
const child = await startChild('ours.ts', env, process.env['NODE_FLAGS']?.split(' ') ?? START_FLAGS)
try {
  const config = readConfig({ ...env, NODE_ENV: 'production', PORT: String(child.port) })
  const { people, doctors } = await fill(env.DATABASE_URL, await createTokens(config))
  await soak(people, doctors, readKeys(config).publishable)
} finally {
  await child.stop()
  await dropDatabase(cluster.url, name)
  await cluster.stop()
}

async function fill(url: string, tokens: Awaited<ReturnType<typeof createTokens>>) {
  const db = new pg.Client({ connectionString: url })
  await db.connect()
  try {
    const people: Person[] = []
    for (let n = 0; n < PEOPLE; n++) {
      const [id, session, email] = [randomUUID(), randomUUID(), `person${n}@example.test`]
      await db.query(
        `insert into auth.users (id, aud, role, email, encrypted_password, email_confirmed_at, raw_user_meta_data)
         values ($1, 'authenticated', 'authenticated', $2, 'x', now(), '{"first_name": "Leyla", "last_name": "Test"}')`,
        [id, email],
      )
      await db.query('insert into auth.sessions (id, user_id) values ($1, $2)', [session, id])
      people.push({ id, token: await tokens.sign({ sub: id, email, role: 'authenticated', session_id: session }, SECONDS + 3600) })
    }
    await db.query("insert into doctors (first_name, last_name) select 'Doctor', n::text from generate_series(1, $1) as n", [DOCTORS])
    await db.query(
      `insert into doctor_availability (doctor_id, day_of_week, start_time, end_time)
       select id, day, '09:00', '17:00' from doctors, generate_series(0, 4) as day`,
    )
    const { rows } = await db.query<{ id: string }>('select id from doctors')
    return { people, doctors: rows.map(({ id }) => id) }
  } finally {
    await db.end()
  }
}

async function soak(people: Person[], doctors: string[], apikey: string) {
  const agent = new Agent({ keepAlive: true, maxSockets: PEOPLE, scheduling: 'fifo' })
  const statuses = new Map<number, number>()
  let latencies: number[] = []
  const started = performance.now()
  const secondsIn = () => (performance.now() - started) / 1000

  const act = async (person: Person, turn: number) => {
    const began = performance.now()
    const { path, method, body, headers } = requestOf(person, turn, doctors)
    const shot = { path, method, body, headers: { apikey, authorization: `Bearer ${person.token}`, ...headers } }
    const { status } = await shoot(child.port, shot as Shot, agent)
    latencies.push(performance.now() - began)
    statuses.set(status, (statuses.get(status) ?? 0) + 1)
  }
  // Each user sends requests on their own schedule. After a late answer the next request follows at once.
  const live = async (person: Person, n: number) => {
    for (let turn = 0; secondsIn() < SECONDS; turn++) {
      const due = ((turn * PEOPLE + n) / RATE) * 1000 - (performance.now() - started)
      if (due > 0) await new Promise((resolve) => setTimeout(resolve, due))
      await act(person, turn)
    }
  }
  const rows: Record<string, string | number>[] = []
  const note = async () => {
    const asked = latencies
    latencies = []
    const { rss, heapTotal, heapUsed, external } = await child.ask<NodeJS.MemoryUsage>('memory')
    rows.push({
      'after, s': secondsIn().toFixed(0),
      'requests/s': (asked.length / (SECONDS / SAMPLES)).toFixed(0),
      p95: asked.length ? milliseconds(quantile(asked, 0.95)) : '',
      'resident, MB': megabytes(rss),
      'heap, MB': megabytes(heapTotal),
      'used, MB': megabytes(heapUsed),
      'buffers, MB': megabytes(external),
    })
  }
  await note()
  const timer = setInterval(() => void note().catch(() => {}), (SECONDS / SAMPLES) * 1000)
  await Promise.all(people.map(live))
  clearInterval(timer)
  agent.destroy()
  printTable(rows)
  process.stdout.write(
    `\nStatuses: ${[...statuses]
      .toSorted(([a], [b]) => a - b)
      .map(([status, count]) => `${count} × ${status}`)
      .join(', ')}\n`,
  )
}

function requestOf({ id }: Person, turn: number, doctors: string[]): Shot {
  const doctor = doctors[(turn * 7) % doctors.length] ?? ''
  const day = new Date(Date.now() + (1 + (turn % 20)) * DAY_MS).toISOString().slice(0, 10)
  const post = (path: string, body: object): Shot => ({ path, method: 'POST', body: JSON.stringify(body) })
  const reads: Shot[] = [
    {
      path: '/rest/v1/doctors?select=id,first_name,last_name,specialization,bio,timezone,session_duration&available=eq.true&order=first_name',
    },
    post('/rest/v1/rpc/get_available_days', { doctor_id: doctor, from_date: day, to_date: day }),
    post('/rest/v1/rpc/get_available_slots', { doctor_id: doctor, on_date: day }),
    {
      path: `/rest/v1/appointments?select=id,starts_at,ends_at,status,notes,doctor:doctors(first_name,last_name,timezone)&user_id=eq.${id}&order=starts_at.desc`,
    },
  ]
  if (turn % 5) return reads[turn % reads.length] as Shot
  // The appointment does not exist, so the function runs and refuses the request.
  if (turn % 20 === 15)
    return post('/functions/v1/send-appointment-notification', { type: 'appointment_created', appointment: { id: randomUUID() } })
  if (turn % 10)
    return { path: `/rest/v1/appointments?user_id=eq.${id}&status=eq.pending`, method: 'PATCH', body: '{"status":"cancelled"}' }
  const time = `${String(9 + (turn % 8)).padStart(2, '0')}:00`
  return post('/rest/v1/appointments', {
    id: randomUUID(),
    user_id: id,
    doctor_id: doctor,
    appointment_date: day,
    appointment_time: time,
    patient_complaint: 'soak',
  })
}

function megabytes(bytes: number) {
  return Math.round(bytes / 1024 / 1024)
}

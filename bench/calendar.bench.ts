// A calendar week of 1, 20 and 100 doctors, measured in the database. The duration must not depend on the number of appointments.
import { randomBytes } from 'node:crypto'
import pg from 'pg'
import { withDatabase } from '../server/postgres/connection.ts'
import { dropDatabase, runAdmin, startTestCluster } from '../server/testing/cluster.ts'
import { addPeople, fillAppointments } from './many-appointments.ts'
import { quick } from './quick.ts'
import { milliseconds, printTable, quantile } from './table.ts'

// SIZES=100000 measures one size only.
const SIZES = (process.env['SIZES'] ?? (quick ? '1000' : '10000,100000,1000000')).split(',').map(Number)
const RUNS = quick ? 2 : 100
/** The target for a week of one doctor. */
const TARGET_P95_MS = 20

const WEEK = 'current_date, current_date + 6'
const IDS = (count: number) => `(select array_agg(d.id) from (select id from doctors order by last_name::int limit ${count}) as d)`
const QUESTIONS = [
  { asked: 'week of one doctor, as the doctor', as: 'doctor', question: `select get_calendar(${IDS(1)}, ${WEEK})` },
  { asked: 'week of one doctor, as an admin', as: 'admin', question: `select get_calendar(${IDS(1)}, ${WEEK})` },
  { asked: 'day of 4 doctors, as an admin', as: 'admin', question: `select get_calendar(${IDS(4)}, current_date, current_date)` },
  { asked: 'week of 20 doctors, as an admin', as: 'admin', question: `select get_calendar(${IDS(20)}, ${WEEK})` },
  { asked: 'week of 100 doctors, as an admin', as: 'admin', question: `select get_calendar(${IDS(100)}, ${WEEK})` },
]

const cluster = await startTestCluster()
const name = `bench_calendar_${randomBytes(4).toString('hex')}`
await runAdmin(cluster.url, `create database ${name} template ${cluster.templates.product}`)
const db = new pg.Client({ connectionString: withDatabase(cluster.url, name) })
await db.connect()
try {
  await addPeople(db)
  const people = await giveRoles()
  const rows = []
  for (const size of SIZES) {
    await fillAppointments(db, size)
    for (const { asked, as, question } of QUESTIONS) {
      const person = people[as]
      if (!person) throw new Error(`there is no ${as}`)
      const { sample, answered } = await measure(person, question)
      const p95 = quantile(sample, 0.95)
      rows.push({
        appointments: size.toLocaleString('en'),
        asked,
        rows: answered,
        fastest: milliseconds(quantile(sample, 0)),
        median: milliseconds(quantile(sample, 0.5)),
        p95: milliseconds(p95),
        target: asked.includes('one doctor') ? `p95 < ${TARGET_P95_MS} ms (${p95 < TARGET_P95_MS ? 'met' : 'missed'})` : '',
      })
    }
  }
  printTable(rows)
} finally {
  await db.end()
  await dropDatabase(cluster.url, name)
  await cluster.stop()
}

/** Makes the first patient an admin, and links the second patient's account to the first doctor. */
async function giveRoles(): Promise<Record<string, string>> {
  const [admin = '', doctor = ''] = await Promise.all(['1', '2'].map(idOf))
  await db.query("insert into user_roles (user_id, role) values ($1, 'admin'), ($2, 'doctor')", [admin, doctor])
  await db.query("update doctors set user_id = $1 where last_name = '1'", [doctor])
  return { admin, doctor }
}

async function idOf(mailbox: string) {
  const { rows } = await db.query<{ id: string }>("select id from auth.users where email = $1 || '@example.test'", [mailbox])
  return rows[0]?.id
}

/** Runs the query as that person, in a new transaction each time. PostgreSQL measures planning and execution. */
async function measure(person: string, question: string) {
  const sample: number[] = []
  const answered = await asPerson(person, async () => {
    const { rows } = await db.query<{ get_calendar: { appointments: unknown[] } }>(question)
    return rows[0]?.get_calendar.appointments.length ?? 0
  })
  for (let run = -5; run < RUNS; run++) {
    const took = await asPerson(person, async () => {
      const { rows } = await db.query(`explain (analyze, timing off, format json) ${question}`)
      const [plan] = rows[0]['QUERY PLAN'] as { 'Planning Time': number; 'Execution Time': number }[]
      return (plan?.['Planning Time'] ?? Number.NaN) + (plan?.['Execution Time'] ?? Number.NaN)
    })
    if (run >= 0) sample.push(took)
  }
  return { sample, answered }
}

async function asPerson<T>(person: string, work: () => Promise<T>) {
  await db.query('begin')
  try {
    await db.query("select set_config('request.jwt.claims', $1, true)", [
      JSON.stringify({ sub: person, role: 'authenticated', aal: 'aal1' }),
    ])
    await db.query('set local role authenticated')
    return await work()
  } finally {
    await db.query('rollback')
  }
}

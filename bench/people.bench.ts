// The cost of patients without an account: opening the card of one among very many, and common queries of everybody else, compared with a
// database without the migrations that introduced them. Queries alternate between the two databases, and CPU time is compared, so that a
// busy machine does not affect the result.
import { randomBytes } from 'node:crypto'
import { cpSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { basename, join } from 'node:path'
import pg from 'pg'
import { withDatabase } from '../server/postgres/connection.ts'
import { prepareDatabase } from '../server/postgres/start.ts'
import { dropDatabase, PROJECTS, runAdmin, startTestCluster } from '../server/testing/cluster.ts'
import { addPeople, addPeopleWithoutAccount, fillAppointments } from './many-appointments.ts'
import { processorTime } from './processor.ts'
import { quick } from './quick.ts'
import { milliseconds, printTable, quantile } from './table.ts'

const SIZE = quick ? 10_000 : Number(process.env['SIZE'] ?? 1_000_000)
const RECORDS = quick ? 2000 : Number(process.env['RECORDS'] ?? 200_000)
const RUNS = quick ? 5 : 60
const CARD_P95_MS = 20
/** The first migration about patients without an account. */
const FIRST = '20261120'

const DOCTOR = "(select id from doctors where last_name = '2')"
/** A working day after all appointments, without leave: all leave is on the weekday of today. */
const FREE_DAY = 'current_date + 15 + case extract(isodow from current_date + 15) when 6 then 2 when 7 then 1 else 0 end'
const BOOKING = `insert into appointments (user_id, doctor_id, appointment_date, appointment_time, patient_complaint)
  values (auth.uid(), ${DOCTOR}, ${FREE_DAY}, '09:00', 'x')`
/** Queries that existed before, who runs them, and the maximum ratio of the medians. */
const COMPARED = [
  { asked: 'list of a doctor, 50 rows', as: 'doctor', sql: 'select * from list_appointments()', most: 1.1 },
  { asked: 'list of all doctors, 50 rows', as: 'admin', sql: 'select * from list_appointments()', most: 1.1 },
  { asked: 'week of a doctor', as: 'doctor', sql: `select get_calendar(array[${DOCTOR}], current_date, current_date + 6)`, most: 1.1 },
  { asked: 'own appointments', as: 'patient', sql: 'select * from appointments where user_id = auth.uid() order by starts_at', most: 1.1 },
  { asked: 'booking for oneself', as: 'patient', sql: BOOKING, most: 1.03 },
] as const

const cluster = await startTestCluster()
const run = randomBytes(4).toString('hex')
const folder = mkdtempSync(join(tmpdir(), 'before-'))
const connections: pg.Client[] = []
const names = { now: `bench_people_now_${run}`, before: `bench_people_before_${run}` }
try {
  await runAdmin(cluster.url, `create database ${names.now} template ${cluster.templates.product}`)
  await runAdmin(cluster.url, `create database ${names.before}`)
  cpSync(PROJECTS.product, folder, { recursive: true, filter: (path) => !path.endsWith('.sql') || basename(path) < FIRST })
  const url = withDatabase(cluster.url, names.before)
  await prepareDatabase({ url, project: folder, seeded: false, production: false })
  const now = await fill(names.now)
  const before = await fill(names.before)
  const card = await addPeopleWithoutAccount(now.db, RECORDS)
  const rows: Record<string, string>[] = []
  await measure(now, { as: 'treating', sql: `select open_patient_card('${card}')` }, 6)
  const cards = await measure(now, { as: 'treating', sql: `select open_patient_card('${card}')` }, RUNS)
  rows.push({
    asked: `card of one of ${RECORDS.toLocaleString('en')} without an account`,
    before: '',
    now: milliseconds(quantile(cards, 0.5)),
    p95: milliseconds(quantile(cards, 0.95)),
    target: verdict(`p95 < ${CARD_P95_MS} ms`, quantile(cards, 0.95) < CARD_P95_MS),
  })
  for (const { asked, as, sql, most } of COMPARED) {
    const samples: { now: number[]; before: number[] } = { now: [], before: [] }
    for (const each of [now, before]) await measure(each, { as, sql }, 6)
    for (let turn = 0; turn < RUNS; turn++) {
      samples.before.push(...(await measure(before, { as, sql }, 1)))
      samples.now.push(...(await measure(now, { as, sql }, 1)))
    }
    const ratio = quantile(samples.now, 0.5) / quantile(samples.before, 0.5)
    rows.push({
      asked,
      before: milliseconds(quantile(samples.before, 0.5)),
      now: `${milliseconds(quantile(samples.now, 0.5))} (${ratio.toFixed(2)})`,
      p95: milliseconds(quantile(samples.now, 0.95)),
      target: verdict(`median ≤ ${most} of before`, ratio <= most),
    })
  }
  printTable(rows)
} finally {
  for (const db of connections) await db.end()
  rmSync(folder, { recursive: true, force: true })
  for (const name of Object.values(names)) await dropDatabase(cluster.url, name)
  await cluster.stop()
}

function verdict(target: string, isMet: boolean) {
  return `${target} (${isMet ? 'met' : 'missed'})`
}

interface Filled {
  db: pg.Client
  people: Record<string, string>
}

/** Fills a database. Returns an admin, the first and second doctor, and a patient. */
async function fill(name: string): Promise<Filled> {
  const db = new pg.Client({ connectionString: withDatabase(cluster.url, name) })
  connections.push(db)
  await db.connect()
  await addPeople(db)
  await fillAppointments(db, SIZE)
  const { rows } = await db.query<{ id: string }>("select id from auth.users where email like '%@example.test' order by email limit 4")
  const [admin = '', treating = '', doctor = '', patient = ''] = rows.map(({ id }) => id)
  await db.query("insert into user_roles (user_id, role) values ($1, 'admin'), ($2, 'doctor'), ($3, 'doctor')", [admin, treating, doctor])
  await db.query("update doctors set user_id = $1 where last_name = '1'", [treating])
  await db.query("update doctors set user_id = $1 where last_name = '2'", [doctor])
  // A patient may have at most ten open appointments.
  await db.query(
    "update appointments set status = 'completed' where user_id = $1 and status in ('pending', 'confirmed') and ends_at <= now()",
    [patient],
  )
  return { db, people: { admin, treating, doctor, patient } }
}

/** Runs the query in a new transaction each time. */
async function measure({ db, people }: Filled, { as, sql }: { as: string; sql: string }, runs: number) {
  const sample: number[] = []
  for (let each = 0; each < runs; each++) {
    await db.query('begin')
    await db.query("select set_config('request.jwt.claims', $1, true)", [
      JSON.stringify({ sub: people[as], role: 'authenticated', aal: 'aal1' }),
    ])
    await db.query('set local role authenticated')
    sample.push(await processorTime(db, sql))
    await db.query('rollback')
  }
  return sample
}

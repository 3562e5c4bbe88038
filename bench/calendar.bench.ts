// A week of the calendar, of one doctor and of twenty, measured in the database: it must take as long with many appointments as with few.
import { randomBytes } from 'node:crypto'
import pg from 'pg'
import { withDatabase } from '../server/postgres/connection.ts'
import { runAdmin, startTestCluster } from '../server/testing/cluster.ts'
import { milliseconds, printTable, quantile } from './table.ts'

// SIZES=100000 measures one size only.
const SIZES = (process.env['SIZES'] ?? '10000,100000,1000000').split(',').map(Number)
const DOCTORS = 100
const A_DAY = 10
const RUNS = 100
/** Of a week of one doctor. */
const TARGET_P95_MS = 20

const WEEK = 'current_date, current_date + 6'
const IDS = (count: number) => `(select array_agg(d.id) from (select id from doctors order by last_name::int limit ${count}) as d)`
const QUESTIONS = [
  { asked: 'week of one doctor, as the doctor', as: 'doctor', question: `select get_calendar(${IDS(1)}, ${WEEK})` },
  { asked: 'week of one doctor, as an admin', as: 'admin', question: `select get_calendar(${IDS(1)}, ${WEEK})` },
  { asked: 'day of 4 doctors, as an admin', as: 'admin', question: `select get_calendar(${IDS(4)}, current_date, current_date)` },
  { asked: 'week of 20 doctors, as an admin', as: 'admin', question: `select get_calendar(${IDS(20)}, ${WEEK})` },
]

const cluster = await startTestCluster()
const name = `bench_calendar_${randomBytes(4).toString('hex')}`
await runAdmin(cluster.url, `create database ${name} template ${cluster.templates.product}`)
const db = new pg.Client({ connectionString: withDatabase(cluster.url, name) })
await db.connect()
try {
  const people = await addPeople()
  const rows = []
  for (const size of SIZES) {
    await fill(size)
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
  await runAdmin(cluster.url, `drop database ${name} with (force)`)
  await cluster.stop()
}

/** An admin, a hundred doctors of whom the first has an account, and two thousand patients. */
async function addPeople(): Promise<Record<string, string>> {
  await db.query(
    `insert into auth.users (id, aud, role, email, encrypted_password, email_confirmed_at, raw_user_meta_data)
     select gen_random_uuid(), 'authenticated', 'authenticated', n || '@example.test', 'x', now(), '{"first_name": "Leyla", "last_name": "Test"}'
     from generate_series(1, 2000) as n`,
  )
  const [admin, doctor] = await Promise.all(['1', '2'].map(idOf))
  await db.query("insert into user_roles (user_id, role) values ($1, 'admin'), ($2, 'doctor')", [admin, doctor])
  await db.query(
    "insert into doctors (first_name, last_name, user_id) select 'Doctor', n::text, case n when 1 then $2::uuid end from generate_series(1, $1) as n",
    [DOCTORS, doctor],
  )
  await db.query(
    `insert into doctor_availability (doctor_id, day_of_week, start_time, end_time)
     select d.id, day, w.start_time, w.end_time
     from doctors d, generate_series(0, 4) as day, (values ('09:00'::time, '12:30'::time), ('13:30', '17:00')) as w (start_time, end_time)`,
  )
  await db.query(
    'insert into doctor_leave (doctor_id, leave_date) select id, current_date + n * 7 from doctors, generate_series(0, 20) as n',
  )
  return { admin: admin ?? '', doctor: doctor ?? '' }
}

async function idOf(mailbox: string) {
  const { rows } = await db.query<{ id: string }>("select id from auth.users where email = $1 || '@example.test'", [mailbox])
  return rows[0]?.id
}

/** Tops the table up: every doctor has ten a day, from ten days ahead into the past, as far as the size goes. */
async function fill(size: number) {
  const { rows } = await db.query<{ count: number }>('select count(*)::int as count from appointments')
  // `replica` switches triggers off, which would take hours. Constraints and indexes still apply.
  await db.query('set session_replication_role = replica')
  await db.query(
    `insert into appointments
       (user_id, doctor_id, appointment_date, appointment_time, patient_complaint, status, starts_at, ends_at, timezone, session_duration, blocked)
     -- Patients take turns, so that nobody is with two doctors at one time.
     select p.ids[3 + n % 1990], d.ids[1 + n % $3::int], day, to_char(wall, 'HH24:MI'), 'x',
       (case when n % 11 = 0 then 'cancelled' when day < current_date then 'completed' when n % 3 = 0 then 'pending' else 'confirmed' end)::appointment_status,
       starts_at, starts_at + interval '30 minutes', 'Europe/Istanbul', 30, tstzrange(starts_at, starts_at + interval '40 minutes')
     from generate_series($1::int, $2::int - 1) as n,
       (select array_agg(id order by email) as ids from auth.users) as p,
       (select array_agg(id order by last_name::int) as ids from doctors) as d,
       lateral (select current_date + 10 - n / $3 / $4::int as day, n / $3 % $4 as visit) as v,
       lateral (select day + make_interval(mins => 540 + 45 * visit) as wall) as w,
       lateral (select wall at time zone 'Europe/Istanbul' as starts_at) as s`,
    [rows[0]?.count, size, DOCTORS, A_DAY],
  )
  await db.query('set session_replication_role = default')
  await db.query('vacuum analyze')
}

/** As that person, each in its own transaction, timed by PostgreSQL: planning and execution. */
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

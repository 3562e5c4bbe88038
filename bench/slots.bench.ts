// Free slots of a day, a month and many doctors, measured in the database. The duration must not depend on the number of appointments.
import { randomBytes } from 'node:crypto'
import pg from 'pg'
import { withDatabase } from '../server/postgres/connection.ts'
import { dropDatabase, runAdmin, startTestCluster } from '../server/testing/cluster.ts'
import { processorTime } from './processor.ts'
import { quick } from './quick.ts'
import { milliseconds, printTable, quantile } from './table.ts'

// SIZES=100000 measures one size only.
const SIZES = (process.env['SIZES'] ?? (quick ? '1000' : '10000,100000,1000000')).split(',').map(Number)
const DOCTORS = 200
/** Doctors with appointments in the measured month; the others have them only before and after it. */
const BUSY_DOCTORS = 50
const A_DAY = 4
const MONTH = 30
const RUNS = quick ? 2 : 200
/** For the next slots of 50 doctors. */
const TARGET_P95_MS = 50
/** For 30 days of one doctor who has appointment types. */
const TARGET_P95_OF_MONTH_MS = 6

const BUSY_IDS = '(select array_agg(d.id) from doctors d where d.last_name::int <= 50 and $1::uuid is not null)'
const QUESTIONS = {
  'one day': "select * from get_available_slots($1, date_trunc('week', current_date)::date + 14)",
  '30 days': 'select * from get_available_days($1, current_date + 1, current_date + 30)',
  'next 3 of 50 doctors': `select * from get_next_slots(${BUSY_IDS}, 3)`,
  'next 12 of 50 doctors': `select * from get_next_slots(${BUSY_IDS}, 12)`,
  'next 3 of the soonest 50 of 200': 'select * from get_next_slots() where $1::uuid is not null',
}

/** The same queries with three types per doctor, whose durations differ from the doctor's default. */
const TYPE_ID = "md5($1::uuid || '1')::uuid"
const QUESTIONS_WITH_TYPES = {
  '30 days, first type': QUESTIONS['30 days'],
  '30 days, chosen type': `select * from get_available_days($1, current_date + 1, current_date + 30, ${TYPE_ID})`,
  'next 3 of 50 doctors, 3 types each': QUESTIONS['next 3 of 50 doctors'],
}

const cluster = await startTestCluster()
const name = `bench_slots_${randomBytes(4).toString('hex')}`
await runAdmin(cluster.url, `create database ${name} template ${cluster.templates.product}`)
const db = new pg.Client({ connectionString: withDatabase(cluster.url, name) })
await db.connect()
try {
  const { doctor, patient } = await addPeople()
  const rows = []
  for (const size of SIZES) {
    await fill(size)
    for (const [what, question] of [...Object.entries(QUESTIONS), ...Object.entries(QUESTIONS_WITH_TYPES)]) {
      await setTypes(what in QUESTIONS_WITH_TYPES)
      const { sample, answered } = await measure(patient, question, doctor)
      rows.push({
        appointments: size.toLocaleString('en'),
        asked: what,
        rows: answered,
        fastest: milliseconds(quantile(sample, 0)),
        median: milliseconds(quantile(sample, 0.5)),
        p95: milliseconds(quantile(sample, 0.95)),
        target: what.includes('of 50 doctors')
          ? verdictOn(quantile(sample, 0.95))
          : what.includes('type')
            ? verdictOn(quantile(sample, 0.95), TARGET_P95_OF_MONTH_MS)
            : '',
      })
      if (process.env['EXPLAIN']) await explain(patient, question, doctor)
    }
  }
  printTable(rows)
} finally {
  await db.end()
  await dropDatabase(cluster.url, name)
  await cluster.stop()
}

function verdictOn(p95: number, target = TARGET_P95_MS) {
  return `p95 < ${target} ms (${p95 < target ? 'met' : 'missed'})`
}

/** Two hundred doctors, who work from nine to five on weekdays with a lunch break and one afternoon off, and one patient for each. */
async function addPeople() {
  await db.query(
    `insert into auth.users (id, aud, role, email, encrypted_password, email_confirmed_at, raw_user_meta_data)
     select gen_random_uuid(), 'authenticated', 'authenticated', 'patient' || n || '@example.test', 'x', now(), '{"first_name": "Leyla", "last_name": "Test"}'
     from generate_series(1, $1) as n`,
    [DOCTORS],
  )
  await db.query("insert into doctors (first_name, last_name) select 'Doctor', n::text from generate_series(1, $1) as n", [DOCTORS])
  await db.query(
    `insert into doctor_availability (doctor_id, day_of_week, start_time, end_time)
     select d.id, day, w.start_time, w.end_time
     from doctors d, generate_series(0, 4) as day, (values ('09:00'::time, '12:30'::time), ('13:30', '17:00')) as w (start_time, end_time)`,
  )
  await db.query(
    "insert into doctor_leave (doctor_id, leave_date, start_time, end_time) select id, date_trunc('week', current_date)::date + 15, '13:00', '17:00' from doctors",
  )
  return {
    patient: await one<string>("select id as value from auth.users where email = 'patient1@example.test'"),
    doctor: await one<string>("select id as value from doctors where last_name = '1'"),
  }
}

/** Gives every doctor three types, or none. The last type is for returning patients. */
async function setTypes(wanted: boolean) {
  await db.query('delete from appointment_types')
  if (!wanted) return
  await db.query(
    `insert into appointment_types (id, doctor_id, names, minutes, fee_minor, position, who)
     select md5(d.id || n::text)::uuid, d.id, '{"en": "Type"}', 15 * (3 - n), 10000, n, case when n = 2 then 'returning' else 'everybody' end
     from doctors d, generate_series(0, 2) as n`,
  )
  await db.query('vacuum analyze appointment_types')
}

/**
 * Fills the table up to `size` rows. At every size the busy doctors have four a day in the measured month. All other appointments are
 * spread over all doctors, four a day, before today and after that month.
 */
async function fill(size: number) {
  const there = await one<number>('select count(*)::int as value from appointments')
  // `replica` switches triggers off, which would take hours. Constraints and indexes still apply.
  await db.query('set session_replication_role = replica')
  await db.query(
    `insert into appointments
       (user_id, doctor_id, appointment_date, appointment_time, patient_complaint, status, starts_at, ends_at, timezone, session_duration, blocked)
     select patients.id, doctor_id, day, to_char(wall, 'HH24:MI'), 'x',
       (case when n % 10 = 0 then 'cancelled' when day < current_date then 'completed' when n % 3 = 0 then 'pending' else 'confirmed' end)::appointment_status,
       starts_at, starts_at + interval '30 minutes', 'Europe/Istanbul', 30, tstzrange(starts_at, starts_at + interval '40 minutes')
     from (
       select n, current_date + $4::int + n / $5::int % $6::int as day, n % $5 as visit, d.ids[1 + n / ($6 * $5)] as doctor_id
       from generate_series(0, $3::int * $6 * $5 - 1) as n, (select array_agg(id order by last_name::int) as ids from doctors) as d
       where $1 = 0
       union all
       select n, current_date + (case when away % 2 = 0 then -1 - away / 2 else $4 + $6 + away / 2 end), visit, doctor_id
       from generate_series($1::int, $2::int - 1 - case when $1 = 0 then $3 * $6 * $5 else 0 end) as n,
         lateral (select n / $7::int / $5 as away, n / $7 % $5 as visit) as a
         join lateral (select array_agg(id order by last_name::int) as ids from doctors) as d on true,
         lateral (select d.ids[1 + n % $7] as doctor_id) as o
     ) as slot
     join (
       select d.id as doctor_id, u.id from doctors d join auth.users u on u.email = 'patient' || d.last_name || '@example.test'
     ) as patients using (doctor_id),
     lateral (select day + make_interval(mins => 555 + 120 * visit) as wall) as w,
     lateral (select wall at time zone 'Europe/Istanbul' as starts_at) as s`,
    [there, size, BUSY_DOCTORS, 1, A_DAY, MONTH, DOCTORS],
  )
  await db.query('set session_replication_role = default')
  await db.query('vacuum analyze appointments')
}

/** Runs the query as the patient, in a new transaction each time. PostgreSQL measures planning and execution; PROCESSOR=1: CPU time. */
async function measure(patient: string, question: string, doctor: string) {
  const sample: number[] = []
  const answered = await asPatient(patient, async () => (await db.query(question, [doctor])).rowCount ?? 0)
  for (let run = -10; run < RUNS; run++) {
    const took = await asPatient(patient, async () => {
      if (process.env['PROCESSOR']) return processorTime(db, question, [doctor])
      const { rows } = await db.query(`explain (analyze, timing off, format json) ${question}`, [doctor])
      const [plan] = rows[0]['QUERY PLAN'] as { 'Planning Time': number; 'Execution Time': number }[]
      return (plan?.['Planning Time'] ?? Number.NaN) + (plan?.['Execution Time'] ?? Number.NaN)
    })
    if (run >= 0) sample.push(took)
  }
  return { sample, answered }
}

/** EXPLAIN does not look into functions; auto_explain does, and reports in notices. */
async function explain(patient: string, question: string, doctor: string) {
  const lines: string[] = []
  const note = (notice: { message?: string | undefined }) => {
    if (notice.message?.includes('appointments')) lines.push(...notice.message.split('\n'))
  }
  db.on('notice', note)
  await db.query("load 'auto_explain'")
  await asPatient(
    patient,
    async () => db.query(question, [doctor]),
    `set local client_min_messages = log; set local auto_explain.log_min_duration = 0; set local auto_explain.log_analyze = on;
     set local auto_explain.log_nested_statements = on; set local auto_explain.log_level = notice`,
  )
  db.off('notice', note)
  process.stdout.write(`${lines.filter((line) => /appointments|Scan|actual|Query Text/.test(line)).join('\n')}\n\n`)
}

async function asPatient<T>(patient: string, work: () => Promise<T>, settings = '') {
  await db.query(`begin; ${settings}`)
  const claims = JSON.stringify({ sub: patient, role: 'authenticated' })
  await db.query("select set_config('role', 'authenticated', true), set_config('request.jwt.claims', $1, true)", [claims])
  const result = await work()
  await db.query('rollback')
  return result
}

async function one<T>(sql: string) {
  const { rows } = await db.query<{ value: T }>(sql)
  if (!rows[0]) throw new Error(`nothing came of ${sql}`)
  return rows[0].value
}

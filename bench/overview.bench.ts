// The queries of the owner's overview, measured in the database with many appointments.
import { randomBytes } from 'node:crypto'
import pg from 'pg'
import { withDatabase } from '../server/postgres/connection.ts'
import { dropDatabase, runAdmin, startTestCluster } from '../server/testing/cluster.ts'
import { addPeople, fillAppointments } from './many-appointments.ts'
import { quick } from './quick.ts'
import { milliseconds, printTable, quantile } from './table.ts'

// SIZES=100000 measures one size only.
const SIZES = (process.env['SIZES'] ?? (quick ? '10000' : '100000,1000000')).split(',').map(Number)
const RUNS = quick ? 5 : 40
const TARGET_P95_MS = 200
const FUNCTIONS = [
  'get_overview',
  'get_overview_hours',
  'get_overview_patients',
  'get_overview_languages',
  'get_overview_fees',
  'get_overview_reasons',
]

const cluster = await startTestCluster()
const name = `bench_overview_${randomBytes(4).toString('hex')}`
await runAdmin(cluster.url, `create database ${name} template ${cluster.templates.product}`)
const db = new pg.Client({ connectionString: withDatabase(cluster.url, name) })
await db.connect()
try {
  await addPeople(db)
  const { rows: people } = await db.query<{ id: string }>("select id from auth.users where email = '1@example.test'")
  const admin = people[0]?.id
  await db.query("insert into user_roles (user_id, role) values ($1, 'admin')", [admin])
  const rows = []
  for (const size of SIZES) {
    await fillAppointments(db, size)
    // Typical values: answered within two days, every tenth patient did not come, with fees.
    await db.query('set session_replication_role = replica')
    await db.query(
      `update appointments set answered_at = created_at + interval '1 minute' * (hashtext(id::text) & 2047), fee_minor = 5000, fee_currency = 'AZN',
         fee_agreed_at = created_at, did_not_come = status = 'completed' and hashtext(id::text) % 10 = 0
       where answered_at is null and status <> 'pending'`,
    )
    await db.query('set session_replication_role = default')
    await db.query('vacuum analyze')
    for (const unit of ['week', 'month'])
      for (const asked of FUNCTIONS) {
        const sample = await measure(`select * from ${asked}('${unit}', 12)`)
        const p95 = quantile(sample, 0.95)
        rows.push({
          appointments: size.toLocaleString('en'),
          asked: `${asked}, 12 ${unit}s`,
          median: milliseconds(quantile(sample, 0.5)),
          p95: milliseconds(p95),
          target: `p95 < ${TARGET_P95_MS} ms (${p95 < TARGET_P95_MS ? 'met' : 'missed'})`,
        })
      }
  }
  printTable(rows)

  async function measure(question: string) {
    const sample: number[] = []
    for (let run = -3; run < RUNS; run++) {
      await db.query('begin')
      await db.query("select set_config('role', 'authenticated', true), set_config('request.jwt.claims', $1, true)", [
        JSON.stringify({ sub: admin, role: 'authenticated', aal: 'aal1' }),
      ])
      const started = performance.now()
      await db.query(question)
      if (run >= 0) sample.push(performance.now() - started)
      await db.query('rollback')
    }
    return sample
  }
} finally {
  await db.end()
  await dropDatabase(cluster.url, name)
  await cluster.stop()
}

// Time on the processor of the PostgreSQL process that serves a connection: what others do on the machine meanwhile does not count.
import { readFileSync } from 'node:fs'
import type pg from 'pg'

async function processOf(db: pg.Client) {
  const { rows } = await db.query<{ pid: number }>('select pg_backend_pid() as pid')
  return rows[0]?.pid ?? 0
}

/** In nanoseconds since it began. The kernel counts it for each process. */
const runTime = (pid: number) => Number(readFileSync(`/proc/${pid}/schedstat`, 'utf8').split(' ')[0])

/** Milliseconds that the statement took on the processor: planning, execution and the answer. PostgreSQL has to be on this machine. */
export async function processorTime(db: pg.Client, sql: string, values: unknown[] = []) {
  const pid = await processOf(db)
  const before = runTime(pid)
  await db.query(sql, values)
  return (runTime(pid) - before) / 1e6
}

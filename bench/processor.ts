// CPU time of the PostgreSQL process that serves a connection. Other load on the machine does not affect it.
import { readFileSync } from 'node:fs'
import type pg from 'pg'

async function processOf(db: pg.Client) {
  const { rows } = await db.query<{ pid: number }>('select pg_backend_pid() as pid')
  return rows[0]?.pid ?? 0
}

/** The CPU time of a process since its start, in nanoseconds, as counted by the kernel. */
const runTime = (pid: number) => Number(readFileSync(`/proc/${pid}/schedstat`, 'utf8').split(' ')[0])

/** The CPU time of a statement in milliseconds: planning, execution and response. PostgreSQL must run on this machine. */
export async function processorTime(db: pg.Client, sql: string, values: unknown[] = []) {
  const pid = await processOf(db)
  const before = runTime(pid)
  await db.query(sql, values)
  return (runTime(pid) - before) / 1e6
}

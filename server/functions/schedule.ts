// Scheduled functions. A project lists them in `private.scheduled_functions (name, schedule)` as cron expressions in UTC, readable by
// service_role. On hosted Supabase the same table becomes cron jobs.
import { Cron } from 'croner'
import type pg from 'pg'
import type { Logger } from 'pino'
import { ConfigError } from '../config.ts'
import { inTransaction } from '../transaction.ts'
import type { Functions } from './host.ts'

interface ScheduledFunction {
  name: string
  schedule: string
}

export interface Schedule {
  /** Returns the function that stops the schedule. Runs missed while no server was running are not repeated. */
  start: () => () => Promise<void>
}

export interface ScheduleOptions {
  pool: pg.Pool
  functions: Functions
  /** Sent with each call, so that a function can require it. */
  secretKey: string
  siteUrl: string
  log: Logger
}

const STOP_TIMEOUT_MS = 5000

export async function createSchedule(options: ScheduleOptions): Promise<Schedule> {
  const { functions, log } = options
  const entries = (await read(options.pool)).filter(({ name }) => {
    if (!functions.has(name)) log.warn({ function: name }, 'a scheduled function is not there')
    return functions.has(name)
  })
  const jobs = entries.map((entry) => ({ ...entry, cron: parse(entry) }))

  return {
    start() {
      const runs = new Set<Promise<void>>()
      for (const { name, cron } of jobs) {
        cron.schedule(async () => {
          const run = runAlone(name, options)
          runs.add(run)
          await run
          runs.delete(run)
        })
      }
      return async () => {
        for (const { cron } of jobs) cron.stop()
        await Promise.race([Promise.all(runs), new Promise((resolve) => setTimeout(resolve, STOP_TIMEOUT_MS).unref())])
      }
    },
  }
}

function parse({ name, schedule }: ScheduledFunction) {
  try {
    // A run is skipped while the previous one is still running.
    return new Cron(schedule, { protect: true, timezone: 'UTC', unref: true, mode: '5-or-6-parts' })
  } catch {
    throw new ConfigError(`private.scheduled_functions: "${schedule}" for ${name} is no cron expression.`)
  }
}

/** Takes a lock in the database, because several servers may share it. */
async function runAlone(name: string, { pool, functions, secretKey, siteUrl, log }: ScheduleOptions) {
  try {
    const work = async (client: pg.PoolClient) => {
      const { rows } = await client.query<{ free: boolean }>(
        "select pg_try_advisory_xact_lock(hashtextextended('scheduled:' || $1, 0)) as free",
        [name],
      )
      if (!rows[0]?.free) return
      const headers = { apikey: secretKey, 'content-type': 'application/json' }
      const { status } = await functions.call(name, new Request(`${siteUrl}/${name}`, { method: 'POST', headers, body: '{}' }))
      if (status >= 400) log.error({ function: name, status }, 'a scheduled function failed')
    }
    await inTransaction(pool, work, 'rollback')
  } catch (error) {
    log.error({ function: name, reason: error instanceof Error ? error.message : 'unknown' }, 'a scheduled function could not run')
  }
}

async function read(pool: pg.Pool): Promise<ScheduledFunction[]> {
  const work = async (client: pg.PoolClient) => {
    const { rowCount } = await client.query(
      "select from pg_catalog.pg_class where relname = 'scheduled_functions' and relnamespace = (select oid from pg_catalog.pg_namespace where nspname = 'private')",
    )
    if (!rowCount) return []
    await client.query('set local role service_role')
    try {
      return (await client.query<ScheduledFunction>('select name, schedule from private.scheduled_functions order by name')).rows
    } catch {
      throw new ConfigError('private.scheduled_functions (name, schedule) cannot be read; grant select on it to service_role.')
    }
  }
  return inTransaction(pool, work, 'rollback')
}

// The connections of realtime: several small pools, so that no kind of query delays another. Also classifies temporary errors.
import { setTimeout as wait } from 'node:timers/promises'
import pg from 'pg'
import type { Logger } from 'pino'
import { LIMITS } from './limits.ts'
import { SESSION_OPTIONS } from './session.ts'

const RETRY_MS = 250
const RETRY_TIMEOUT_MS = 60_000

export interface PoolsOptions {
  url: string
  /** Called each time that delivery cannot reach the database. */
  onDown: () => void
  log: Logger
}

export function createPools({ url, onDown, log }: PoolsOptions) {
  let stopped = false
  const settings = { connectionString: url, options: SESSION_OPTIONS, connectionTimeoutMillis: 5000, lock_timeout: 3000 }
  // Delivery has its own connection, so that many concurrent joins do not delay it.
  const delivery = new pg.Pool({ ...settings, max: 1, statement_timeout: 8000, application_name: 'realtime delivery' })
  const rights = new pg.Pool({ ...settings, max: 3, statement_timeout: 5000, application_name: 'realtime rights' })
  // Filters come from clients and need a short timeout, because every delivery waits for them.
  const comparing = new pg.Pool({ ...settings, max: 1, statement_timeout: 1500, application_name: 'realtime filters' })
  // Sweeping has its own connection so that closing ended sessions is never starved by new joins.
  const sweeping = new pg.Pool({ ...settings, max: 1, statement_timeout: 5000, application_name: 'realtime sweep' })
  const pools = [delivery, rights, comparing, sweeping]
  for (const pool of pools) {
    pool.on('error', (error) => stopped || log.warn({ code: codeOf(error) }, 'an idle realtime connection was lost'))
  }

  async function ask<T extends pg.QueryResultRow>(text: string, values: unknown[], pool = rights) {
    if (pool.waitingCount > LIMITS.waitingQuestions) throw new TooBusyError()
    return (await pool.query<T>(text, values)).rows
  }

  /** Retries until a lock, a slow commit or a restart has passed, so that no change is lost. */
  async function askPersistently<T extends pg.QueryResultRow>(query: pg.QueryConfig, pool = delivery) {
    for (const started = Date.now(); ; await wait(RETRY_MS)) {
      try {
        return (await pool.query<T>(query)).rows
      } catch (error) {
        if (stopped || !(isDown(error) || codeOf(error) === BLOCKED) || Date.now() - started > RETRY_TIMEOUT_MS) throw error
        if (isDown(error)) onDown()
      }
    }
  }

  async function stop() {
    stopped = true
    await Promise.all(pools.map((pool) => pool.end()))
  }

  return { rights, comparing, sweeping, ask, askPersistently, stop }
}

/** The queue is too long to be answered in time. */
export class TooBusyError extends Error {}

export function codeOf(error: unknown) {
  return error instanceof Error && 'code' in error && typeof error.code === 'string' ? error.code : undefined
}

/** Another transaction holds a lock, or a commit takes long. */
const BLOCKED = '55P03'

/** The query got neither yes nor no: the database is down, a lock is held, or it timed out. */
export const isUnanswered = (error: unknown) => isDown(error) || [BLOCKED, '57014', '40001', '40P01'].includes(codeOf(error) ?? '')

/** The database cannot be reached, as opposed to refusing the query. */
export function isDown(error: unknown) {
  return !(error instanceof pg.DatabaseError) || /^(08|53|57P)/.test(error.code ?? '')
}

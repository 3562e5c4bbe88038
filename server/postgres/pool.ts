// Connection pools in which a fault ends one connection and never the process.
import type { Duplex } from 'node:stream'
import pg from 'pg'
import type { Logger } from 'pino'

export function createPool(options: pg.PoolConfig, log: Logger): pg.Pool {
  const pool = new pg.Pool(options)
  pool.on('error', (error) => {
    // While it stops, the database may end first: Ctrl+C in a terminal reaches PostgreSQL as well.
    if (pool.ending) return
    log.warn({ code: 'code' in error ? error.code : undefined }, 'an idle database connection was lost')
  })
  pool.on('connect', (client) => {
    // A connection that is lost while in use reports it to its queries. The event also needs a listener, or it would end the process.
    client.on('error', () => {})
    containParserErrors(client)
  })
  return pool
}

/** A field that is longer than a string can be makes the driver throw where nobody can catch it, which would end the process. */
function containParserErrors(client: pg.PoolClient) {
  const { stream } = (client as unknown as { connection: { stream: Duplex } }).connection
  for (const read of stream.listeners('data') as ((chunk: Buffer) => void)[]) {
    stream.off('data', read)
    stream.on('data', (chunk: Buffer) => {
      try {
        read(chunk)
      } catch (error) {
        stream.destroy(error instanceof Error ? error : new Error(String(error)))
      }
    })
  }
}

/** A health check has to be answered soon. */
const PROBE_TIMEOUT_MS = 3000

/** Whether the database answers, on a connection that nothing else waits for. */
export function createProbe(options: pg.PoolConfig, log: Logger) {
  const pool = createPool({ ...options, max: 1, connectionTimeoutMillis: PROBE_TIMEOUT_MS, query_timeout: PROBE_TIMEOUT_MS }, log)
  let running: Promise<boolean> | undefined

  async function ask() {
    try {
      await pool.query('select 1')
      return true
    } catch {
      return false
    } finally {
      running = undefined
    }
  }
  return {
    // Health checks that come at the same time share one query.
    isReady: () => (running ??= ask()),
    stop: () => pool.end(),
  }
}

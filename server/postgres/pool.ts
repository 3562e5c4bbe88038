// Connection pools in which a fault ends one connection but never the process.
import type { Duplex } from 'node:stream'
import pg from 'pg'
import type { Logger } from 'pino'

export function createPool(options: pg.PoolConfig, log: Logger): pg.Pool {
  const pool = new pg.Pool(options)
  pool.on('error', (error) => {
    // During a shutdown the database may end first, because Ctrl+C in a terminal reaches PostgreSQL too.
    if (pool.ending) return
    log.warn({ code: 'code' in error ? error.code : undefined }, 'an idle database connection was lost')
  })
  pool.on('connect', (client) => {
    // A lost connection reports the error to its queries. The event needs a listener too, or it would end the process.
    client.on('error', () => {})
    containParserErrors(client)
  })
  return pool
}

/** A field that exceeds the maximum string length makes the driver throw an uncaught exception, which would end the process. */
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

/** Health checks need a quick answer. */
const PROBE_TIMEOUT_MS = 3000

/** Checks whether the database answers, on a dedicated connection. */
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
    // Concurrent health checks share one query.
    isReady: () => (running ??= ask()),
    stop: () => pool.end(),
  }
}

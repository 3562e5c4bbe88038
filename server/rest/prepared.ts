// What is asked again and again is read and planned once a connection. Which statements those are is learnt from all requests; a
// connection keeps the ones it used last, and forgets the rest.
import type pg from 'pg'

/** Kept on each connection: every one of them is memory of its process. */
export const MAX_PREPARED = 200
/** Statements known to be asked again, and those asked once so far. */
const MAX_KNOWN = 600
const MAX_SQL_LENGTH = 10_000

const repeated = new Set<string>()
const askedOnce = new Set<string>()
const prepared = new WeakMap<pg.PoolClient, { names: Map<string, string>; made: number }>()

/**
 * The name under which this connection knows the statement; none for one that nobody has asked before. Each role has its own:
 * rights on a function that is written into the plan are looked at when the plan is made. To be called before the transaction
 * begins, since a failed one would not let anything be forgotten.
 */
export function nameFor(client: pg.PoolClient, role: string, sql: string) {
  const key = `${role} ${sql}`
  const own = prepared.get(client) ?? { names: new Map<string, string>(), made: 0 }
  prepared.set(client, own)
  const known = own.names.get(key)
  if (known === undefined && !isRepeated(key)) return undefined
  const name = known ?? `repeated ${own.made++}`
  own.names.delete(key)
  own.names.set(key, name)
  const [oldest] = own.names
  if (oldest && own.names.size > MAX_PREPARED) forget(client, own.names, oldest)
  return name
}

function isRepeated(key: string) {
  if (key.length > MAX_SQL_LENGTH) return false
  if (repeated.delete(key) || askedOnce.delete(key)) {
    repeated.add(key)
    dropOldest(repeated)
    return true
  }
  askedOnce.add(key)
  dropOldest(askedOnce)
  return false
}

function dropOldest(keys: Set<string>) {
  const [oldest] = keys
  if (oldest !== undefined && keys.size > MAX_KNOWN) keys.delete(oldest)
}

function forget(client: pg.PoolClient, names: Map<string, string>, [key, name]: [string, string]) {
  names.delete(key)
  // The driver keeps a list of its own, for ever.
  delete (client as unknown as { connection: { parsedStatements: Record<string, string> } }).connection.parsedStatements[name]
  // It may never have been prepared, if that failed.
  client.query(`deallocate "${name}"`).catch(() => {})
}

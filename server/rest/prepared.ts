// Statements that are repeated are prepared once per connection. Which ones those are is learnt from all requests; a connection keeps
// the most recently used ones.
import type pg from 'pg'

/** Kept on each connection: every one of them is memory of its process. */
export const MAX_PREPARED = 200
/** Statements known to be repeated, and those seen once so far. */
const MAX_KNOWN = 600
const MAX_SQL_LENGTH = 10_000

const repeated = new Set<string>()
const askedOnce = new Set<string>()

interface Prepared {
  name: string
  lastUsed: number
}
interface Connection {
  /** By role, then by statement: one key of both would be a copy of the whole statement for every request. */
  byRole: Map<string, Map<string, Prepared>>
  /** In all roles together. */
  size: number
  /** Counts uses: a clock, and where new names come from. */
  uses: number
}
const connections = new WeakMap<pg.PoolClient, Connection>()

/**
 * The name under which this connection knows the statement; none for one that nobody has asked before. Each role has its own:
 * rights on a function that is written into the plan are looked at when the plan is made. To be called before the transaction
 * begins, since a failed one would not let anything be forgotten.
 */
export function nameFor(client: pg.PoolClient, role: string, sql: string) {
  let connection = connections.get(client)
  if (!connection) connections.set(client, (connection = { byRole: new Map(), size: 0, uses: 0 }))
  let statements = connection.byRole.get(role)
  if (!statements) connection.byRole.set(role, (statements = new Map()))
  let statement = statements.get(sql)
  if (!statement) {
    if (!isRepeated(`${role} ${sql}`)) return undefined
    if (connection.size >= MAX_PREPARED) forgetOldest(client, connection)
    statements.set(sql, (statement = { name: `repeated ${connection.uses}`, lastUsed: 0 }))
    connection.size++
  }
  statement.lastUsed = ++connection.uses
  return statement.name
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

function forgetOldest(client: pg.PoolClient, connection: Connection) {
  const all = [...connection.byRole.values()].flatMap((statements) => [...statements].map(([sql, each]) => ({ statements, sql, ...each })))
  const [oldest] = all.toSorted((a, b) => a.lastUsed - b.lastUsed)
  if (!oldest) return
  const { statements, sql, name } = oldest
  statements.delete(sql)
  connection.size--
  // The driver keeps its own list, which never shrinks.
  delete (client as unknown as { connection: { parsedStatements: Record<string, string> } }).connection.parsedStatements[name]
  // It may never have been prepared, if that failed.
  client.query(`deallocate "${name}"`).catch(() => {})
}

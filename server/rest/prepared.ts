// Prepares repeated statements once per connection. All requests together determine which statements repeat; each connection keeps the most
// recently used ones.
import type pg from 'pg'

/** The limit for each connection, because prepared statements use memory of its PostgreSQL process. */
export const MAX_PREPARED = 200
/** The number of remembered statements, whether repeated or seen once. */
const MAX_KNOWN = 600
const MAX_SQL_LENGTH = 10_000

const repeated = new Set<string>()
const askedOnce = new Set<string>()

interface Prepared {
  name: string
  lastUsed: number
}
interface Connection {
  /** Keyed by role, then by statement. A combined key would copy the whole statement for every request. */
  byRole: Map<string, Map<string, Prepared>>
  /** The number of statements over all roles. */
  size: number
  /** A use counter, which serves as a clock and for new names. */
  uses: number
}
const connections = new WeakMap<pg.PoolClient, Connection>()

/**
 * Returns the name of the prepared statement on this connection, or undefined for a statement seen for the first time. Each role has its
 * own, because rights on a function inlined into the plan are checked at planning time. Call it before the transaction begins: in a failed
 * transaction nothing can be deallocated.
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
  // The driver's own list never shrinks.
  delete (client as unknown as { connection: { parsedStatements: Record<string, string> } }).connection.parsedStatements[name]
  // It may not exist, if preparing it failed.
  client.query(`deallocate "${name}"`).catch(() => {})
}

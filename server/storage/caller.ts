// Runs a transaction with the caller's own rights. The policies on buckets and objects decide what is allowed.
import type pg from 'pg'
import type { Caller, Gate } from '../gate.ts'
import { type Identity, identityOfRole } from '../identity.ts'

export type Query = <Row extends pg.QueryResultRow>(sql: string, values?: unknown[]) => Promise<Row[]>

/** The service itself, for reads that need no user: limits of buckets, public files, signed URLs. */
export const SERVICE = identityOfRole('service_role')

/** A caller without a key. */
export const ANONYMOUS = identityOfRole('anon')

/** The timeout of reads and of the service's own writes. */
const READ_TIMEOUT = '8s'
const LOCK_TIMEOUT = '500ms'

/** The statements of a write together hold their locks for `writeTimeoutMs` at most: storing an object takes two, every other write one. */
function timeoutOf(role: Identity['role'], operation: string, writeTimeoutMs: number) {
  if (role === 'service_role' || /\.(list|info|sign|sign_many|get\w*)$/.test(operation)) return READ_TIMEOUT
  const statements = /^storage\.(object\.(upload\w*|copy|sign_upload_url)|tus\.upload\.\w+)$/.test(operation) ? 2 : 1
  return `${Math.floor(writeTimeoutMs / statements)}ms`
}

export type Callers = ReturnType<typeof createCallers>

/** Counts connections towards the share of `caller`. Each transaction names the identity whose rights apply. */
export function createCallers(gate: Gate, caller: Caller, writeTimeoutMs: number) {
  const transaction = <T>(
    { role, claims, sessionId }: Identity,
    operation: string,
    work: (query: Query) => Promise<T>,
    ending: 'commit' | 'rollback',
  ) =>
    gate.use(caller, async (client) => {
      const query: Query = async <Row extends pg.QueryResultRow>(sql: string, values: unknown[] = []) =>
        (await client.query<Row>(sql, values)).rows
      try {
        await query('begin')
        // Checks the session before switching the role, because that role cannot read sessions.
        if (sessionId) await query('select _server.require_session($1)', [sessionId])
        await query(
          `select set_config('request.jwt.claims', $1, true), set_config('storage.operation', $2, true),
           set_config('statement_timeout', $4, true), set_config('lock_timeout', $5, true), set_config('role', $3, true)`,
          [JSON.stringify(claims), operation, role, timeoutOf(role, operation, writeTimeoutMs), LOCK_TIMEOUT],
        )
        const result = await work(query)
        await query(ending)
        return result
      } catch (error) {
        await client.query('rollback').catch(() => {})
        throw error
      }
    })

  return {
    /** Policies can read `operation` with storage.operation(). */
    as: <T>(identity: Identity, operation: string, work: (query: Query) => Promise<T>) => transaction(identity, operation, work, 'commit'),
    /** Checks whether an operation would be allowed; always rolled back. */
    try: (identity: Identity, operation: string, work: (query: Query) => Promise<unknown>) =>
      transaction(identity, operation, work, 'rollback'),
  }
}

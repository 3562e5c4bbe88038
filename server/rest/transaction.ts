// One request, one transaction: the caller's role and claims hold for it alone.
import pg from 'pg'
import { CLAIMED_ADDRESSES } from '../client-address.ts'
import type { Gate } from '../gate.ts'
import type { Identity } from '../identity.ts'
import { LOCK_TIMEOUT_MS, MAX_LOCK_ATTEMPTS, WRITE_TIMEOUT_MS } from './limits.ts'
import { nameFor } from './prepared.ts'
import { ident } from './sql.ts'
import type { Statement } from './statements.ts'

export interface Result {
  body: string | null
  page_total: string
  total: string | null
  /** Rows that an upsert found there already. */
  updated: string | null
  headers: string | null
  status: string | null
}

export interface RequestFacts {
  identity: Identity
  method: string
  path: string
  headers: Headers
  /** The network address it really comes from. */
  address: string
  schema: string
  timezone: string | undefined
  /** A function may bring its own. */
  timeout: string | undefined
}

const READ_TIMEOUT = '8s'
// The holder of the secret key is trusted, and does the work of many people at once.
const writeTimeoutOf = ({ identity }: RequestFacts) => (identity.role === 'service_role' ? READ_TIMEOUT : `${WRITE_TIMEOUT_MS}ms`)

/** Reads: the whole transaction is sent at once, in one round trip. Returns the rows of each statement. */
export function readOnce(gate: Gate, facts: RequestFacts, ...statements: Statement[]): Promise<pg.QueryResultRow[][]> {
  return gate.use(facts, async (client) => {
    const answers = await inOrder(client, facts, [
      { sql: 'begin read only' },
      settings(facts, facts.timeout ?? READ_TIMEOUT),
      ...statements,
      { sql: 'commit' },
    ])
    return answers.slice(2, -1).map(({ rows }) => rows)
  })
}

/**
 * Writes: a result that may be refused is checked before the commit; otherwise everything is sent at once, too. Nobody holds locks
 * for longer than the timeout. A write that has to wait for a lock is rolled back, so that it holds none meanwhile, and sent again.
 */
export async function writeOnce(
  gate: Gate,
  facts: RequestFacts,
  statement: Statement,
  { keeps, judge }: { keeps: boolean; judge: ((result: Result) => void) | undefined },
): Promise<Result> {
  // Deferred constraints are checked even if the transaction is rolled back in the end.
  const ending = keeps ? [{ sql: 'commit' }] : [{ sql: 'set constraints all immediate' }, { sql: 'rollback' }]
  const work = [{ sql: 'begin' }, settings(facts, facts.timeout ?? writeTimeoutOf(facts), LOCK_TIMEOUT_MS), statement]
  const attempt = async (client: pg.PoolClient) => {
    if (!judge) return resultOf(await inOrder(client, facts, [...work, ...ending]))
    try {
      const result = resultOf(await inOrder(client, facts, work))
      judge(result)
      await inOrder(client, facts, ending)
      return result
    } catch (error) {
      await client.query('rollback')
      throw error
    }
  }
  return gate.use(facts, async (client) => {
    for (let left = MAX_LOCK_ATTEMPTS - 1; left > 0; left--) {
      try {
        return await attempt(client)
      } catch (error) {
        if (!isLockTimeout(error)) throw error
      }
    }
    return attempt(client)
  })
}

const isLockTimeout = (error: unknown) => error instanceof pg.DatabaseError && error.code === '55P03'

function resultOf([, , answer]: pg.QueryResult[]): Result {
  const result = answer?.rows[0] as Result | undefined
  if (!result) throw new Error('The database gave no answer')
  return result
}

// Everything is sent before the first answer is read. After a failure PostgreSQL refuses the rest until the transaction ends.
async function inOrder(
  client: pg.PoolClient,
  { identity: { role } }: RequestFacts,
  statements: { sql: string; values?: unknown[]; name?: string }[],
) {
  const named = statements.map(({ sql, name = nameFor(client, role, sql), ...rest }) => ({
    text: sql,
    ...rest,
    ...(name === undefined ? {} : { name }),
  }))
  const outcomes = await Promise.allSettled(named.map((query) => client.query(query)))
  return outcomes.map((outcome) => {
    if (outcome.status === 'rejected') throw outcome.reason
    return outcome.value
  })
}

// The session is checked before the role is switched, because that role may not read sessions.
function settings({ identity, method, path, headers, address, schema, timezone }: RequestFacts, timeout: string, lockTimeoutMs?: number) {
  const locals: [string, string][] = [
    ['search_path', [schema, 'public', 'extensions'].map(ident).join(', ')],
    ['request.jwt.claims', JSON.stringify(identity.claims)],
    ['request.method', method],
    ['request.path', path],
    ['request.headers', JSON.stringify({ ...publicHeaders(headers), 'x-forwarded-for': address })],
    ['statement_timeout', timeout],
    ...(lockTimeoutMs === undefined ? [] : [['lock_timeout', `${lockTimeoutMs}ms`] as [string, string]]),
    ...(timezone === undefined ? [] : [['timezone', timezone] as [string, string]]),
    ['role', identity.role],
  ]
  const values: unknown[] = locals.map(([, value]) => value)
  const calls = locals.map(([name], n) => `set_config('${name}', $${n + 1}, true)`)
  if (identity.sessionId) calls.unshift(`_server.require_session($${values.push(identity.sessionId)})`)
  // Named, so that a connection prepares it once.
  const parts = { lock: lockTimeoutMs !== undefined, timezone: timezone !== undefined, session: identity.sessionId !== undefined }
  const name = ['settings', ...Object.entries(parts).flatMap(([part, isSet]) => (isSet ? [part] : []))].join('+')
  return { name, sql: `select ${calls.join(', ')}`, values }
}

const KEPT_BACK = new Set(['apikey', 'authorization', 'cookie', ...CLAIMED_ADDRESSES])
const publicHeaders = (headers: Headers) => Object.fromEntries([...headers].filter(([name]) => !KEPT_BACK.has(name)))

// Runs each request in one transaction with the caller's role and claims.
import pg from 'pg'
import { CLAIMED_ADDRESSES } from '../client-address.ts'
import type { Gate } from '../gate.ts'
import type { Identity } from '../identity.ts'
import { LOCK_TIMEOUT_MS, MAX_LOCK_ATTEMPTS, writeTooSlow } from './limits.ts'
import { nameFor } from './prepared.ts'
import { ident } from './sql.ts'
import type { Statement } from './statements.ts'

export interface Result {
  body: string | null
  page_total: string
  total: string | null
  /** The number of existing rows that an upsert found. */
  updated: string | null
  headers: string | null
  status: string | null
}

export interface RequestFacts {
  identity: Identity
  method: string
  path: string
  headers: Headers
  /** The client's real network address. */
  address: string
  schema: string
  timezone: string | undefined
  /** The function's own timeout, if it has one. */
  timeout: string | undefined
  writeTimeoutMs: number
}

/** A statement of this server. Without a name and values the driver sends it in one message. */
interface Command {
  sql: string
  values?: unknown[]
  name?: string
}

const BEGIN_READ: Command = { sql: 'begin read only' }
const BEGIN: Command = { sql: 'begin' }
const COMMIT: Command = { sql: 'commit' }
// Deferred constraints are checked even if the transaction is then rolled back.
const CHECK_AND_ROLL_BACK: Command[] = [{ sql: 'set constraints all immediate' }, { sql: 'rollback' }]

const READ_TIMEOUT = '8s'
// The holder of the secret key is trusted and acts for many people.
const writeTimeoutOf = ({ identity, writeTimeoutMs }: RequestFacts) =>
  identity.role === 'service_role' ? READ_TIMEOUT : `${writeTimeoutMs}ms`

/** Sends the whole read transaction in one round trip. Returns the rows of each statement. */
export function readOnce(gate: Gate, facts: RequestFacts, ...statements: Statement[]): Promise<pg.QueryResultRow[][]> {
  return gate.use(facts, async (client) => {
    const named = statements.map((statement) => withName(client, facts, statement))
    const answers = await inOrder(client, [BEGIN_READ, settings(facts, facts.timeout ?? READ_TIMEOUT), ...named, COMMIT])
    return answers.slice(2, -1).map(({ rows }) => rows)
  })
}

/**
 * Runs a write. A result that may be refused is checked before the commit; otherwise everything is sent at once, as for reads. The timeout
 * limits how long locks are held. A write that has to wait for a lock is rolled back, so that it holds none meanwhile, and retried.
 */
export async function writeOnce(
  gate: Gate,
  facts: RequestFacts,
  statement: Statement,
  { keeps, judge }: { keeps: boolean; judge: ((result: Result) => void) | undefined },
): Promise<Result> {
  const ending = keeps ? [COMMIT] : CHECK_AND_ROLL_BACK
  const attempt = async (client: pg.PoolClient) => {
    const configuring = settings(facts, facts.timeout ?? writeTimeoutOf(facts), LOCK_TIMEOUT_MS)
    const work = [BEGIN, configuring, withName(client, facts, statement)]
    if (!judge) return resultOf(await inOrder(client, [...work, ...ending]))
    try {
      const result = resultOf(await inOrder(client, work))
      judge(result)
      await inOrder(client, ending)
      return result
    } catch (error) {
      await client.query('rollback')
      throw error
    }
  }
  return gate.use(facts, async (client) => {
    for (let left = MAX_LOCK_ATTEMPTS; ; left--) {
      try {
        return await attempt(client)
      } catch (error) {
        if (isTimeout(error)) throw writeTooSlow(error)
        if (!isLockTimeout(error) || left === 1) throw error
      }
    }
  })
}

const isLockTimeout = (error: unknown) => error instanceof pg.DatabaseError && error.code === '55P03'
const isTimeout = (error: unknown): error is pg.DatabaseError => error instanceof pg.DatabaseError && error.code === '57014'

function resultOf([, , answer]: pg.QueryResult[]): Result {
  const result = answer?.rows[0] as Result | undefined
  if (!result) throw new Error('The database gave no answer')
  return result
}

const withName = (client: pg.PoolClient, { identity }: RequestFacts, statement: Statement): Command => {
  const name = nameFor(client, identity.role, statement.sql)
  return name === undefined ? statement : { ...statement, name }
}

/**
 * Sends everything before reading the first result. After a failure PostgreSQL rejects the rest of the transaction, so the first error is
 * the relevant one.
 */
function inOrder(client: pg.PoolClient, commands: Command[]) {
  return new Promise<pg.QueryResult[]>((resolve, reject) => {
    const answers: pg.QueryResult[] = []
    let failure: Error | undefined
    let left = commands.length
    for (const { sql, values, name } of commands) {
      // Avoids a config object, which the driver copies property by property: for four statements that costs as much as reading a body.
      const query = new pg.Query(sql, values) as pg.Query & {
        name?: string
        callback: (error: Error | null, answer: pg.QueryResult) => void
      }
      if (name !== undefined) query.name = name
      query.callback = (error, answer) => {
        if (error) failure ??= error
        else answers.push(answer)
        if (--left > 0) return
        if (failure) reject(failure)
        else resolve(answers)
      }
      client.query(query)
    }
  })
}

/** Caches the SQL of `settings` by name. */
const settingTexts = new Map<string, string>()

// Checks the session before switching the role, because that role cannot read sessions.
function settings(facts: RequestFacts, timeout: string, lockTimeoutMs?: number): Command {
  const { identity, method, path, schema, timezone } = facts
  const values = [searchPathOf(schema), claimsOf(identity), method, path, headersOf(facts), timeout]
  const names = SETTING_NAMES.slice()
  let name = 'settings'
  if (lockTimeoutMs !== undefined) {
    name += '+lock'
    names.push('lock_timeout')
    values.push(`${lockTimeoutMs}ms`)
  }
  if (timezone !== undefined) {
    name += '+timezone'
    names.push('timezone')
    values.push(timezone)
  }
  names.push('role')
  values.push(identity.role)
  if (identity.sessionId) {
    name += '+session'
    values.push(identity.sessionId)
  }
  // Named, so that each connection prepares it once.
  let sql = settingTexts.get(name)
  if (!sql) settingTexts.set(name, (sql = settingsSql(names, identity.sessionId !== undefined)))
  return { name, sql, values }
}

const SETTING_NAMES = ['search_path', 'request.jwt.claims', 'request.method', 'request.path', 'request.headers', 'statement_timeout']

function settingsSql(names: string[], hasSession: boolean) {
  const calls = names.map((name, n) => `set_config('${name}', $${n + 1}, true)`)
  if (hasSession) calls.unshift(`_server.require_session($${names.length + 1})`)
  return `select ${calls.join(', ')}`
}

const searchPaths = new Map<string, string>()

/** `schema` is one of the exposed schemas, so there are few. */
function searchPathOf(schema: string) {
  let path = searchPaths.get(schema)
  if (!path) searchPaths.set(schema, (path = [schema, 'public', 'extensions'].map(ident).join(', ')))
  return path
}

/** A token's claims are the same object while the verified token is cached. */
const claimTexts = new WeakMap<object, string>()

function claimsOf({ claims }: Identity) {
  let text = claimTexts.get(claims)
  if (!text) claimTexts.set(claims, (text = JSON.stringify(claims)))
  return text
}

const KEPT_BACK = new Set(['apikey', 'authorization', 'cookie', ...CLAIMED_ADDRESSES])

function headersOf({ headers, address }: RequestFacts) {
  const shown: Record<string, string> = {}
  for (const [name, value] of headers) if (!KEPT_BACK.has(name)) shown[name] = value
  shown['x-forwarded-for'] = address
  return JSON.stringify(shown)
}

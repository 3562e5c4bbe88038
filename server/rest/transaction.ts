// One request, one transaction: the caller's role and claims hold for it alone.
import pg from 'pg'
import type { Identity } from '../identity.ts'
import type { Statement } from './statements.ts'

export interface Result {
  body: string | null
  page_total: string
  total: string | null
  headers: string | null
  status: string | null
}

export interface RequestFacts {
  identity: Identity
  method: string
  path: string
  headers: Headers
  schema: string
  timezone: string | undefined
}

const TIMEOUT = '8s'

/** Reads: the whole transaction goes out at once, one round trip. */
export async function readOnce<T extends pg.QueryResultRow>(
  pool: pg.Pool,
  facts: RequestFacts,
  statement: Statement,
  pick = ([first]: T[]) => first,
) {
  const client = await pool.connect()
  try {
    const outcomes = await Promise.allSettled([
      client.query(`begin read only; ${settingsSql(facts)}`),
      client.query<T>(statement.sql, statement.values),
      client.query('commit'),
    ])
    for (const outcome of outcomes) if (outcome.status === 'rejected') throw outcome.reason
    const [, answered] = outcomes
    return answered.status === 'fulfilled' ? pick(answered.value.rows) : undefined
  } finally {
    client.release()
  }
}

/** Writes: what came of it decides whether it stays. */
export async function writeOnce<T>(
  pool: pg.Pool,
  facts: RequestFacts,
  statement: Statement,
  decide: (result: Result | undefined) => { answer: T; keeps: boolean },
) {
  const client = await pool.connect()
  try {
    const outcomes = await Promise.allSettled([
      client.query(`begin; ${settingsSql(facts)}`),
      client.query<Result>(statement.sql, statement.values),
    ])
    let decision: { answer: T; keeps: boolean }
    try {
      for (const outcome of outcomes) if (outcome.status === 'rejected') throw outcome.reason
      const [, answered] = outcomes
      decision = decide(answered.status === 'fulfilled' ? answered.value.rows[0] : undefined)
    } catch (error) {
      await client.query('rollback')
      throw error
    }
    await client.query(decision.keeps ? 'commit' : 'rollback')
    return decision.answer
  } finally {
    client.release()
  }
}

// Literals, because several statements in one go take no bound values. `requireSession` runs before the role is taken.
function settingsSql({ identity, method, path, headers, schema, timezone }: RequestFacts) {
  const settings: [string, string][] = [
    ['search_path', `${pg.escapeIdentifier(schema)}, public, extensions`],
    ['request.jwt.claims', JSON.stringify(identity.claims)],
    ['request.method', method],
    ['request.path', path],
    ['request.headers', JSON.stringify(Object.fromEntries([...headers].filter(([name]) => name !== 'cookie' && name !== 'authorization')))],
    ['statement_timeout', TIMEOUT],
    ...(timezone === undefined ? [] : [['timezone', timezone] as [string, string]]),
    ['role', identity.role],
  ]
  const session = identity.sessionId ? `select _server.require_session(${pg.escapeLiteral(identity.sessionId)}); ` : ''
  return `${session}select ${settings.map(([name, value]) => `set_config(${pg.escapeLiteral(name)}, ${pg.escapeLiteral(value)}, true)`).join(', ')}`
}

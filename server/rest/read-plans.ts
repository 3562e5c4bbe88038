// Caches compiled reads. Pages repeat the same requests, and compiling one took a tenth of the processor time of a read.
import { listShare } from './limits.ts'
import { parseQueryString } from './query-string.ts'
import type { ReadContext, Source } from './read.ts'
import { pageOf, type RestRequest } from './request.ts'
import type { SchemaCache, Table } from './schema.ts'
import { ident, tableSql, Values } from './sql.ts'
import { type BodyOptions, type Counting, estimateStatement, type Page, readStatement, type Statement } from './statements.ts'

export interface ReadPlan {
  page: Page
  statement: Statement
  /** The statement that returns the planner's row estimate. */
  estimate: Statement | undefined
}

const MAX_PLANS = 300
/** The maximum length of a cached request or statement. Longer ones are compiled every time, so that the cache stays below 5 MB. */
const MAX_LENGTH = 8_000

/** Keyed by the schema cache, which is replaced when the database changes, then by request in least recently used order. */
const plansOf = new WeakMap<SchemaCache, Map<string, ReadPlan>>()

export function planRead(request: RestRequest, table: Table): ReadPlan {
  let plans = plansOf.get(request.cache)
  if (!plans) plansOf.set(request.cache, (plans = new Map()))
  const key = keyOf(request, table)
  const known = plans.get(key)
  const plan = known ?? compile(request, table)
  if (known) plans.delete(key)
  else if (key.length + plan.statement.sql.length > MAX_LENGTH) return plan
  plans.set(key, plan)
  const [oldest] = plans.size > MAX_PLANS ? plans.keys() : []
  if (oldest !== undefined) plans.delete(oldest)
  return plan
}

/** Everything that the plan depends on. The limits are the same for all requests of a server. */
function keyOf({ method, media, preferences, range, search }: RestRequest, { schema, name }: Table) {
  const isHead = method === 'HEAD'
  return [schema, name, isHead, media.format, media.stripsNulls, preferences.count, range, search].join('\0')
}

function compile(request: RestRequest, table: Table): ReadPlan {
  const { cache, media, preferences, maxRows, maxResponseBytes } = request
  const query = parseQueryString(request.parameters())
  const source: Source = { from: `${tableSql(table)} as ${ident(table.name)}`, alias: table.name, table, hasRow: true }
  const page = pageOf(request, query)
  const maxListBytes = listShare(maxResponseBytes, query.items)
  const contextOf = (): ReadContext => ({ cache, values: new Values(), clauses: query.clauses, maxRows, maxListBytes })
  const format = request.method === 'HEAD' ? 'none' : media.format
  const counting: Counting = preferences.count === 'exact' ? 'all' : preferences.count === 'estimated' ? { upTo: maxRows + 1 } : 'none'
  const body: BodyOptions = { format, stripsNulls: media.stripsNulls, maxBytes: maxResponseBytes }
  const isEstimated = preferences.count === 'planned' || preferences.count === 'estimated'
  return {
    page,
    statement: readStatement(contextOf(), source, query, page, body, counting),
    estimate: isEstimated ? estimateStatement(contextOf(), source, query) : undefined,
  }
}

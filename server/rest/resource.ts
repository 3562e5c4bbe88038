// Requests on tables and views: read, insert, update, delete.
import { badSyntax, RestError } from './errors.ts'
import type { Media } from './media.ts'
import { applied } from './preferences.ts'
import { parseQueryString } from './query-string.ts'
import type { ReadContext, Source } from './read.ts'
import { closest } from './relationships.ts'
import { pageOf, type RestRequest } from './request.ts'
import { answer, contentRange, readStatus, requireAtMost, requireOneRow } from './respond.ts'
import type { SchemaCache, Table } from './schema-cache.ts'
import { ident, tableSql, Values } from './sql.ts'
import { type Change, changeStatement, columnOf, estimateStatement, type Page, readStatement } from './statements.ts'
import { type Result, readOnce, writeOnce } from './transaction.ts'

export async function handleTable(request: RestRequest, name: string): Promise<Response> {
  const table = tableOf(request.cache, request.facts.schema, name)
  const query = parseQueryString(request.parameters)
  const { method } = request
  if (method === 'GET' || method === 'HEAD') {
    const source: Source = { from: `${tableSql(table)} as ${ident(table.name)}`, alias: table.name, table, hasRow: true }
    return readSource(request, source, query)
  }
  if (method === 'POST') return insert(request, table, query)
  if (method === 'PATCH' || method === 'DELETE') return change(request, table, query, method === 'PATCH' ? 'update' : 'delete')
  throw new RestError(405, 'PGRST117', `Unsupported HTTP method: ${method}`)
}

type Query = ReturnType<typeof parseQueryString>

function tableOf(cache: SchemaCache, schema: string, name: string) {
  const table = cache.table(schema, name)
  if (table) return table
  const similar = closest(
    name,
    cache.tables.filter((each) => each.schema === schema).map((each) => each.name),
  )
  throw new RestError(404, 'PGRST205', `Could not find the table '${schema}.${name}' in the schema cache`, {
    hint: similar ? `Perhaps you meant the table '${schema}.${similar}'` : null,
  })
}

/** Reads a page of whatever stands behind the source: a table, a view, or the rows of a function. */
async function readSource(request: RestRequest, source: Source, query: Query) {
  const { pool, facts, cache, media, preferences, maxRows } = request
  const page = pageOf(request, query, maxRows)
  const contextOf = (): ReadContext => ({ cache, values: new Values(), clauses: query.clauses })
  const format = request.method === 'HEAD' ? 'none' : media.format === 'plan' ? 'json' : media.format
  let { count } = preferences
  let estimated: number | null = null
  if (count === 'planned' || count === 'estimated') {
    const row = await readOnce<{ 'QUERY PLAN': [{ Plan: { 'Plan Rows': number } }] }>(
      pool,
      facts,
      estimateStatement(contextOf(), source, query),
    )
    estimated = row?.['QUERY PLAN'][0].Plan['Plan Rows'] ?? 0
    if (count === 'estimated' && estimated <= maxRows) count = 'exact'
  }
  const statement = readStatement(
    contextOf(),
    source,
    query,
    page,
    { format, stripsNulls: media.stripsNulls },
    count === 'exact' ? count : undefined,
  )
  if (media.plan) return explain(request, statement, media)
  const result = await readOnce<Result>(pool, facts, statement)
  if (!result) throw new RestError(500, 'PGRST000', 'The database gave no answer')
  return readAnswer(request, page, result, count === 'exact' ? Number(result.total) : estimated)
}

function readAnswer({ media, preferences, profileHeaders }: RestRequest, page: Page, result: Result, total: number | null) {
  const shown = Number(result.page_total)
  requireOneRow(media, shown)
  const status = readStatus(page, shown, total)
  return answer(result.body, status, {
    'content-type': media.contentType,
    'content-range': contentRange(page.offset, page.offset + shown - 1, total),
    ...applied(preferences, ['count', 'handling', 'timezone']),
    ...profileHeaders,
  })
}

async function explain({ pool, facts, cache }: RestRequest, statement: { sql: string; values: unknown[] }, { plan, contentType }: Media) {
  if (!cache.settings.allowsPlan)
    throw new RestError(406, 'PGRST107', `None of these media types are available: ${contentType.split(';')[0]}`)
  const options = ['format ' + (plan?.format ?? 'text'), ...(plan?.options ?? [])].join(', ')
  const rows = await readOnce<{ plan: string }>(
    pool,
    facts,
    { sql: `explain (${options}) ${statement.sql}`, values: statement.values },
    (all) => {
      const lines = all.map((row) => Object.values(row)[0])
      return { plan: plan?.format === 'json' ? JSON.stringify(lines[0]) : lines.join('\n') }
    },
  )
  return answer(rows?.plan ?? '', 200, { 'content-type': contentType })
}

async function insert(request: RestRequest, table: Table, query: Query) {
  const payload = await request.readBody()
  const given = parsePayload(payload)
  const columns = query.columns ?? keysOf(given)
  columns.forEach((name) => columnOf(table, name))
  if (Array.isArray(given) && given.length === 0) return written(request, 'insert', { ...NOTHING, body: bodyOfNone(request) })
  const isEmptyObject = columns.length === 0
  return write(request, { kind: 'insert', table, payload, columns, isEmptyObject }, query)
}

async function change(request: RestRequest, table: Table, query: Query, kind: 'update' | 'delete') {
  const payload = kind === 'update' ? await request.readBody() : undefined
  const columns = payload === undefined ? [] : (query.columns ?? keysOf(parsePayload(payload)))
  columns.forEach((name) => columnOf(table, name))
  if (!query.clauses.get('')?.conditions.length) throw new RestError(400, '21000', `${kind.toUpperCase()} requires a WHERE clause`)
  if (kind === 'update' && columns.length === 0) return written(request, kind, { ...NOTHING, body: bodyOfNone(request) })
  return write(request, { kind, table, payload, columns, isEmptyObject: false }, query)
}

const NOTHING: Result = { body: null, page_total: '0', total: null, headers: null, status: null }
const bodyOfNone = ({ preferences }: RestRequest) => (preferences.return === 'representation' ? '[]' : null)

async function write(request: RestRequest, planned: Change, query: Query) {
  const { pool, facts, cache, media, preferences } = request
  const wantsRows = preferences.return === 'representation'
  const format = wantsRows ? (media.format === 'plan' ? 'json' : media.format) : 'none'
  const statement = changeStatement(cache, planned, query, preferences, { format, stripsNulls: media.stripsNulls })
  if (media.plan) return explain(request, statement, media)
  return writeOnce(pool, facts, statement, (result = NOTHING) => {
    const rows = Number(result.page_total)
    requireAtMost(preferences.maxAffected, preferences.handling === 'strict', rows)
    if (wantsRows) requireOneRow(media, rows)
    const keeps = !(cache.settings.allowsRollback && preferences.tx === 'rollback')
    return { answer: written(request, planned.kind, result), keeps }
  })
}

function written({ media, preferences, profileHeaders, cache }: RestRequest, kind: Change['kind'], { body, page_total }: Result) {
  const rows = Number(page_total)
  const wantsRows = preferences.return === 'representation'
  const total = preferences.count === 'exact' ? rows : null
  const status = kind === 'insert' ? 201 : wantsRows ? 200 : 204
  return answer(body, status, {
    ...(wantsRows ? { 'content-type': media.contentType } : {}),
    'content-range': kind === 'update' ? contentRange(0, rows - 1, total) : contentRange(1, 0, total),
    ...applied(preferences, [
      ...(kind === 'insert' ? (['resolution', 'missing'] as const) : []),
      'return',
      'count',
      ...(cache.settings.allowsRollback ? (['tx'] as const) : []),
      'handling',
      'timezone',
      ...(preferences.handling === 'strict' ? (['maxAffected'] as const) : []),
    ]),
    ...profileHeaders,
  })
}

type Payload = Record<string, unknown> | Record<string, unknown>[]

function parsePayload(text: string): Payload {
  let value: unknown
  try {
    value = JSON.parse(text || '{}')
  } catch {
    throw new RestError(400, 'PGRST102', 'Empty or invalid json')
  }
  const objects = Array.isArray(value) ? value : [value]
  if (!objects.every((each) => typeof each === 'object' && each !== null && !Array.isArray(each))) {
    throw badSyntax('body', 'JSON', 'an object, or a list of objects')
  }
  return value as Payload
}

function keysOf(payload: Payload) {
  const [first, ...others] = Array.isArray(payload) ? payload : [payload]
  const keys = Object.keys(first ?? {})
  const isSame = (other: object) => Object.keys(other).length === keys.length && keys.every((key) => Object.hasOwn(other, key))
  if (!others.every(isSame)) throw new RestError(400, 'PGRST102', 'All object keys must match')
  return keys
}

export { readSource }

// Requests on tables and views: read, insert, update, delete.
import { echoed } from '../request-limits.ts'
import { isObject, type JsonObject } from '../wire.ts'
import { closest } from './closest.ts'
import { RestError } from './errors.ts'
import { explain } from './explain.ts'
import { hasEmbeds } from './limits.ts'
import { applied } from './preferences.ts'
import { parseQueryString, type QueryString } from './query-string.ts'
import { planRead } from './read-plans.ts'
import { invalidJson, type RestRequest } from './request.ts'
import { answer, contentRange, fromDatabase, readStatus, requireAtMost, requireOneRow } from './respond.ts'
import type { SchemaCache, Table } from './schema.ts'
import { estimateOf, type Page } from './statements.ts'
import { type Result, readOnce, writeOnce } from './transaction.ts'
import { type Change, changeStatement, columnOf } from './writes.ts'

export async function handleTable(request: RestRequest, name: string): Promise<Response> {
  const table = tableOf(request.cache, request.facts.schema, name)
  const { method } = request
  if (method === 'GET' || method === 'HEAD') return read(request, table)
  const query = parseQueryString(request.parameters())
  if (method === 'POST') return insert(request, table, query)
  if (method === 'PATCH') return update(request, table, query)
  if (method === 'DELETE') return remove(request, table, query)
  throw new RestError(405, 'PGRST117', `Unsupported HTTP method: ${method}`)
}

function tableOf(cache: SchemaCache, schema: string, name: string) {
  const table = cache.table(schema, name)
  if (table) return table
  const others = cache.tables.filter((each) => each.schema === schema).map((each) => each.name)
  const similar = closest(name, others)
  throw new RestError(404, 'PGRST205', `Could not find the table '${schema}.${echoed(name)}' in the schema cache`, {
    hint: similar ? `Perhaps you meant the table '${schema}.${similar}'` : null,
  })
}

async function read(request: RestRequest, table: Table) {
  const { gate, facts } = request
  const { page, statement, estimate } = planRead(request, table)
  if (request.media.plan) return explain(request, statement)
  const [rows, explained] = await readOnce(gate, facts, statement, ...(estimate ? [estimate] : []))
  const result = rows?.[0] as Result | undefined
  if (!result) throw new Error('The database gave no answer')
  return readAnswer(request, page, result, totalOf(request, result, explained && estimateOf(explained)))
}

// The estimate is used only if counting stopped early.
function totalOf({ maxRows }: RestRequest, { total }: Result, estimate: number | undefined) {
  const counted = total === null ? undefined : Number(total)
  if (estimate === undefined || counted === undefined) return counted ?? estimate ?? null
  return counted > maxRows ? Math.max(counted, estimate) : counted
}

function readAnswer(request: RestRequest, page: Page, result: Result, total: number | null) {
  const { media, preferences, profileHeaders } = request
  const shown = Number(result.page_total)
  requireOneRow(media, shown)
  const status = readStatus(page, shown, total)
  return answer(
    request,
    result.body,
    status,
    {
      'content-type': media.contentType,
      'content-range': contentRange(page.offset, page.offset + shown - 1, total),
      ...applied(preferences, ['count', 'tx', 'handling', 'timezone']),
      ...profileHeaders,
    },
    fromDatabase(result),
  )
}

async function insert(request: RestRequest, table: Table, query: QueryString) {
  const { payload, given, isList } = await readPayload(request)
  const columns = query.columns ?? keysOf(given)
  columns.forEach((name) => columnOf(table, name))
  const change: Change = { kind: 'insert', table, payload, isList, columns }
  if (given.length === 0) return nothingWritten(request, change)
  return write(request, change, query)
}

async function update(request: RestRequest, table: Table, query: QueryString) {
  const { payload, given, isList } = await readPayload(request)
  const columns = query.columns ?? keysOf(given)
  columns.forEach((name) => columnOf(table, name))
  const change: Change = { kind: 'update', table, payload, isList, columns }
  requireFilter(query, 'UPDATE')
  if (columns.length === 0 || given.length === 0) return nothingWritten(request, change)
  return write(request, change, query)
}

async function remove(request: RestRequest, table: Table, query: QueryString) {
  requireFilter(query, 'DELETE')
  return write(request, { kind: 'delete', table, payload: undefined, isList: false, columns: [] }, query)
}

function requireFilter(query: QueryString, what: string) {
  if (!query.clauses.get('')?.conditions.length) throw new RestError(400, '21000', `${what} requires a WHERE clause`)
}

function nothingWritten(request: RestRequest, change: Change) {
  const wantsRows = request.preferences.return === 'representation'
  const body = wantsRows ? '[]' : null
  if (wantsRows) requireOneRow(request.media, 0)
  return written(request, change, { body, page_total: '0', total: null, updated: null, headers: null, status: null })
}

async function write(request: RestRequest, change: Change, query: QueryString) {
  const { gate, facts, cache, media, preferences } = request
  const wantsRows = preferences.return === 'representation'
  const format = wantsRows ? media.format : 'none'
  const statement = changeStatement(cache, change, query, preferences, {
    format,
    stripsNulls: media.stripsNulls,
    maxBytes: request.maxResponseBytes,
  })
  if (media.plan) return explain(request, statement)
  const mostAffected = change.kind === 'insert' || preferences.handling !== 'strict' ? undefined : preferences.maxAffected
  const judge = (result: Result) => {
    requireAtMost(mostAffected, Number(result.page_total))
    if (wantsRows) requireOneRow(media, Number(result.page_total))
  }
  const isJudged = mostAffected !== undefined || (wantsRows && media.isSingle)
  const ending = { keeps: preferences.tx !== 'rollback', judge: isJudged ? judge : undefined }
  if (!wantsRows || !hasEmbeds(query.items)) return written(request, change, await writeOnce(gate, facts, statement, ending))
  const capped = { ...facts, timeout: `${facts.writeTimeoutMs}ms` }
  return written(request, change, await request.writeBudget.spend(facts, () => writeOnce(gate, capped, statement, ending)))
}

function written(request: RestRequest, { kind, table }: Change, result: Result) {
  const { media, preferences, profileHeaders } = request
  const rows = Number(result.page_total)
  const wantsRows = preferences.return === 'representation'
  const total = preferences.count === 'exact' || preferences.count === 'estimated' ? rows : null
  const wasThere = preferences.resolution === 'merge-duplicates' && rows > 0 && Number(result.updated) >= rows
  const status = kind === 'insert' ? (wasThere ? 200 : 201) : wantsRows ? 200 : 204
  return answer(
    request,
    result.body,
    status,
    {
      ...(wantsRows ? { 'content-type': media.contentType } : {}),
      'content-range': kind === 'update' ? contentRange(0, rows - 1, total) : contentRange(1, 0, total),
      ...applied(preferences, [
        ...(kind === 'insert' && table.primaryKey.length ? (['resolution'] as const) : []),
        ...(kind === 'delete' ? [] : (['missing'] as const)),
        'return',
        'count',
        'tx',
        'handling',
        'timezone',
        ...(kind !== 'insert' && preferences.handling === 'strict' ? (['maxAffected'] as const) : []),
      ]),
      ...profileHeaders,
    },
    fromDatabase(result),
  )
}

async function readPayload({ readBody, parse, contentType }: RestRequest) {
  if (contentType !== 'application/json') throw new RestError(400, 'PGRST102', `Content-Type not acceptable: ${echoed(contentType)}`)
  const payload = await readBody('rows')
  const value = parse(payload)
  if (value === undefined) throw invalidJson()
  const isList = Array.isArray(value)
  const given: unknown[] = isList ? value : [value]
  if (!given.every(isObject)) throw new RestError(400, 'PGRST102', 'All object keys must match')
  return { payload, given, isList }
}

function keysOf([first, ...others]: JsonObject[]) {
  const keys = Object.keys(first ?? {})
  const isSame = (other: object) => Object.keys(other).length === keys.length && keys.every((key) => Object.hasOwn(other, key))
  if (!others.every(isSame)) throw new RestError(400, 'PGRST102', 'All object keys must match')
  return keys
}

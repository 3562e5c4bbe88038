// Requests on /rpc.
import { isObject } from '../wire.ts'
import { type Arguments, callSource, findFunction, returnsUntyped, takesWhole } from './call.ts'
import { noSuchColumn, RestError } from './errors.ts'
import { explain } from './explain.ts'
import { isFilter } from './filters.ts'
import { hasEmbeds, listShare } from './limits.ts'
import { applied } from './preferences.ts'
import { parseQueryString, type QueryString } from './query-string.ts'
import type { ReadContext, Source } from './read.ts'
import { invalidJson, pageOf, type RestRequest } from './request.ts'
import { answer, contentRange, fromDatabase, readStatus, requireAtMost, requireOneRow } from './respond.ts'
import type { RestFunction, Table } from './schema.ts'
import { ident, Values } from './sql.ts'
import { type BodyOptions, type Page, readStatement, resultSql, type Statement } from './statements.ts'
import { type Result, readOnce, writeOnce } from './transaction.ts'

export async function handleFunction(request: RestRequest, name: string): Promise<Response> {
  const { method, gate, media, preferences } = request
  if (method !== 'GET' && method !== 'HEAD' && method !== 'POST')
    throw new RestError(405, 'PGRST101', `Cannot use the ${method} method on RPC`)
  const { fn, args, parameters } = await callOf(request, name)
  const mostAffected = preferences.handling === 'strict' ? preferences.maxAffected : undefined
  if (mostAffected !== undefined && !fn.returnsSet) {
    throw new RestError(400, 'PGRST128', 'Function must return SETOF or TABLE when max-affected preference is used with handling=strict')
  }
  const { statement, page, readsRelated } = callStatement(request, fn, args, parameters)
  if (media.plan) return explain(request, statement)

  const facts = { ...request.facts, timeout: fn.timeout }
  const judge = (result: Result) => {
    if (!fn.returnsSet) return
    requireAtMost(mostAffected, Number(result.page_total))
    requireOneRow(media, Number(result.page_total))
  }
  if (method === 'POST' && fn.isVolatile) {
    const isJudged = fn.returnsSet && (mostAffected !== undefined || media.isSingle)
    const ending = { keeps: preferences.tx !== 'rollback', judge: isJudged ? judge : undefined }
    if (!readsRelated) return answerOf(request, fn, page, await writeOnce(gate, facts, statement, ending))
    const capped = { ...facts, timeout: `${facts.writeTimeoutMs}ms` }
    return answerOf(request, fn, page, await request.writeBudget.spend(facts, () => writeOnce(gate, capped, statement, ending)))
  }
  // A volatile function cannot write in a read-only transaction, but it can still lock.
  const timeout = fn.timeout ?? (fn.isVolatile ? `${facts.writeTimeoutMs}ms` : undefined)
  const [rows] = await readOnce(gate, { ...facts, timeout }, statement)
  const result = rows?.[0] as Result | undefined
  if (!result) throw new Error('The database gave no answer')
  judge(result)
  return answerOf(request, fn, page, result)
}

interface Called {
  fn: RestFunction
  args: Arguments
  /** Query parameters that are not arguments of the function. */
  parameters: [string, string][]
}

async function callOf(request: RestRequest, name: string): Promise<Called> {
  const { cache, facts, method, contentType } = request
  const parameters = request.parameters()
  if (method === 'POST') {
    const text = await request.readBody('calls')
    const names = contentType === 'application/json' ? namesOf(request, text) : []
    const fn = findFunction(cache, facts.schema, name, names, contentType)
    return { fn, args: takesWhole(fn) ? { whole: text } : { json: text, names }, parameters }
  }
  const known = new Set(cache.functions(facts.schema, name).flatMap((fn) => fn.arguments.map((argument) => argument.name)))
  // A name may be both an argument and a result column: `id=5&id=gt.2`.
  const { argument = [], other = [] } = Object.groupBy(parameters, ([key, value]) =>
    known.has(key) && !isFilter(value) ? 'argument' : 'other',
  )
  const texts = new Map([...Map.groupBy(argument, ([key]) => key)].map(([key, pairs]) => [key, pairs.map(([, value]) => value)]))
  const fn = findFunction(cache, facts.schema, name, [...texts.keys()])
  return { fn, args: takesWhole(fn) ? { whole: '' } : { texts }, parameters: other }
}

function namesOf(request: RestRequest, text: string) {
  if (text.trim() === '') return []
  const value = request.parse(text)
  if (value === undefined) throw invalidJson()
  return isObject(value) ? Object.keys(value) : []
}

function callStatement(request: RestRequest, fn: RestFunction, args: Arguments, parameters: [string, string][]) {
  const { cache, media, preferences, maxRows, method } = request
  const query = parseQueryString(parameters)
  const page = fn.returnsSet ? pageOf(request, query) : { limit: undefined, offset: 0 }
  const isNone = method === 'HEAD' || fn.returnType === 'void'
  const body: BodyOptions = {
    format: isNone ? 'none' : fn.returnsSet ? media.format : 'object',
    stripsNulls: media.stripsNulls,
    maxBytes: request.maxResponseBytes,
  }
  const values = new Values()
  const context: ReadContext = {
    cache,
    values,
    clauses: query.clauses,
    maxRows,
    maxListBytes: listShare(request.maxResponseBytes, query.items),
  }
  const called = callSource(fn, args, cache, values)
  const counts = fn.returnsSet && preferences.count !== undefined
  const readsRelated = hasEmbeds(query.items)
  if (!givesRows(fn)) {
    checkUnfiltered(fn, query)
    return { statement: scalarStatement(called, values, page, body, counts), page, readsRelated }
  }
  const source: Source = { ...called, table: called.table ?? recordTable(fn) }
  if (!counts) return { statement: readStatement(context, source, query, page, body, 'none'), page, readsRelated }
  // Materialized, so that counting the rows does not call the function a second time.
  const before = `called as materialized (select ${ident(source.alias)}.* from ${source.from})`
  const kept = { ...source, from: `called as ${ident(source.alias)}` }
  return { statement: readStatement(context, kept, query, page, body, 'all', before), page, readsRelated }
}

const givesRows = (fn: RestFunction) => fn.returnsTable !== undefined || fn.returnsColumns !== undefined

function recordTable(fn: RestFunction): Table | undefined {
  if (!fn.returnsColumns) return undefined
  const columns = fn.returnsColumns.map(({ name, type }) => [name, { name, type, isJson: false, default: undefined }] as const)
  return { oid: -1, schema: fn.schema, name: fn.name, isView: true, columns: new Map(columns), primaryKey: [] }
}

// The columns of an untyped record are not known before the call, so it cannot be filtered.
function checkUnfiltered(fn: RestFunction, { clauses }: QueryString) {
  const [condition] = clauses.get('')?.conditions ?? []
  if (condition && returnsUntyped(fn)) throw noSuchColumn(fn.name, condition.kind === 'filter' ? condition.column.name : condition.kind)
}

function scalarStatement({ from, alias }: Source, values: Values, { limit, offset }: Page, body: BodyOptions, counts: boolean): Statement {
  const paged = [limit === undefined ? '' : `limit ${limit}`, offset ? `offset ${offset}` : ''].filter(Boolean).join(' ')
  const total = counts ? '(select count(*) from called)' : 'null::bigint'
  return {
    sql: `with called as (select ${ident(alias)} as value from ${from}), source as (select value from called ${paged})
      ${resultSql(body, { total, row: 'to_json(result_row.value)' })}`,
    values: values.list,
  }
}

function answerOf(request: RestRequest, fn: RestFunction, page: Page, result: Result) {
  const { media, preferences, profileHeaders } = request
  const shown = fn.returnsSet ? Number(result.page_total) : 1
  const total = fn.returnsSet ? (result.total === null ? null : Number(result.total)) : preferences.count === undefined ? null : 1
  const headers = {
    'content-range': contentRange(page.offset, page.offset + shown - 1, total),
    ...applied(preferences, [
      'count',
      'tx',
      'handling',
      'timezone',
      ...(preferences.handling === 'strict' ? (['maxAffected'] as const) : []),
    ]),
    ...profileHeaders,
  }
  const asked = fromDatabase(result)
  if (fn.returnType === 'void') return answer(request, null, 204, headers, asked)
  const status = fn.returnsSet ? readStatus(page, shown, total) : 200
  const contentType = fn.returnsSet ? media.contentType : 'application/json; charset=utf-8'
  return answer(request, result.body ?? 'null', status, { 'content-type': contentType, ...headers }, asked)
}

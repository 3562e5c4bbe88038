// Requests on functions.
import { callSource, findFunction, takesWholeBody } from './call.ts'
import { RestError } from './errors.ts'
import { applied } from './preferences.ts'
import { parseQueryString } from './query-string.ts'
import type { ReadContext } from './read.ts'
import { pageOf, type RestRequest } from './request.ts'
import { answer, contentRange, fromDatabase, readStatus, requireAtMost, requireOneRow } from './respond.ts'
import type { RestFunction, Table } from './schema-cache.ts'
import { ident, Values } from './sql.ts'
import { type BodyOptions, type Page, readStatement, resultSql, type Statement } from './statements.ts'
import { type Result, readOnce, writeOnce } from './transaction.ts'

export async function handleFunction(request: RestRequest, name: string): Promise<Response> {
  const { method, cache, facts, pool, media, preferences, maxRows } = request
  if (method !== 'GET' && method !== 'HEAD' && method !== 'POST')
    throw new RestError(405, 'PGRST101', `Cannot use the ${method} method on RPC`)
  const { fn, args, parameters } = await callOf(request, name)
  const query = parseQueryString(parameters)
  const values = new Values()
  const source = callSource({ fn, args }, cache, values)
  const context: ReadContext = { cache, values, clauses: query.clauses }
  const isRows = givesRows(fn)
  const page = fn.returnsSet ? pageOf(request, query, maxRows) : { limit: undefined, offset: 0 }
  const format =
    method === 'HEAD' || fn.returnType === 'void' ? 'none' : fn.returnsSet ? (media.format === 'plan' ? 'json' : media.format) : 'object'
  const body: BodyOptions = { format, stripsNulls: media.stripsNulls }
  const typed = { ...source, table: source.table ?? recordTable(fn), hasRow: source.table !== undefined }
  const statement = isRows
    ? readStatement(context, typed, query, page, body, preferences.count === undefined ? undefined : 'exact')
    : scalarStatement(source.from, source.alias, context, page, body)

  const finish = (result: Result | undefined) => {
    if (!result) throw new RestError(500, 'PGRST000', 'The database gave no answer')
    return { answer: answerOf(request, fn, page, result), keeps: !(cache.settings.allowsRollback && preferences.tx === 'rollback') }
  }
  if (method === 'POST') return writeOnce(pool, facts, statement, finish)
  return finish(await readOnce<Result>(pool, facts, statement)).answer
}

async function callOf(request: RestRequest, name: string) {
  const { cache, facts, method, parameters } = request
  if (method === 'POST') {
    const text = await request.readBody()
    const names = namesOf(text)
    const fn = findFunction(cache, facts.schema, name, names ?? [], true)
    const isWhole = takesWholeBody(fn) && !(names?.length === 0 && fn.arguments.length === 0)
    return { fn, args: isWhole ? { whole: text } : { json: text || '{}', names: names ?? [] }, parameters }
  }
  const known = new Set(cache.functions(facts.schema, name).flatMap((fn) => fn.arguments.map((argument) => argument.name)))
  const given = parameters.filter(([key]) => known.has(key))
  const texts = new Map([...Map.groupBy(given, ([key]) => key)].map(([key, pairs]) => [key, pairs.map(([, value]) => value)]))
  const fn = findFunction(cache, facts.schema, name, [...texts.keys()], false)
  return { fn, args: { texts }, parameters: parameters.filter(([key]) => !known.has(key)) }
}

function namesOf(text: string) {
  if (text.trim() === '') return []
  let value: unknown
  try {
    value = JSON.parse(text)
  } catch {
    return undefined
  }
  return typeof value === 'object' && value !== null && !Array.isArray(value) ? Object.keys(value) : undefined
}

const givesRows = (fn: RestFunction) => fn.returnsTable !== undefined || fn.returnsColumns !== undefined

function recordTable(fn: RestFunction): Table | undefined {
  if (!fn.returnsColumns) return undefined
  const columns = fn.returnsColumns.map((name) => [name, { name, type: '', isJson: false, isText: false, default: undefined }] as const)
  return { oid: -1, schema: fn.schema, name: fn.name, isView: true, columns: new Map(columns), primaryKey: [] }
}

function scalarStatement(from: string, alias: string, { values }: ReadContext, { limit, offset }: Page, body: BodyOptions): Statement {
  const paged = [limit === undefined ? '' : `limit ${limit}`, offset ? `offset ${offset}` : ''].filter(Boolean).join(' ')
  const source = `select ${ident(alias)} as value from ${from} ${paged}`
  const result = resultSql(body).replaceAll('json_agg(result_row)', 'json_agg(result_row.value)')
  return { sql: `with source as (${source}) select ${result}, null::bigint as total from source as result_row`, values: values.list }
}

function answerOf({ media, preferences, profileHeaders, cache }: RestRequest, fn: RestFunction, page: Page, result: Result) {
  const asked = fromDatabase(result)
  const shown = Number(result.page_total)
  const total = result.total === null ? null : Number(result.total)
  const headers: Record<string, string> = {
    ...applied(preferences, [
      'count',
      ...(cache.settings.allowsRollback ? (['tx'] as const) : []),
      'handling',
      'timezone',
      ...(preferences.handling === 'strict' ? (['maxAffected'] as const) : []),
    ]),
    ...profileHeaders,
  }
  if (fn.returnType === 'void') return answer(null, asked.status ?? 204, headers, asked.headers)
  if (fn.returnsSet) {
    requireAtMost(preferences.maxAffected, preferences.handling === 'strict', shown)
    requireOneRow(media, shown)
    headers['content-range'] = contentRange(page.offset, page.offset + shown - 1, total)
  }
  const status = asked.status ?? (fn.returnsSet ? readStatus(page, shown, total) : 200)
  return answer(
    result.body ?? 'null',
    status,
    { 'content-type': fn.returnsSet ? media.contentType : 'application/json; charset=utf-8', ...headers },
    asked.headers,
  )
}

// Complete statements: one row with the body as JSON text and what the headers need.
import { conditionSql, type Scope } from './conditions.ts'
import { noSuchColumn, RestError } from './errors.ts'
import type { Preferences } from './preferences.ts'
import { type Clauses, noClauses, type QueryString } from './query-string.ts'
import { checkPaths, type ReadContext, type Source, selectSql } from './read.ts'
import { findRelationship } from './relationships.ts'
import type { SchemaCache, Table } from './schema-cache.ts'
import type { SelectItem } from './select.ts'
import { ident, tableSql, Values } from './sql.ts'

export interface Statement {
  sql: string
  values: unknown[]
}

export type Format = 'json' | 'object' | 'csv' | 'none'

export interface BodyOptions {
  format: Format
  stripsNulls: boolean
}

export interface Page {
  limit: number | undefined
  offset: number
}

/** `select` of a page, with the number of all rows when it is asked for. */
export function readStatement(
  context: ReadContext,
  source: Source,
  query: QueryString,
  page: Page,
  body: BodyOptions,
  count: Preferences['count'],
): Statement {
  checkPaths(query.clauses, query.items)
  const root = context.clauses.get('') ?? noClauses()
  const withPage = (clauses: Partial<Clauses>) => ({ ...context, clauses: new Map([...context.clauses, ['', { ...root, ...clauses }]]) })
  const { sql } = selectSql(withPage({ limit: page.limit, offset: page.offset }), source, query.items)
  let total = 'null::bigint'
  if (count === 'exact') {
    const all = selectSql(withPage({ limit: undefined, offset: 0, order: [] }), source, query.items)
    // A page that is not full tells the total by itself; then the second query never runs.
    const isLast = page.limit === undefined ? 'true' : `count(*) < ${page.limit}`
    total = `case when ${isLast} and (${page.offset} = 0 or count(*) > 0) then count(*) + ${page.offset} else (select count(*) from (${all.sql}) as all_rows) end`
  }
  return {
    sql: `with source as (${sql}) select ${resultSql(body)}, ${total} as total from source as result_row`,
    values: context.values.list,
  }
}

/** The rows that a page's query would give, as the planner expects it. */
export function estimateStatement(context: ReadContext, source: Source, query: QueryString): Statement {
  const root = context.clauses.get('') ?? noClauses()
  const clauses = new Map([...context.clauses, ['', { ...root, limit: undefined, offset: 0, order: [] }]])
  return { sql: `explain (format json) ${selectSql({ ...context, clauses }, source, query.items).sql}`, values: context.values.list }
}

export function resultSql({ format, stripsNulls }: BodyOptions) {
  return `${bodySql(format, stripsNulls)} as body, count(*) as page_total,
    nullif(current_setting('response.headers', true), '') as headers, nullif(current_setting('response.status', true), '') as status`
}

function bodySql(format: Format, stripsNulls: boolean) {
  if (format === 'none') return 'null::text'
  if (format === 'csv') {
    const header = `(select coalesce(string_agg(k, ','), '') from (select json_object_keys(r)::text as k from (select row_to_json(s) as r from source s limit 1) as one) as keys)`
    return `${header} || E'\\n' || coalesce(string_agg(substring(result_row::text, 2, length(result_row::text) - 2), E'\\n'), '')`
  }
  const strip = (sql: string) => (stripsNulls ? `json_strip_nulls(${sql})` : sql)
  return format === 'object' ? `${strip('(json_agg(result_row) -> 0)')}::text` : `${strip(`coalesce(json_agg(result_row), '[]')`)}::text`
}

export interface Change {
  kind: 'insert' | 'update' | 'delete'
  table: Table
  /** The body as it came, and the columns it sets. */
  payload: string | undefined
  columns: string[]
  isEmptyObject: boolean
}

/** A change, and the changed rows selected like any others when they are asked for. */
export function changeStatement(
  cache: SchemaCache,
  change: Change,
  query: QueryString,
  preferences: Preferences,
  body: BodyOptions,
): Statement {
  const values = new Values()
  const { table } = change
  const wantsRows = body.format !== 'none'
  const items = wantsRows ? query.items : []
  checkPaths(query.clauses, query.items)
  const returning = wantsRows ? returningSql(cache, table, items) : '1'
  const sql = { insert: insertSql, update: updateSql, delete: deleteSql }[change.kind]({ cache, change, query, preferences, values })
  // The filters were for the rows to change; of the changed rows all are shown.
  const clauses = new Map([...query.clauses].map(([path, each]) => [path, path === '' ? { ...noClauses(), order: each.order } : each]))
  const changed: Source = { from: `changed as ${ident(table.name)}`, alias: table.name, table, hasRow: false }
  const shown = wantsRows ? selectSql({ cache, values, clauses }, changed, items).sql : 'select from changed'
  return {
    sql: `with changed as (${sql} returning ${returning}), source as (${shown}) select ${resultSql(body)}, null::bigint as total from source as result_row`,
    values: values.list,
  }
}

// What is shown and what embedded resources hang on, no more: each needs the right to read it.
function returningSql(cache: SchemaCache, table: Table, items: SelectItem[]) {
  const names = new Set<string>()
  const computed = new Map<string, string>()
  for (const item of items) {
    if (item.kind === 'embed') {
      const { pairs, junction } = findRelationship(cache, table, item.name, item.hint)
      for (const [here] of pairs) names.add(here)
      for (const [, there] of junction?.from ?? []) names.add(there)
    } else if (item.name === '*') for (const name of table.columns.keys()) names.add(name)
    else if (table.columns.has(item.name)) names.add(item.name)
    else if (item.name !== '' && item.name !== 'count') {
      const found = cache.computedColumn(table, item.name)
      if (!found) throw noSuchColumn(table.name, item.name)
      computed.set(item.name, `${tableSql(found)}(${ident(table.name)})`)
    }
  }
  const columns = [
    ...[...names].map((name) => `${ident(table.name)}.${ident(name)}`),
    ...[...computed].map(([name, sql]) => `${sql} as ${ident(name)}`),
  ]
  return columns.join(', ') || '1'
}

interface ChangeParts {
  cache: SchemaCache
  change: Change
  query: QueryString
  preferences: Preferences
  values: Values
}

function insertSql({ change: { table, payload, columns, isEmptyObject }, query, preferences, values }: ChangeParts) {
  const target = `insert into ${tableSql(table)} as ${ident(table.name)}`
  if (isEmptyObject) return `${target} default values ${conflictSql(table, [], query, preferences)}`
  const list = columns.map(ident).join(', ')
  return `${target} (${list}) select ${list} from ${recordsSql(table, columns, payload, preferences, values)} ${conflictSql(table, columns, query, preferences)}`
}

function recordsSql(table: Table, columns: string[], payload: string | undefined, { missing }: Preferences, values: Values) {
  const types = columns.map((name) => `${ident(name)} ${columnOf(table, name).type}`).join(', ')
  const body = `${values.bind(payload)}::json`
  const list = `case json_typeof(${body}) when 'array' then ${body} else json_build_array(${body}) end`
  const defaults = missing === 'default' ? columns.flatMap((name) => (columnOf(table, name).default ? [name] : [])) : []
  if (!defaults.length) return `json_to_recordset(${list}) as _ (${types})`
  const pairs = defaults.map((name) => `${values.bind(name)}::text, ${columnOf(table, name).default}`).join(', ')
  return `(select jsonb_agg(jsonb_build_object(${pairs}) || element) as filled from jsonb_array_elements((${list})::jsonb) as element) as given, jsonb_to_recordset(given.filled) as _ (${types})`
}

function conflictSql(table: Table, columns: string[], { onConflict }: QueryString, { resolution }: Preferences) {
  if (!resolution) return ''
  const keys = onConflict ?? table.primaryKey
  if (!keys.length) return resolution === 'ignore-duplicates' ? 'on conflict do nothing' : ''
  const target = `on conflict (${keys.map((name) => ident(columnOf(table, name).name)).join(', ')})`
  if (resolution === 'ignore-duplicates' || !columns.length) return `${target} do nothing`
  return `${target} do update set ${columns.map((name) => `${ident(name)} = excluded.${ident(name)}`).join(', ')}`
}

function updateSql({ cache, change: { table, payload, columns }, query, values }: ChangeParts) {
  const types = columns.map((name) => `${ident(name)} ${columnOf(table, name).type}`).join(', ')
  const body = `${values.bind(payload)}::json`
  const one = `case json_typeof(${body}) when 'array' then ${body} -> 0 else ${body} end`
  const set = columns.map((name) => `${ident(name)} = given.${ident(name)}`).join(', ')
  return `update ${tableSql(table)} as ${ident(table.name)} set ${set} from (select * from json_to_record(${one}) as _ (${types})) as given ${whereSql({ cache, values, table, query })}`
}

function deleteSql({ cache, change: { table }, query, values }: ChangeParts) {
  return `delete from ${tableSql(table)} as ${ident(table.name)} ${whereSql({ cache, values, table, query })}`
}

function whereSql({ cache, values, table, query }: { cache: SchemaCache; values: Values; table: Table; query: QueryString }) {
  const scope: Scope = { cache, values, table, alias: table.name, hasRow: true, embedded: new Map() }
  const conditions = (query.clauses.get('')?.conditions ?? []).map((condition) => conditionSql(scope, condition))
  return `where ${conditions.join(' and ')}`
}

export function columnOf(table: Table, name: string) {
  const column = table.columns.get(name)
  if (!column) {
    throw new RestError(400, 'PGRST204', `Could not find the '${name}' column of '${table.name}' in the schema cache`)
  }
  return column
}

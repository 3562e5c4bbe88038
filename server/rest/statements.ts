// Complete statements, which return one row with the body as JSON text and the values for the headers.
import { boundedSql, checkSelection } from './limits.ts'
import { noClauses, type QueryString } from './query-string.ts'
import { checkPaths, countableSql, type ReadContext, type Source, selectSql } from './read.ts'

export interface Statement {
  sql: string
  values: unknown[]
}

export type Format = 'json' | 'object' | 'csv' | 'none'

export interface BodyOptions {
  format: Format
  stripsNulls: boolean
  /** A larger body is refused. */
  maxBytes: number
}

export interface Page {
  limit: number | undefined
  offset: number
}

/** How to count the rows: not at all, all of them, or up to a number. */
export type Counting = 'none' | 'all' | { upTo: number }

/** Selects a page, with the total if requested. `before` is a `with` query that the source depends on. */
export function readStatement(
  context: ReadContext,
  source: Source,
  query: QueryString,
  page: Page,
  body: BodyOptions,
  counting: Counting,
  before = '',
): Statement {
  checkPaths(query.clauses, query.items)
  checkSelection(context.cache, source.table, query.items)
  const root = context.clauses.get('') ?? noClauses()
  const paged = { ...context, clauses: new Map([...context.clauses, ['', { ...root, limit: page.limit, offset: page.offset }]]) }
  const { sql, isGrouped } = selectSql(paged, source, query.items)
  let total = 'null::bigint'
  if (counting !== 'none') {
    const all = isGrouped
      ? selectSql(withoutPage(context), source, query.items).sql
      : countableSql(withoutPage(context), source, query.items)
    const some = counting === 'all' ? all : `${all} limit ${counting.upTo}`
    // A page that is not full implies the total, so the count query does not run.
    const isLast = page.limit === undefined ? 'true' : `count(*) < ${page.limit}`
    total = `case when ${isLast} and (${page.offset} = 0 or count(*) > 0) then count(*) + ${page.offset} else (select count(*) from (${some}) as all_rows) end`
  }
  return {
    sql: `with ${before && `${before}, `}source as (${sql}) ${resultSql(body, { total })}`,
    values: context.values.list,
  }
}

/** Returns the planner's estimate of the total. */
export function estimateStatement(context: ReadContext, source: Source, query: QueryString): Statement {
  return { sql: `explain (format json) ${countableSql(withoutPage(context), source, query.items)}`, values: context.values.list }
}

export function estimateOf([row]: Record<string, unknown>[]) {
  const plan = row?.['QUERY PLAN'] as [{ Plan: { 'Plan Rows': number } }] | undefined
  return plan?.[0].Plan['Plan Rows']
}

function withoutPage(context: ReadContext): ReadContext {
  const root = context.clauses.get('') ?? noClauses()
  return { ...context, clauses: new Map([...context.clauses, ['', { ...root, limit: undefined, offset: 0, order: [] }]]) }
}

interface ResultParts {
  /** The total number of rows, beyond this page. */
  total?: string
  /** The JSON of each row in the body: the whole row, or a function's single value. */
  row?: string
}

/** Combines the rows of `source` into one row: the body and the values for the headers. */
export function resultSql(body: BodyOptions, { total = 'null::bigint', row = 'row_to_json(result_row)' }: ResultParts = {}) {
  const isJson = body.format === 'json' || body.format === 'object'
  // Converts each row to JSON once instead of once for the body and once for its size. `offset 0` prevents PostgreSQL from merging the
  // queries.
  const rows = isJson ? `(select ${row} as line from source as result_row offset 0) as result_row` : 'source as result_row'
  return `select ${bodySql(body)} as body, count(*) as page_total, ${settingSql('rest.updated')} as updated,
    ${settingSql('response.headers')} as headers, ${settingSql('response.status')} as status, ${total} as total from ${rows}`
}

export const settingSql = (name: string) => `nullif(current_setting('${name}', true), '')`

function bodySql({ format, stripsNulls, maxBytes }: BodyOptions) {
  if (format === 'none') return 'null::text'
  if (format === 'csv') {
    const header = `(select coalesce(string_agg(k, ','), '') from (select json_object_keys(r)::text as k from (select row_to_json(s) as r from source s limit 1) as one) as keys)`
    const lines = `string_agg(substring(result_row::text, 2, length(result_row::text) - 2), E'\\n')`
    return `${header} || E'\\n' || coalesce(${boundedSql(lines, 'result_row::text', maxBytes)}, '')`
  }
  const list = boundedSql('json_agg(line)', 'line', maxBytes)
  const strip = (sql: string) => (stripsNulls ? `json_strip_nulls(${sql})` : sql)
  return format === 'object' ? `${strip(`(${list} -> 0)`)}::text` : `${strip(`coalesce(${list}, '[]')`)}::text`
}

// Complete statements: one row with the body as JSON text and what the headers need.
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
}

export interface Page {
  limit: number | undefined
  offset: number
}

/** How far to count all rows: not at all, to the end, or until there are so many. */
export type Counting = 'none' | 'all' | { upTo: number }

/** `select` of a page, with the number of all rows where it is asked for. `before` is a `with` query that the source stands on. */
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
  const root = context.clauses.get('') ?? noClauses()
  const paged = { ...context, clauses: new Map([...context.clauses, ['', { ...root, limit: page.limit, offset: page.offset }]]) }
  const { sql, isGrouped } = selectSql(paged, source, query.items)
  let total = 'null::bigint'
  if (counting !== 'none') {
    const all = isGrouped
      ? selectSql(withoutPage(context), source, query.items).sql
      : countableSql(withoutPage(context), source, query.items)
    const some = counting === 'all' ? all : `${all} limit ${counting.upTo}`
    // A page that is not full tells the total by itself; then the second query never runs.
    const isLast = page.limit === undefined ? 'true' : `count(*) < ${page.limit}`
    total = `case when ${isLast} and (${page.offset} = 0 or count(*) > 0) then count(*) + ${page.offset} else (select count(*) from (${some}) as all_rows) end`
  }
  return {
    sql: `with ${before && `${before}, `}source as (${sql}) select ${resultSql(body)}, ${total} as total from source as result_row`,
    values: context.values.list,
  }
}

/** The rows that there are in all, as the planner expects it. */
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

/** `row` is what of each row makes the body: all of it, or the one value of a function. */
export function resultSql({ format, stripsNulls }: BodyOptions, row = 'result_row') {
  return `${bodySql(format, stripsNulls, row)} as body, count(*) as page_total, ${settingSql('rest.updated')} as updated,
    ${settingSql('response.headers')} as headers, ${settingSql('response.status')} as status`
}

export const settingSql = (name: string) => `nullif(current_setting('${name}', true), '')`

function bodySql(format: Format, stripsNulls: boolean, row: string) {
  if (format === 'none') return 'null::text'
  if (format === 'csv') {
    const header = `(select coalesce(string_agg(k, ','), '') from (select json_object_keys(r)::text as k from (select row_to_json(s) as r from source s limit 1) as one) as keys)`
    return `${header} || E'\\n' || coalesce(string_agg(substring(result_row::text, 2, length(result_row::text) - 2), E'\\n'), '')`
  }
  const strip = (sql: string) => (stripsNulls ? `json_strip_nulls(${sql})` : sql)
  return format === 'object' ? `${strip(`(json_agg(${row}) -> 0)`)}::text` : `${strip(`coalesce(json_agg(${row}), '[]')`)}::text`
}

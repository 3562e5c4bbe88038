// Filters and orders as SQL, against one table or result under an alias.
import { noSuchColumn } from './errors.ts'
import type { Column, Condition, Filter, Operator } from './filters.ts'
import type { SchemaCache, Table } from './schema.ts'
import { ident, jsonPathSql, rowSql, tableSql, type Values } from './sql.ts'

export interface Scope {
  cache: SchemaCache
  values: Values
  /** Undefined if the columns are not known in advance (a function that returns a record). */
  table: Table | undefined
  alias: string
  /** Whether the alias has whole rows of the table. Otherwise computed columns are already among its columns. */
  hasRow: boolean
  /** SQL operands for `is null` checks on embedded resources, by alias or name. */
  embedded: Map<string, () => string>
}

export function columnSql({ cache, values, table, alias, hasRow }: Scope, { name, path }: Column) {
  const info = table?.columns.get(name)
  let base = `${ident(alias)}.${ident(name)}`
  if (table && !info) {
    const computed = cache.computedColumn(table, name)
    if (!computed) throw noSuchColumn(alias, name)
    if (hasRow) base = `${tableSql(computed)}(${rowSql(alias, table)})`
  }
  return path.length ? jsonPathSql(base, path, info?.isJson ?? false, values) : base
}

export function conditionSql(scope: Scope, condition: Condition): string {
  if (condition.kind !== 'filter') {
    const parts = condition.conditions.map((each) => conditionSql(scope, each))
    return negated(condition.isNegated, `(${parts.join(` ${condition.kind} `)})`)
  }
  const presence = asksPresence(condition) ? scope.embedded.get(condition.column.name) : undefined
  if (presence) return negated(condition.isNegated, `${presence()} ${isSql(String(condition.value))}`)
  return negated(condition.isNegated, filterSql(scope, condition))
}

const asksPresence = ({ column, operator, value }: Filter) =>
  column.path.length === 0 && operator === 'is' && /^(?:not_)?null$/i.test(String(value))

const negated = (isNegated: boolean, sql: string) => (isNegated ? `not (${sql})` : sql)

const SYMBOLS: Partial<Record<Operator, string>> = {
  eq: '=',
  neq: '<>',
  gt: '>',
  gte: '>=',
  lt: '<',
  lte: '<=',
  like: 'like',
  ilike: 'ilike',
  match: '~',
  imatch: '~*',
  isdistinct: 'is distinct from',
  cs: '@>',
  cd: '<@',
  ov: '&&',
  sl: '<<',
  sr: '>>',
  nxr: '&<',
  nxl: '&>',
  adj: '-|-',
}

const SEARCHES: Partial<Record<Operator, string>> = {
  fts: 'to_tsquery',
  plfts: 'plainto_tsquery',
  phfts: 'phraseto_tsquery',
  wfts: 'websearch_to_tsquery',
}

function filterSql(scope: Scope, filter: Filter) {
  const { operator, value, quantifier } = filter
  const left = columnSql(scope, filter.column)
  if (operator === 'is') return `${left} ${isSql(String(value))}`
  if (operator === 'in') return `${left} = any (${scope.values.bindArray(asList(value))})`
  const search = SEARCHES[operator]
  if (search) return searchSql(scope, filter, left, search)
  const symbol = SYMBOLS[operator] ?? '='
  const right = operator === 'like' || operator === 'ilike' ? asPattern : (text: string) => text
  if (quantifier) return `${left} ${symbol} ${quantifier} (${scope.values.bindArray(asList(value).map(right))})`
  return `${left} ${symbol} ${scope.values.bind(right(String(value)))}`
}

function searchSql({ cache, values, table }: Scope, { column, language, value }: Filter, left: string, search: string) {
  const bound = language === undefined ? '' : `${values.bind(language)}::regconfig, `
  const type = table && (table.columns.get(column.name)?.type ?? cache.computedColumn(table, column.name)?.returnType)
  const isVector = column.path.length === 0 && type === 'tsvector'
  return `${isVector ? left : `to_tsvector(${bound}${left})`} @@ ${search}(${bound}${values.bind(value)})`
}

const isSql = (value: string) => (value.toLowerCase() === 'not_null' ? 'is not null' : `is ${value.toLowerCase()}`)
const asList = (value: string | string[]) => (Array.isArray(value) ? value : [value])
// PostgREST accepts * for %, which would need encoding in a URL.
const asPattern = (text: string) => text.replaceAll('*', '%')

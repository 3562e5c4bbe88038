// The columns of a selection, and how aggregates group the others.
import { columnSql, type Scope } from './conditions.ts'
import { RestError } from './errors.ts'
import type { Table } from './schema.ts'
import type { FieldItem } from './select.ts'
import { castSql, ident } from './sql.ts'

export interface OutputColumn {
  sql: string
  name: string
  /** Whether the column has the type json, whose values cannot be compared. */
  isJson?: boolean
  aggregate?: Aggregate | undefined
}

interface Aggregate {
  /** The aggregated expression; undefined for `count(*)`. */
  value: string | undefined
  over: (value: string) => string
}

/** All columns of the source. */
export interface Star {
  alias: string
  table: Table | undefined
}

export function fieldSql(scope: Scope, item: FieldItem): OutputColumn {
  const { cache, table } = scope
  // A plain `count` column is the older syntax for count().
  const isBareCount = item.name === 'count' && !!table && !table.columns.has('count') && !cache.computedColumn(table, 'count')
  const called = isBareCount ? 'count' : item.aggregate
  if (called && !cache.settings.allowsAggregates) throw new RestError(400, 'PGRST123', 'Use of aggregate functions is not allowed')
  const keys = item.path.flatMap(({ key }) => (typeof key === 'string' ? [key] : []))
  const name = item.alias ?? called ?? keys.at(-1) ?? item.name
  if (item.name === '' || isBareCount) {
    const sql = castSql('count(*)', item.aggregateCast)
    return { sql, name, aggregate: { value: undefined, over: () => sql } }
  }
  const value = castSql(columnSql(scope, item), item.cast)
  if (!called) return { sql: value, name }
  const over = (sql: string) => castSql(`${called}(${sql})`, item.aggregateCast)
  return { sql: over(value), name, aggregate: { value, over } }
}

/** The column before aggregation, which a spread passes to the outer resource. */
export const unaggregated = (column: OutputColumn | Star) =>
  'name' in column && column.aggregate ? { ...column, sql: column.aggregate.value ?? 'null' } : column

/** A spread column in the outer resource. */
export function hoisted(column: OutputColumn): OutputColumn {
  const { aggregate, sql } = column
  if (!aggregate) return column
  return { ...column, sql: aggregate.over(sql), aggregate: { value: aggregate.value && sql, over: aggregate.over } }
}

export const comparable = (column: OutputColumn | Star) =>
  'name' in column && column.isJson ? { ...column, sql: `${column.sql}::jsonb` } : column

/** Next to an aggregate, all other columns are grouped by. */
export function groupSql(columns: (OutputColumn | Star)[]) {
  const terms = columns.flatMap((column) => ('name' in column ? [column] : (columnsOf(column) ?? [])))
  const groups = terms.filter(({ aggregate }) => !aggregate).map(({ sql }) => sql)
  return groups.length ? `group by ${groups.join(', ')}` : ''
}

export function outputsOf(columns: (OutputColumn | Star)[]) {
  const outputs = columns.map((column) => ('name' in column ? [column] : columnsOf(column)))
  return outputs.every((each) => each !== undefined) ? outputs.flat() : undefined
}

function columnsOf({ alias, table }: Star): OutputColumn[] | undefined {
  return (
    table && [...table.columns.values()].map(({ name, type }) => ({ sql: `${ident(alias)}.${ident(name)}`, name, isJson: type === 'json' }))
  )
}

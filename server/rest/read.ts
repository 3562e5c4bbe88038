// A selection with embedded resources as one SQL query: each embedded resource is a lateral join that gives JSON.
import { columnSql, conditionSql, type Scope } from './conditions.ts'
import { RestError } from './errors.ts'
import { type Clauses, noClauses, type OrderTerm, pathKey } from './query-string.ts'
import { findRelationship, type Relationship } from './relationships.ts'
import type { SchemaCache, Table } from './schema-cache.ts'
import type { EmbedItem, FieldItem, SelectItem } from './select.ts'
import { castSql, ident, tableSql, type Values } from './sql.ts'

export interface Source {
  /** What stands after `from`, alias included. */
  from: string
  alias: string
  table: Table | undefined
  hasRow: boolean
}

export interface ReadContext {
  cache: SchemaCache
  values: Values
  clauses: Map<string, Clauses>
}

export interface Selection {
  sql: string
  /** Names of the result's columns; undefined where they are not known beforehand. */
  outputs: string[] | undefined
}

interface Join {
  sql: string
  /** Whether the resource is there, as something to put before `is null`. */
  presence: string
  columns: OutputColumn[]
}

interface OutputColumn {
  sql: string
  name: string
  isAggregate: boolean
}

/** All columns of the source. */
interface Star {
  star: string
  outputs: string[] | undefined
}

export function selectSql(context: ReadContext, source: Source, items: SelectItem[], path: string[] = [], joinCondition = ''): Selection {
  const clauses = context.clauses.get(pathKey(path)) ?? noClauses()
  const scope: Scope = {
    cache: context.cache,
    values: context.values,
    table: source.table,
    alias: source.alias,
    hasRow: source.hasRow,
    embedded: new Map(),
  }
  const joins: Join[] = []
  const columns: (OutputColumn | Star)[] = []
  const relations = new Map<string, Relationship>()

  for (const item of items) {
    if (item.kind === 'field') {
      if (item.name === '*') columns.push({ star: `${ident(source.alias)}.*`, outputs: source.table && [...source.table.columns.keys()] })
      else columns.push(fieldSql(scope, item))
      continue
    }
    const { table } = source
    if (!table)
      throw new RestError(400, 'PGRST200', `Could not find a relationship between this result and '${item.name}' in the schema cache`)
    const relationship = findRelationship(context.cache, table, item.name, item.hint)
    const join = joinSql(context, source, table, item, relationship, path)
    joins.push(join)
    relations.set(item.alias ?? item.name, relationship)
    scope.embedded.set(item.alias ?? item.name, join.presence)
    columns.push(...join.columns)
  }

  const where = [joinCondition, ...clauses.conditions.map((condition) => conditionSql(scope, condition))].filter(Boolean)
  const sql = [
    `select ${columns.map((column) => ('star' in column ? column.star : `${column.sql} as ${ident(column.name)}`)).join(', ') || '1 as "?column?"'}`,
    `from ${source.from}`,
    ...joins.map((join) => join.sql),
    where.length ? `where ${where.join(' and ')}` : '',
    groupSql(source, columns),
    orderSql(scope, clauses.order, relations),
    clauses.limit === undefined ? '' : `limit ${clauses.limit}`,
    clauses.offset ? `offset ${clauses.offset}` : '',
  ]
  return { sql: sql.filter(Boolean).join(' '), outputs: outputsOf(columns) }
}

function outputsOf(columns: (OutputColumn | Star)[]) {
  const names = columns.map((column) => ('name' in column ? [column.name] : column.outputs))
  return names.every((each) => each !== undefined) ? names.flat() : undefined
}

/** Clauses for a resource that is not embedded are a mistake of the caller's, not to be ignored. */
export function checkPaths(clauses: Map<string, Clauses>, items: SelectItem[]) {
  const known = new Set([''])
  const walk = (list: SelectItem[], path: string[]) => {
    for (const item of list) {
      if (item.kind !== 'embed') continue
      const below = [...path, item.alias ?? item.name]
      known.add(pathKey(below))
      walk(item.items, below)
    }
  }
  walk(items, [])
  for (const key of clauses.keys()) {
    if (known.has(key)) continue
    const name = key.split('\0').find((_, n, all) => !known.has(pathKey(all.slice(0, n + 1)))) ?? key
    throw new RestError(400, 'PGRST108', `'${name}' is not an embedded resource in this request`, {
      hint: `Verify that '${name}' is included in the 'select' query parameter.`,
    })
  }
}

function fieldSql(scope: Scope, item: FieldItem): OutputColumn {
  const { cache, table } = scope
  // `count` alone is an older way to say count().
  const isBareCount = item.name === 'count' && !!table && !table.columns.has('count') && !cache.computedColumn(table, 'count')
  const aggregate = isBareCount ? 'count' : item.aggregate
  if (aggregate && !isBareCount && !cache.settings.allowsAggregates)
    throw new RestError(400, 'PGRST123', 'Use of aggregate functions is not allowed')
  const keys = item.path.flatMap(({ key }) => (typeof key === 'string' ? [key] : []))
  const name = item.alias ?? aggregate ?? keys.at(-1) ?? item.name
  if (item.name === '' || isBareCount) return { sql: castSql('count(*)', item.aggregateCast), name, isAggregate: true }
  const value = castSql(columnSql(scope, item), item.cast)
  if (!aggregate) return { sql: value, name, isAggregate: false }
  return { sql: castSql(`${aggregate}(${value})`, item.aggregateCast), name, isAggregate: true }
}

// Beside an aggregate, everything else is what it is counted by.
function groupSql({ alias }: Source, columns: (OutputColumn | Star)[]) {
  if (!columns.some((column) => 'name' in column && column.isAggregate)) return ''
  const terms = columns.flatMap((column) => {
    if ('star' in column) return (column.outputs ?? []).map((name) => `${ident(alias)}.${ident(name)}`)
    return column.isAggregate ? [] : [column.sql]
  })
  return terms.length ? `group by ${terms.join(', ')}` : ''
}

function orderSql(scope: Scope, order: OrderTerm[], relations: Map<string, Relationship>) {
  const terms = order.map(({ column, relation, direction, nulls }) => {
    const sql = relation === undefined ? columnSql(scope, column) : relatedColumnSql(scope, relation, relations.get(relation), column)
    return [sql, direction ?? '', nulls ? `nulls ${nulls}` : ''].filter(Boolean).join(' ')
  })
  return terms.length ? `order by ${terms.join(', ')}` : ''
}

function relatedColumnSql(scope: Scope, name: string, relationship: Relationship | undefined, column: OrderTerm['column']) {
  if (!relationship) {
    throw new RestError(400, 'PGRST108', `'${name}' is not an embedded resource in this request`, {
      hint: `Verify that '${name}' is included in the 'select' query parameter.`,
    })
  }
  if (!relationship.isToOne) {
    throw new RestError(400, 'PGRST118', `A related order on '${name}' is not possible`, {
      details: `'${scope.table?.name}' and '${name}' do not form a many-to-one or one-to-one relationship`,
    })
  }
  const alias = `${relationship.to.name}_order`
  const { from, condition } = relatedSource(relationship, scope.alias, alias, 0)
  const related: Scope = { ...scope, table: relationship.to, alias, hasRow: true, embedded: new Map() }
  return `(select ${columnSql(related, column)} from ${from} ${condition ? `where ${condition}` : ''} limit 1)`
}

function relatedSource({ to, pairs, junction, computed }: Relationship, parent: string, alias: string, depth: number) {
  if (computed) return { from: `${tableSql(computed)}(${ident(parent)}) as ${ident(alias)}`, condition: '' }
  const equal = (left: string, right: string, [here, there]: [string, string]) =>
    `${ident(left)}.${ident(here)} = ${ident(right)}.${ident(there)}`
  const from = `${tableSql(to)} as ${ident(alias)}`
  if (!junction) return { from, condition: pairs.map((pair) => equal(parent, alias, pair)).join(' and ') }
  const between = `${junction.table.name}_${depth}_junction`
  return {
    from: `${from}, ${tableSql(junction.table)} as ${ident(between)}`,
    condition: [
      ...junction.from.map((pair) => equal(between, parent, pair)),
      ...junction.to.map((pair) => equal(between, alias, pair)),
    ].join(' and '),
  }
}

function joinSql(context: ReadContext, source: Source, table: Table, item: EmbedItem, relationship: Relationship, path: string[]): Join {
  const depth = path.length + 1
  const name = item.alias ?? item.name
  const lateral = ident(`${table.name}_${name}_${depth}`)
  const alias = `${relationship.to.name}_${depth}`
  const { from, condition } = relatedSource(relationship, source.alias, alias, depth)
  const inner = selectSql(context, { from, alias, table: relationship.to, hasRow: true }, item.items, [...path, name], condition)
  const kind = item.join === 'inner' ? 'inner join' : 'left join'
  const outputs = inner.outputs ?? []
  const spread = () => outputs.map((output) => ({ sql: `${lateral}.${ident(output)}`, name: output, isAggregate: false }))
  const whole = (sql: string) => (item.items.length ? [{ sql, name, isAggregate: false }] : [])

  if (relationship.isToOne) {
    return {
      sql: `${kind} lateral (${inner.sql}) as ${lateral} on true`,
      // Of a row that is compared with null, PostgreSQL would look into the columns.
      presence: `nullif(${lateral} is distinct from null, false)`,
      columns: item.isSpread ? spread() : whole(`row_to_json(${lateral}.*)::jsonb`),
    }
  }
  if (item.isSpread) {
    const lists = outputs.map((output) => `, coalesce(json_agg(${lateral}.${ident(output)}), '[]') as ${ident(output)}`)
    const isThere = `${lateral}."?count?"`
    return {
      sql: `${kind} lateral (select count(*) as "?count?"${lists.join('')} from (${inner.sql}) as ${lateral}) as ${lateral} on ${item.join === 'inner' ? `${isThere} > 0` : 'true'}`,
      presence: `nullif(${isThere}, 0)`,
      columns: spread(),
    }
  }
  const list = `${lateral}.${lateral}`
  return {
    sql: `${kind} lateral (select json_agg(${lateral})::jsonb as ${lateral} from (${inner.sql}) as ${lateral}) as ${lateral} on ${item.join === 'inner' ? `${list} is not null` : 'true'}`,
    presence: list,
    columns: whole(`coalesce(${list}, '[]')`),
  }
}

// Builds a selection with embedded resources as one SQL query. Each embedded resource is a lateral join that returns JSON.
import { columnSql, conditionSql, type Scope } from './conditions.ts'
import { notEmbedded, RestError } from './errors.ts'
import type { Condition } from './filters.ts'
import { boundedSql } from './limits.ts'
import { comparable, fieldSql, groupSql, hoisted, type OutputColumn, outputsOf, type Star, unaggregated } from './output-columns.ts'
import { type Clauses, noClauses, type OrderTerm, pathKey } from './query-string.ts'
import { findRelationship } from './relationships.ts'
import type { Relationship, SchemaCache, Table } from './schema.ts'
import { aggregates, type EmbedItem, type SelectItem } from './select.ts'
import { ident, rowSql, tableSql, type Values } from './sql.ts'

export interface Source {
  /** The SQL after `from`, including the alias. */
  from: string
  alias: string
  table: Table | undefined
  /** Whether the alias has whole rows of the table, which functions of a row need. */
  hasRow: boolean
}

export interface ReadContext {
  cache: SchemaCache
  values: Values
  clauses: Map<string, Clauses>
  /** The maximum number of rows in a list, embedded ones included. */
  maxRows: number | undefined
  /** The maximum bytes of one embedded list. */
  maxListBytes: number
}

export interface Selection {
  sql: string
  /** The result's columns; undefined if they are not known in advance. */
  outputs: OutputColumn[] | undefined
  isGrouped: boolean
}

interface Nesting {
  path: string[]
  joinCondition: string
  /** Whether aggregates are left to the outer resource, as in a spread. */
  hoists: boolean
}

interface Join {
  sql: string
  /** An operand for `is null` that tells whether the resource is present. */
  presence: string
  columns: OutputColumn[]
  relationship: Relationship
}

const ROOT: Nesting = { path: [], joinCondition: '', hoists: false }

export function selectSql(context: ReadContext, source: Source, items: SelectItem[], nesting = ROOT): Selection {
  const { path, joinCondition, hoists } = nesting
  if (path.length === 0) ({ context, source } = pageFirst(context, source, items))
  const clauses = context.clauses.get(pathKey(path)) ?? noClauses()
  const scope = scopeOf(context, source)
  const joins = new Map<string, Join>()
  const columns: (OutputColumn | Star)[] = []

  for (const item of items) {
    if (item.kind === 'field') {
      columns.push(item.name === '*' ? { alias: source.alias, table: source.table } : fieldSql(scope, item))
      continue
    }
    const relationship = relationshipOf(context, source, item)
    const name = item.alias ?? item.name
    if (joins.has(name)) throw embeddedTwice(source, item, path)
    const join = joinSql(context, source, item, relationship, path, joins.size)
    joins.set(name, join)
    scope.embedded.set(name, () => join.presence)
    columns.push(...join.columns)
  }

  const where = [joinCondition, ...clauses.conditions.map((condition) => conditionSql(scope, condition))].filter(Boolean)
  const isGrouped = !hoists && columns.some((column) => 'name' in column && column.aggregate)
  const shown = isGrouped ? columns.map(comparable) : hoists ? columns.map(unaggregated) : columns
  const sql = [
    `select ${shown.map((column) => ('name' in column ? `${column.sql} as ${ident(column.name)}` : `${ident(column.alias)}.*`)).join(', ')}`,
    `from ${source.from}`,
    ...[...joins.values()].map((join) => join.sql),
    where.length ? `where ${where.join(' and ')}` : '',
    isGrouped ? groupSql(shown) : '',
    orderSql(scope, clauses.order, joins, isGrouped),
    clauses.limit === undefined ? '' : `limit ${clauses.limit}`,
    clauses.offset ? `offset ${clauses.offset}` : '',
  ]
  return { sql: sql.filter(Boolean).join(' '), outputs: outputsOf(columns), isGrouped }
}

// If embedded resources affect neither the rows nor their order, the page is cut before they are joined. Otherwise PostgreSQL would build
// them for every row and discard most of them.
function pageFirst(context: ReadContext, source: Source, items: SelectItem[]): { context: ReadContext; source: Source } {
  const { table, alias } = source
  const clauses = context.clauses.get('')
  const embeds = items.filter((item) => item.kind === 'embed')
  if (!table || !clauses || clauses.limit === undefined || embeds.length === 0) return { context, source }
  const relationships = embeds.map((item) => findRelationship(context.cache, table, item.name, item.hint))
  const names = new Set<string>()
  for (const item of items)
    if (item.kind === 'field') for (const name of item.name === '*' ? table.columns.keys() : [item.name]) names.add(name)
  for (const { pairs, junction } of relationships)
    for (const name of [...pairs.map(([here]) => here), ...(junction?.from ?? []).map(([, there]) => there)]) names.add(name)
  for (const { column } of clauses.order) names.add(column.name)
  const isPlain =
    [...names].every((name) => table.columns.has(name)) &&
    embeds.every(({ join }) => join === 'left') &&
    relationships.every(({ computed }) => !computed) &&
    clauses.order.every(({ relation }) => relation === undefined) &&
    !aggregates(items) &&
    clauses.conditions.every((condition) => isAboutTable(condition, table))
  if (!isPlain) return { context, source }

  const scope = scopeOf(context, source)
  const where = clauses.conditions.map((condition) => conditionSql(scope, condition))
  const sql = [
    `select ${[...names].map((name) => `${ident(alias)}.${ident(name)}`).join(', ')} from ${source.from}`,
    where.length ? `where ${where.join(' and ')}` : '',
    orderSql(scope, clauses.order, new Map(), false),
    `limit ${clauses.limit}`,
    clauses.offset ? `offset ${clauses.offset}` : '',
  ]
  return {
    context: { ...context, clauses: new Map([...context.clauses, ['', { ...noClauses(), order: clauses.order }]]) },
    source: { ...source, from: `(${sql.filter(Boolean).join(' ')}) as ${ident(alias)}`, hasRow: false },
  }
}

const isAboutTable = (condition: Condition, table: Table): boolean =>
  condition.kind === 'filter' ? table.columns.has(condition.column.name) : condition.conditions.every((each) => isAboutTable(each, table))

/** Returns the rows of a selection without their content, so that counting does not build embedded resources. */
export function countableSql(context: ReadContext, source: Source, items: SelectItem[], path: string[] = [], joinCondition = ''): string {
  const { conditions } = context.clauses.get(pathKey(path)) ?? noClauses()
  const scope = scopeOf(context, source)
  const embeds = items.filter((item) => item.kind === 'embed')
  const exists = (item: EmbedItem, n: number) => {
    const { related, condition, name } = embeddedSource(source, item, relationshipOf(context, source, item), path, n)
    return `exists (${countableSql(context, related, item.items, [...path, name], condition)})`
  }
  for (const [n, item] of embeds.entries()) scope.embedded.set(item.alias ?? item.name, () => `nullif(${exists(item, n)}, false)`)
  const where = [
    joinCondition,
    ...conditions.map((condition) => conditionSql(scope, condition)),
    ...embeds.flatMap((item, n) => (item.join === 'inner' ? [exists(item, n)] : [])),
  ].filter(Boolean)
  return `select from ${source.from}${where.length ? ` where ${where.join(' and ')}` : ''}`
}

function scopeOf({ cache, values }: ReadContext, { table, alias, hasRow }: Source): Scope {
  return { cache, values, table, alias, hasRow, embedded: new Map() }
}

function relationshipOf({ cache }: ReadContext, { table, alias }: Source, { name, hint }: EmbedItem) {
  if (table) return findRelationship(cache, table, name, hint)
  throw new RestError(400, 'PGRST200', `Could not find a relationship between '${alias}' and '${name}' in the schema cache`)
}

// PostgREST fails in this case too: one of the two needs an alias.
function embeddedTwice({ table }: Source, { name, alias }: EmbedItem, path: string[]) {
  return new RestError(400, '42712', `table name "${table?.name}_${alias ?? name}_${path.length + 1}" specified more than once`)
}

/** Refuses clauses for a resource that is not embedded, instead of ignoring them. */
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
    throw notEmbedded(key.split('\0').find((_, n, all) => !known.has(pathKey(all.slice(0, n + 1)))) ?? key)
  }
}

function orderSql(scope: Scope, order: OrderTerm[], joins: Map<string, Join>, isGrouped: boolean) {
  const terms = order.map(({ column, relation, direction, nulls }) => {
    const join = relation === undefined ? undefined : joins.get(relation)
    // Groups can be ordered only by the columns that they are grouped by.
    const grouped = isGrouped && column.path.length === 0 && join?.columns.find(({ name, aggregate }) => name === column.name && !aggregate)
    const sql = grouped
      ? grouped.sql
      : relation === undefined
        ? columnSql(scope, column)
        : relatedColumnSql(scope, relation, join?.relationship, column)
    return [sql, direction ?? '', nulls ? `nulls ${nulls}` : ''].filter(Boolean).join(' ')
  })
  return terms.length ? `order by ${terms.join(', ')}` : ''
}

function relatedColumnSql(scope: Scope, name: string, relationship: Relationship | undefined, column: OrderTerm['column']) {
  if (!relationship) throw notEmbedded(name)
  if (!relationship.isToOne) {
    throw new RestError(400, 'PGRST118', `A related order on '${name}' is not possible`, {
      details: `'${scope.table?.name}' and '${name}' do not form a many-to-one or one-to-one relationship`,
    })
  }
  const alias = '?order?'
  const { from, condition } = relatedSql(relationship, scope.alias, alias, '?between?')
  const related: Scope = { ...scope, table: relationship.to, alias, hasRow: true, embedded: new Map() }
  return `(select ${columnSql(related, column)} from ${from} ${condition ? `where ${condition}` : ''} limit 1)`
}

function relatedSql({ from: parentTable, to, pairs, junction, computed }: Relationship, parent: string, alias: string, between: string) {
  if (computed) return { from: `${tableSql(computed)}(${rowSql(parent, parentTable)}) as ${ident(alias)}`, condition: '' }
  const equal = (left: string, right: string, [here, there]: [string, string]) =>
    `${ident(left)}.${ident(here)} = ${ident(right)}.${ident(there)}`
  const from = `${tableSql(to)} as ${ident(alias)}`
  if (!junction) return { from, condition: pairs.map((pair) => equal(parent, alias, pair)).join(' and ') }
  const conditions = [
    ...junction.from.map((pair) => equal(between, parent, pair)),
    ...junction.to.map((pair) => equal(between, alias, pair)),
  ]
  return { from: `${from}, ${tableSql(junction.table)} as ${ident(between)}`, condition: conditions.join(' and ') }
}

function embeddedSource(source: Source, item: EmbedItem, relationship: Relationship, path: string[], n: number) {
  const depth = path.length + 1
  const readable = `${relationship.to.name}_${depth}`
  // PostgreSQL truncates names at 63 bytes, and a table may have the same name as another one's alias.
  const alias = Buffer.byteLength(readable) > 63 || readable === source.alias ? `?related ${depth}?` : readable
  const { from, condition } = relatedSql(relationship, source.alias, alias, `?between ${depth}?`)
  const related: Source = { from, alias, table: relationship.to, hasRow: true }
  return { related, condition, name: item.alias ?? item.name, lateral: ident(`?embedded ${depth}.${n}?`) }
}

function joinSql(context: ReadContext, source: Source, item: EmbedItem, relationship: Relationship, path: string[], n: number): Join {
  const { related, condition, name, lateral } = embeddedSource(source, item, relationship, path, n)
  const below = [...path, name]
  const nesting: Nesting = { path: below, joinCondition: condition, hoists: item.isSpread }
  const inner = selectSql(relationship.isToOne ? context : capped(context, below), related, item.items, nesting)
  const kind = item.join === 'inner' ? 'inner join' : 'left join'
  const outputs = (inner.outputs ?? []).map((output) => ({ ...output, sql: `${lateral}.${ident(output.name)}` }))
  const whole = (sql: string) => (item.items.length ? [{ sql, name, isJson: true }] : [])

  if (relationship.isToOne) {
    return {
      relationship,
      sql: `${kind} lateral (${inner.sql}) as ${lateral} on true`,
      // Comparing a whole row with null would make PostgreSQL check its columns.
      presence: `nullif(${lateral} is distinct from null, false)`,
      columns: item.isSpread ? outputs.map(hoisted) : whole(`row_to_json(${lateral}.*)`),
    }
  }
  if (item.isSpread) {
    if (outputs.some(({ aggregate }) => aggregate)) throw aggregateInList()
    const lists = outputs.map(({ sql, name: output }) => {
      const list = boundedSql(`json_agg(${sql})`, `to_json(${sql})`, context.maxListBytes / outputs.length)
      return `, coalesce(${list}, '[]') as ${ident(output)}`
    })
    const isThere = `${lateral}."?count?"`
    return {
      relationship,
      sql: `${kind} lateral (select count(*) as "?count?"${lists.join('')} from (${inner.sql}) as ${lateral}) as ${lateral} on ${item.join === 'inner' ? `${isThere} > 0` : 'true'}`,
      presence: `nullif(${isThere}, 0)`,
      columns: outputs.map((output) => ({ ...output, isJson: true })),
    }
  }
  const list = `${lateral}.${lateral}`
  const lines = `(select row_to_json(${lateral}) as line from (${inner.sql}) as ${lateral} offset 0) as ${lateral}`
  const joined = boundedSql('json_agg(line)', 'line', context.maxListBytes)
  return {
    relationship,
    sql: `${kind} lateral (select ${joined} as ${lateral} from ${lines}) as ${lateral} on ${item.join === 'inner' ? `${list} is not null` : 'true'}`,
    presence: list,
    columns: whole(`coalesce(${list}, '[]')`),
  }
}

function aggregateInList() {
  return new RestError(400, 'PGRST127', 'Feature not implemented', {
    details: 'Aggregates are not implemented for one-to-many or many-to-many spreads.',
  })
}

function capped(context: ReadContext, path: string[]): ReadContext {
  const { maxRows, clauses } = context
  if (maxRows === undefined) return context
  const own = clauses.get(pathKey(path)) ?? noClauses()
  return { ...context, clauses: new Map([...clauses, [pathKey(path), { ...own, limit: Math.min(own.limit ?? maxRows, maxRows) }]]) }
}

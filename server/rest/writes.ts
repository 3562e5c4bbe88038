// Builds insert, update and delete statements. Changed rows are selected like any others if a representation is requested.
import { echoed } from '../request-limits.ts'
import { conditionSql, type Scope } from './conditions.ts'
import { noSuchColumn, RestError } from './errors.ts'
import { checkSelection, listShare } from './limits.ts'
import type { Preferences } from './preferences.ts'
import { noClauses, type QueryString } from './query-string.ts'
import { checkPaths, type Source, selectSql } from './read.ts'
import { findRelationship } from './relationships.ts'
import type { SchemaCache, Table } from './schema.ts'
import type { SelectItem } from './select.ts'
import { ident, rowSql, tableSql, Values } from './sql.ts'
import { type BodyOptions, resultSql, type Statement, settingSql } from './statements.ts'

export interface Change {
  kind: 'insert' | 'update' | 'delete'
  table: Table
  /** The raw body, a JSON object or a list of objects, and the columns that it sets. */
  payload: string | undefined
  isList: boolean
  columns: string[]
}

interface ChangeParts {
  cache: SchemaCache
  change: Change
  query: QueryString
  preferences: Preferences
  values: Values
}

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
  checkPaths(query.clauses, query.items)
  checkSelection(cache, table, query.items)
  const returning = wantsRows ? returningOf(cache, table, query.items) : { sql: '1', hasRow: false }
  const sql = { insert: insertSql, update: updateSql, delete: deleteSql }[change.kind]({ cache, change, query, preferences, values })
  // The filters select the rows to change. All changed rows are returned.
  const clauses = new Map([...query.clauses].map(([path, each]) => [path, path === '' ? { ...noClauses(), order: each.order } : each]))
  const changed: Source = { from: `changed as ${ident(table.name)}`, alias: table.name, table, hasRow: returning.hasRow }
  const context = { cache, values, clauses, maxRows: undefined, maxListBytes: listShare(body.maxBytes, query.items) }
  const shown = wantsRows ? selectSql(context, changed, query.items).sql : 'select from changed'
  return {
    sql: `with changed as (${sql} returning ${returning.sql}), source as (${shown}) ${resultSql(body)}`,
    values: values.list,
  }
}

// Only columns that are selected or needed to join embedded resources, because each requires the right to read it.
function returningOf(cache: SchemaCache, table: Table, items: SelectItem[]) {
  const names = new Set<string>()
  const computed = new Map<string, string>()
  let hasRow = false
  for (const item of items) {
    if (item.kind === 'embed') {
      const { pairs, junction, computed: fn } = findRelationship(cache, table, item.name, item.hint)
      hasRow ||= fn !== undefined
      for (const [here] of pairs) names.add(here)
      for (const [, there] of junction?.from ?? []) names.add(there)
    } else if (item.name === '*') for (const name of table.columns.keys()) names.add(name)
    else if (table.columns.has(item.name)) names.add(item.name)
    else if (item.name !== '' && item.name !== 'count') {
      const found = cache.computedColumn(table, item.name)
      if (!found) throw noSuchColumn(table.name, item.name)
      computed.set(item.name, `${tableSql(found)}(${rowSql(table.name, table)})`)
    }
  }
  // A function that computes an embedded resource takes the whole row after the change.
  const columns = (hasRow ? [...table.columns.keys()] : [...names]).map((name) => `${ident(table.name)}.${ident(name)}`)
  const made = hasRow ? [] : [...computed].map(([name, sql]) => `${sql} as ${ident(name)}`)
  return { sql: [...columns, ...made].join(', ') || '1', hasRow }
}

function insertSql({ change, query, preferences, values }: ChangeParts) {
  const { table, columns, payload, isList } = change
  const target = `insert into ${tableSql(table)} as ${ident(table.name)}`
  const conflict = conflictSql(table, columns, query, preferences)
  if (columns.length) {
    const list = columns.map(ident).join(', ')
    const given = columns.map((name) => `_.${ident(name)}`).join(', ')
    return `${target} (${list}) select ${given} from ${recordsSql(change, preferences, values)} ${conflict}`
  }
  return isList ? `${target} select from json_array_elements(${values.bind(payload)}) ${conflict}` : `${target} default values ${conflict}`
}

/** Converts the body to rows, with null or the default for missing columns. */
function recordsSql({ table, columns, payload, isList }: Change, { missing }: Preferences, values: Values) {
  const types = columns.map((name) => `${ident(name)} ${columnOf(table, name).type}`).join(', ')
  const bound = values.bind(payload)
  const defaults = missing === 'default' ? columns.flatMap((name) => columnOf(table, name).default ?? []).length : 0
  if (!defaults) return `json_to_record${isList ? 'set' : ''}(${bound}) as _ (${types})`
  const filled = columns
    .flatMap((name) => {
      const { default: otherwise } = columnOf(table, name)
      return otherwise === undefined ? [] : [`jsonb_build_object(${values.bind(name)}::text, ${otherwise})`]
    })
    .join(' || ')
  const elements = isList ? `jsonb_array_elements(${bound})` : `(select ${bound}::jsonb)`
  return `${elements} as given (element), jsonb_to_record(${filled} || given.element) as _ (${types})`
}

function conflictSql(table: Table, columns: string[], { onConflict }: QueryString, { resolution }: Preferences) {
  const keys = onConflict ?? table.primaryKey
  if (!resolution || !keys.length) return ''
  const target = `on conflict (${keys.map((name) => ident(columnOf(table, name).name)).join(', ')})`
  if (resolution === 'ignore-duplicates' || !columns.length) return `${target} do nothing`
  // Counts the rows that existed, for the status. A system column would show it too, but requires the right to read.
  const counts = `set_config('rest.updated', (coalesce(${settingSql('rest.updated')}, '0')::int + 1)::text, true) is not null`
  return `${target} do update set ${columns.map((name) => `${ident(name)} = excluded.${ident(name)}`).join(', ')} where ${counts}`
}

function updateSql({ cache, change, query, preferences, values }: ChangeParts) {
  const { table, columns } = change
  const given = ident('?given?')
  const set = columns.map((name) => `${ident(name)} = ${given}.${ident(name)}`).join(', ')
  const records = `(select _.* from ${recordsSql(change, preferences, values)} limit 1) as ${given}`
  return `update ${tableSql(table)} as ${ident(table.name)} set ${set} from ${records} ${whereSql({ cache, values, table, query })}`
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
  if (!column) throw new RestError(400, 'PGRST204', `Could not find the '${echoed(name)}' column of '${table.name}' in the schema cache`)
  return column
}

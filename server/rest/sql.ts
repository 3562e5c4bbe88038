// Statements consist of names from the schema cache and bound values. No other part of a request becomes SQL.
import pg from 'pg'
import { RestError } from './errors.ts'
import type { JsonPath } from './scanner.ts'
import type { Table } from './schema.ts'

export function ident(name: string) {
  // A zero byte would end the statement in PostgreSQL's protocol.
  if (name.includes('\0')) throw new RestError(400, '22021', 'invalid byte sequence for encoding "UTF8": 0x00')
  return pg.escapeIdentifier(name)
}
export const tableSql = ({ schema, name }: Pick<Table, 'schema' | 'name'>) => `${ident(schema)}.${ident(name)}`

/** A row as a function's argument. Behind the alias of a `with` query it has lost its type. */
export const rowSql = (alias: string, table: Pick<Table, 'schema' | 'name'>) => `${ident(alias)}::${tableSql(table)}`

const MAX_VALUES = 20_000

/** The bound values of one statement. */
export class Values {
  readonly list: unknown[] = []

  bind(value: unknown) {
    if (this.list.length >= MAX_VALUES) throw new RestError(400, 'PGRST100', 'The request holds too many values')
    this.list.push(value)
    return `$${this.list.length}`
  }

  /** Binds a list as one array, whose type follows from the comparison. */
  bindArray(values: string[]) {
    return this.bind(`{${values.map((value) => `"${value.replaceAll(/["\\]/g, String.raw`\$&`)}"`).join(',')}}`)
  }
}

export function jsonPathSql(base: string, path: JsonPath, isJson: boolean, values: Values) {
  const start = isJson ? base : `to_jsonb(${base})`
  return path.reduce((sql, { arrow, key }) => `${sql}${arrow}${typeof key === 'number' ? String(key) : `${values.bind(key)}::text`}`, start)
}

// The parser lets through only letters, digits, spaces and [], so this is a type name and not an expression.
export const castSql = (sql: string, type: string | undefined) => (type === undefined ? sql : `cast(${sql} as ${type})`)

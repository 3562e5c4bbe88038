// Types of the schema cache: tables, columns, functions and their relationships.

export interface ColumnInfo {
  name: string
  /** Schema-qualified, so that the search path does not matter. */
  type: string
  isJson: boolean
  /** The default expression for a missing value. */
  default: string | undefined
}

export interface Table {
  oid: number
  schema: string
  name: string
  isView: boolean
  columns: Map<string, ColumnInfo>
  primaryKey: string[]
}

interface Argument {
  name: string
  /** Without a length, because PostgreSQL does not store one for arguments. */
  type: string
  isRequired: boolean
  isVariadic: boolean
}

export interface RestFunction {
  schema: string
  name: string
  arguments: Argument[]
  returnsSet: boolean
  /** Whether `rows 1` declares at most one row. */
  returnsOne: boolean
  returnType: string
  /** The oid of the table whose rows it returns, if any. */
  returnsTable: number | undefined
  returnsColumns: { name: string; type: string }[] | undefined
  isVolatile: boolean
  /** Its own `statement_timeout`. */
  timeout: string | undefined
  /** The table whose row is its only argument, which makes it a computed column or relationship. */
  rowOf: number | undefined
}

export interface SchemaCache {
  table: (schema: string, name: string) => Table | undefined
  tableByOid: (oid: number) => Table | undefined
  tables: Table[]
  functions: (schema: string, name: string) => RestFunction[]
  functionNames: (schema: string) => string[]
  /** A function that takes a row of this table and returns one value. */
  computedColumn: (table: Table, name: string) => RestFunction | undefined
  relationshipsOf: (table: Table) => Relationship[]
  settings: Settings
}

/** Settings made with `alter role authenticator set pgrst.… to …`. */
export interface Settings {
  allowsAggregates: boolean
  allowsPlan: boolean
  allowsRollback: boolean
}

type Cardinality = 'many-to-one' | 'one-to-many' | 'one-to-one' | 'many-to-many'

/** Pairs of column names: in this table, in the other. */
export type Pairs = [string, string][]

export interface Relationship {
  from: Table
  to: Table
  name: string
  cardinality: Cardinality
  isToOne: boolean
  /** Whether the foreign key is in the table that the relationship starts from. */
  holdsKey: boolean
  pairs: Pairs
  junction: { table: Table; from: Pairs; to: Pairs; names: [string, string] } | undefined
  computed: RestFunction | undefined
}

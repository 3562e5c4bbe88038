// What the schema cache holds: tables, columns, functions and how they relate.

export interface ColumnInfo {
  name: string
  /** With its schema, whatever the search path. */
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
  /** Without a length: PostgreSQL keeps none of arguments. */
  type: string
  isRequired: boolean
  isVariadic: boolean
}

export interface RestFunction {
  schema: string
  name: string
  arguments: Argument[]
  returnsSet: boolean
  /** At most one row, as `rows 1` promises. */
  returnsOne: boolean
  returnType: string
  /** Rows of a table, of columns of its own, or neither. */
  returnsTable: number | undefined
  returnsColumns: { name: string; type: string }[] | undefined
  isVolatile: boolean
  /** Its own `statement_timeout`. */
  timeout: string | undefined
  /** The table whose row it takes as only argument: a computed column or relationship of it. */
  rowOf: number | undefined
}

export interface SchemaCache {
  table: (schema: string, name: string) => Table | undefined
  tableByOid: (oid: number) => Table | undefined
  tables: Table[]
  functions: (schema: string, name: string) => RestFunction[]
  functionNames: (schema: string) => string[]
  /** A function that takes a row of this table and gives one value. */
  computedColumn: (table: Table, name: string) => RestFunction | undefined
  relationshipsOf: (table: Table) => Relationship[]
  settings: Settings
}

/** `alter role authenticator set pgrst.… to …` */
export interface Settings {
  allowsAggregates: boolean
  allowsPlan: boolean
  allowsRollback: boolean
}

type Cardinality = 'many-to-one' | 'one-to-many' | 'one-to-one' | 'many-to-many'

/** Pairs of column names: here, there. */
export type Pairs = [string, string][]

export interface Relationship {
  from: Table
  to: Table
  name: string
  cardinality: Cardinality
  isToOne: boolean
  /** The foreign key is in the table it starts from. */
  holdsKey: boolean
  pairs: Pairs
  junction: { table: Table; from: Pairs; to: Pairs; names: [string, string] } | undefined
  computed: RestFunction | undefined
}

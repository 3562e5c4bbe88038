// Writes rows as lines of JSON, each column in its text form. Every PostgreSQL version can read it, like COPY's text format, and it needs
// no driver support for COPY.

import { createReadStream, createWriteStream, existsSync } from 'node:fs'
import { pipeline } from 'node:stream/promises'
import pg from 'pg'

export interface Table {
  schema: string
  name: string
  columns: string[]
}

export interface Sequence {
  schema: string
  name: string
  value: string
}

const FETCH_ROWS = 500
const MAX_BATCH_CHARACTERS = 4_000_000
// Fixes the text format of values, whatever the server's defaults are.
const TEXT_FORMATS = `set datestyle = 'ISO'; set intervalstyle = 'iso_8601'; set timezone = 'UTC'; set bytea_output = 'hex';
  set extra_float_digits = 1; set statement_timeout = 0; set idle_in_transaction_session_timeout = 0`

// The restoring release creates the platform's own records. Messages to listeners and rate counters are not needed later.
const LEFT_OUT = [
  '_server.platform',
  '_server.limits',

  'supabase_migrations.schema_migrations',
  'realtime.messages',
]

export async function prepareSession(client: pg.Client) {
  await client.query(TEXT_FORMATS)
}

export async function listTables(client: pg.Client): Promise<Table[]> {
  const { rows } = await client.query<Table>(
    `select n.nspname as schema, c.relname as name, array_agg(a.attname::text order by a.attnum) as columns
     from pg_class c join pg_namespace n on n.oid = c.relnamespace join pg_attribute a on a.attrelid = c.oid
     where c.relkind = 'r' and c.relpersistence = 'p' and n.nspname !~ '^pg_' and n.nspname <> 'information_schema'
       and n.nspname || '.' || c.relname <> all ($1) and a.attnum > 0 and not a.attisdropped and a.attgenerated = ''
     group by 1, 2 order by 1, 2`,
    [LEFT_OUT],
  )
  return rows
}

export async function listSequences(client: pg.Client): Promise<Sequence[]> {
  const { rows } = await client.query<Sequence>(
    `select schemaname as schema, sequencename as name, last_value::text as value from pg_sequences
     where last_value is not null and schemaname !~ '^pg_' order by 1, 2`,
  )
  return rows
}

/** Returns the size of the rows in the database, without indexes. */
export async function measureTables(client: pg.Client, tables: Table[]) {
  const { rows } = await client.query<{ bytes: string }>(
    'select coalesce(sum(pg_table_size(to_regclass(name))), 0) as bytes from unnest($1::text[]) as name',
    [tables.map(nameOf)],
  )
  return Number(rows[0]?.bytes)
}

/** Writes a table's rows to a file and returns their number. */
export async function writeRows(client: pg.Client, table: Table, file: string) {
  const columns = table.columns.map((name) => `${pg.escapeIdentifier(name)}::text`).join(', ')
  await client.query(`declare backup cursor for select to_json(array[${columns}])::text as line from only ${nameOf(table)}`)
  let count = 0
  async function* fetchAll() {
    for (;;) {
      const { rows } = await client.query<{ line: string }>(`fetch ${FETCH_ROWS} from backup`)
      if (rows.length === 0) return
      count += rows.length
      yield rows.map(({ line }) => `${line}\n`).join('')
    }
  }
  await pipeline(fetchAll, createWriteStream(file, { mode: 0o600 }))
  await client.query('close backup')
  return count
}

/** Inserts the rows of a file into a table and returns their number. From a damaged file it inserts the intact lines. */
export async function readRows(client: pg.Client, table: Table, file: string, { isDamaged }: { isDamaged: boolean }) {
  if (isDamaged && !existsSync(file)) return 0
  const insert = await insertOf(client, table)
  let batch: string[] = []
  let size = 0
  let count = 0
  const flush = async () => {
    if (batch.length) await client.query(insert, [`[${batch.join(',')}]`])
    count += batch.length
    batch = []
    size = 0
  }
  for await (const line of linesOf(file)) {
    if (isDamaged && !isWhole(line, table)) continue
    batch.push(line)
    size += line.length
    if (batch.length === FETCH_ROWS || size > MAX_BATCH_CHARACTERS) await flush()
  }
  await flush()
  return count
}

// readline also splits at U+2028 and U+2029, which occur in texts and are not escaped in JSON.
async function* linesOf(file: string) {
  let rest = ''
  for await (const chunk of createReadStream(file, { encoding: 'utf8' }) as AsyncIterable<string>) {
    const [first = '', ...more] = chunk.split('\n')
    rest += first
    for (const next of more) {
      yield rest
      rest = next
    }
  }
  if (rest) yield rest
}

function isWhole(line: string, { columns }: Table) {
  try {
    return (JSON.parse(line) as unknown[]).length === columns.length
  } catch {
    return false
  }
}

async function insertOf(client: pg.Client, table: Table) {
  const { rows } = await client.query<{ name: string; type: string }>(
    `select attname as name, format_type(atttypid, atttypmod) as type from pg_attribute where attrelid = to_regclass($1) and attnum > 0`,
    [nameOf(table)],
  )
  const types = new Map(rows.map(({ name, type }) => [name, type]))
  const values = table.columns.map((name, index) => {
    const type = types.get(name)
    if (!type) throw new Error(`The backup holds ${table.schema}.${table.name}.${name}, which this release does not have.`)
    return `(line ->> ${index})::${type}`
  })
  const names = table.columns.map((name) => pg.escapeIdentifier(name)).join(', ')
  return `insert into ${nameOf(table)} (${names}) overriding system value
    select ${values.join(', ')} from json_array_elements($1::json) as line`
}

export function nameOf({ schema, name }: { schema: string; name: string }) {
  return `${pg.escapeIdentifier(schema)}.${pg.escapeIdentifier(name)}`
}

// Caches the tables, views, columns and functions of the served schemas.
import type pg from 'pg'
import { buildRelationships, type ForeignKey } from './relationships.ts'
import type { ColumnInfo, RestFunction, SchemaCache, Table } from './schema.ts'
import { type Origin, originsOf, primaryKeyOf } from './view-origins.ts'

export async function loadSchemaCache(client: pg.ClientBase, schemas: string[]): Promise<SchemaCache> {
  await client.query("begin isolation level repeatable read read only; set local search_path = ''")
  try {
    const { rows: tableRows } = await client.query<TableRow>(TABLES, [schemas])
    const { rows: foreignKeys } = await client.query<ForeignKey>(FOREIGN_KEYS)
    const { rows: primaryKeys } = await client.query<PrimaryKey>(PRIMARY_KEYS)
    const { rows: functionRows } = await client.query<FunctionRow>(FUNCTIONS, [schemas])
    const { rows: settingRows } = await client.query<{ setting: string }>(SETTINGS)
    return assemble({
      tableRows,
      foreignKeys,
      primaryKeys,
      functionRows,
      settings: settingRows.map(({ setting }) => setting),
    })
  } finally {
    await client.query('commit')
  }
}

interface TableRow {
  oid: number
  schema: string
  name: string
  is_view: boolean
  columns: { position: number; name: string; type: string; is_json: boolean; default: string | null }[]
  rule: string | null
}

interface PrimaryKey {
  table: number
  columns: number[]
}

interface FunctionRow {
  schema: string
  name: string
  names: string[] | null
  modes: string[] | null
  types: string[]
  required: number
  variadic: boolean
  returns_set: boolean
  rows: number
  return_type: string
  return_table: number | null
  return_kind: string
  volatile: boolean
  timeout: string | null
  row_of: number | null
}

interface Found {
  tableRows: TableRow[]
  foreignKeys: ForeignKey[]
  primaryKeys: PrimaryKey[]
  functionRows: FunctionRow[]
  settings: string[]
}

function assemble({ tableRows, foreignKeys, primaryKeys, functionRows, settings }: Found): SchemaCache {
  const columnNames = new Map(tableRows.map(({ oid, columns }) => [oid, new Map(columns.map(({ position, name }) => [position, name]))]))
  const views = new Map<number, Origin[]>(tableRows.flatMap(({ oid, rule }) => (rule ? [[oid, originsOf(rule)] as const] : [])))
  const keysByTable = new Map(primaryKeys.map(({ table, columns }) => [table, columns]))
  const tables = tableRows.map((row) => tableOf(row, primaryKeyOf(row.oid, { keysByTable, views, columnNames })))
  const byName = new Map(tables.map((table) => [key(table.schema, table.name), table]))
  const byOid = new Map(tables.map((table) => [table.oid, table]))
  const functions = Map.groupBy(functionRows.map(functionOf), ({ schema, name }) => key(schema, name))
  const computed = [...functions.values()].flat().filter(({ rowOf }) => rowOf !== undefined)
  const relationships = buildRelationships({ tables, foreignKeys, views, columnNames, computed })
  const byTable = Map.groupBy(relationships, ({ from }) => from.oid)
  return {
    tables,
    table: (schema, name) => byName.get(key(schema, name)),
    tableByOid: (oid) => byOid.get(oid),
    functions: (schema, name) => functions.get(key(schema, name)) ?? [],
    functionNames: (schema) => [
      ...new Set(
        [...functions.values()]
          .flat()
          .filter((each) => each.schema === schema)
          .map(({ name }) => name),
      ),
    ],
    computedColumn: (table, name) =>
      computed.find((each) => each.rowOf === table.oid && each.name === name && !each.returnsSet && !each.returnsTable),
    relationshipsOf: (table) => byTable.get(table.oid) ?? [],
    settings: {
      allowsAggregates: settings.includes('pgrst.db_aggregates_enabled=true'),
      allowsPlan: settings.includes('pgrst.db_plan_enabled=true'),
      allowsRollback: settings.includes('pgrst.db_tx_end=commit-allow-override'),
    },
  }
}

function tableOf({ oid, schema, name, is_view, columns }: TableRow, primaryKey: string[]): Table {
  const infos = columns.map((column): [string, ColumnInfo] => [
    column.name,
    { name: column.name, type: column.type, isJson: column.is_json, default: column.default ?? undefined },
  ])
  return { oid, schema, name, isView: is_view, columns: new Map(infos), primaryKey }
}

function functionOf(row: FunctionRow): RestFunction {
  const modes = row.modes ?? row.types.map(() => 'i')
  const inputs = modes.flatMap((mode, index) => ('ibv'.includes(mode) ? [index] : []))
  const outputs = modes.flatMap((mode, index) =>
    'obt'.includes(mode) ? [{ name: row.names?.[index] ?? '', type: row.types[index] ?? '' }] : [],
  )
  return {
    schema: row.schema,
    name: row.name,
    arguments: inputs.map((index, n) => ({
      name: row.names?.[index] ?? '',
      type: row.types[index] ?? 'text',
      isRequired: n < row.required,
      isVariadic: modes[index] === 'v',
    })),
    returnsSet: row.returns_set,
    returnsOne: !row.returns_set || row.rows === 1,
    returnType: row.return_type,
    returnsTable: row.return_table ?? undefined,
    // A single output parameter is a column too, although PostgreSQL reports a scalar result.
    returnsColumns: outputs.length > 0 && row.return_table === null ? outputs : undefined,
    isVolatile: row.volatile,
    timeout: row.timeout ?? undefined,
    rowOf: row.row_of ?? undefined,
  }
}

const key = (schema: string, name: string) => `${schema}\0${name}`

const TABLES = `
  select c.oid::int, n.nspname as schema, c.relname as name, c.relkind in ('v', 'm') as is_view,
         (select json_agg(json_build_object(
            'position', a.attnum, 'name', a.attname, 'type', pg_catalog.format_type(a.atttypid, a.atttypmod),
            'is_json', t.typname in ('json', 'jsonb'),
            'default', case
              when a.attidentity <> '' then format('nextval(%L)', pg_get_serial_sequence(format('%I.%I', n.nspname, c.relname), a.attname))
              when a.attgenerated <> '' then null
              else pg_get_expr(d.adbin, d.adrelid) end
          ) order by a.attnum)
          from pg_attribute a
          join pg_type t on t.oid = a.atttypid
          left join pg_attrdef d on d.adrelid = a.attrelid and d.adnum = a.attnum
          where a.attrelid = c.oid and a.attnum > 0 and not a.attisdropped) as columns,
         (select r.ev_action::text from pg_rewrite r where r.ev_class = c.oid and r.rulename = '_RETURN' and c.relkind in ('v', 'm')) as rule
  from pg_class c
  join pg_namespace n on n.oid = c.relnamespace
  where c.relkind in ('r', 'v', 'm', 'p', 'f') and n.nspname = any ($1)
    and not c.relispartition
    and exists (select from pg_attribute a where a.attrelid = c.oid and a.attnum > 0 and not a.attisdropped)
  order by n.nspname, c.relname`

// Reads all schemas, because a served view may be based on tables of others.
const FOREIGN_KEYS = `
  select c.conname as name, c.conrelid::int as child, c.confrelid::int as parent, c.conkey::int[] as child_columns, c.confkey::int[] as parent_columns,
         exists (
           select from pg_index i
           where i.indrelid = c.conrelid and i.indisunique and i.indpred is null and i.indexprs is null
             and (select array_agg(k order by k) from unnest(i.indkey[0:i.indnkeyatts - 1]) as k) = (select array_agg(k order by k) from unnest(c.conkey) as k)
         ) as is_unique
  from pg_constraint c
  where c.contype = 'f' and c.conparentid = 0
  order by c.conname`

const PRIMARY_KEYS = `select c.conrelid::int as "table", c.conkey::int[] as columns from pg_constraint c where c.contype = 'p'`

// With length -1 a type prints as bpchar or "bit", which allow any length. Plain character and bit would mean length one.
const FUNCTIONS = `
  select n.nspname as schema, p.proname as name, p.proargnames as names, p.proargmodes::text[] as modes,
         array (select pg_catalog.format_type(t, -1) from unnest(coalesce(p.proallargtypes, p.proargtypes::oid[])) with ordinality as a (t, i) order by i) as types,
         p.pronargs - p.pronargdefaults as required, p.provariadic <> 0 as variadic,
         p.proretset as returns_set, p.prorows::int as rows, pg_catalog.format_type(p.prorettype, null) as return_type,
         nullif(coalesce(b.typrelid, r.typrelid), 0)::int as return_table, r.typtype as return_kind,
         p.provolatile = 'v' as volatile,
         (select split_part(c, '=', 2) from unnest(p.proconfig) as c where c like 'statement\\_timeout=%') as timeout,
         case when p.pronargs = 1 then (select nullif(t.typrelid, 0)::int from pg_type t where t.oid = p.proargtypes[0] and t.typtype = 'c') end as row_of
  from pg_proc p
  join pg_namespace n on n.oid = p.pronamespace
  join pg_type r on r.oid = p.prorettype
  left join pg_type b on b.oid = r.typbasetype
  where n.nspname = any ($1) and p.prokind = 'f' and p.prorettype <> 'trigger'::regtype and p.prorettype <> 'event_trigger'::regtype
  order by p.proname, p.oid`

const SETTINGS = `
  select unnest(s.setconfig) as setting from pg_db_role_setting s join pg_roles r on r.oid = s.setrole
  where r.rolname = 'authenticator' and s.setdatabase in (0, (select oid from pg_database where datname = current_database()))`

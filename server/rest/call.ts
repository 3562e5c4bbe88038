// Calls of functions: which one is meant, with which arguments, and its result as something to select from.
import { RestError } from './errors.ts'
import type { Source } from './read.ts'
import { closest } from './relationships.ts'
import type { RestFunction, SchemaCache } from './schema-cache.ts'
import { ident, tableSql, type Values } from './sql.ts'

export interface Call {
  fn: RestFunction
  /** Arguments as JSON (a body) or as text (a query string). */
  args: { json: string; names: string[] } | { texts: Map<string, string[]> } | { whole: string }
}

/** A body with one of these types may be the function's only, unnamed argument. */
const WHOLE_BODY = ['json', 'jsonb', 'text', 'xml', 'bytea']

export function findFunction(cache: SchemaCache, schema: string, name: string, names: string[], hasBody: boolean): RestFunction {
  const all = cache.functions(schema, name)
  const matching = all.filter((fn) => takes(fn, names))
  const found = matching.length ? matching : hasBody ? all.filter(takesWholeBody) : []
  const [first, ...others] = found
  if (!first) throw notFound(cache, schema, name, names, hasBody)
  if (others.length) throw ambiguous(found)
  return first
}

export function takesWholeBody({ arguments: [only, ...more] }: RestFunction) {
  return !!only && more.length === 0 && only.name === '' && WHOLE_BODY.includes(only.type)
}

function takes(fn: RestFunction, names: string[]) {
  const known = fn.arguments.map(({ name }) => name)
  if (fn.arguments.some(({ name }) => name === '')) return fn.arguments.length === 0
  return (
    names.every((name) => known.includes(name)) &&
    fn.arguments.every(({ name, isRequired, isVariadic }) => !isRequired || isVariadic || names.includes(name))
  )
}

/** `from` a call; its arguments come in order of their names. */
export function callSource({ fn, args }: Call, cache: SchemaCache, values: Values): Source {
  const alias = fn.name
  const table = fn.returnsTable === undefined ? undefined : cache.tableByOid(fn.returnsTable)
  const call = `${tableSql(fn)}(${argumentsSql(fn, args, values)})`
  const from =
    'json' in args && args.names.length
      ? `${recordSql(fn, args, values)}, lateral ${call} as ${ident(alias)}`
      : `${call} as ${ident(alias)}`
  return { from, alias, table, hasRow: table !== undefined }
}

function recordSql(fn: RestFunction, args: { json: string; names: string[] }, values: Values) {
  const types = args.names.map((name) => `${ident(name)} ${argumentOf(fn, name).type}`).join(', ')
  return `json_to_record(${values.bind(args.json)}::json) as "?arguments?" (${types})`
}

function argumentsSql(fn: RestFunction, args: Call['args'], values: Values) {
  if ('whole' in args) return `${values.bind(args.whole)}::${fn.arguments[0]?.type}`
  const names = 'json' in args ? args.names : [...args.texts.keys()]
  return names
    .map((name) => {
      const { type, isVariadic } = argumentOf(fn, name)
      const value = 'json' in args ? `"?arguments?".${ident(name)}` : textValueSql(args.texts.get(name) ?? [], type, isVariadic, values)
      return `${isVariadic ? 'variadic ' : ''}${ident(name)} := ${value}`
    })
    .join(', ')
}

function textValueSql(given: string[], type: string, isVariadic: boolean, values: Values) {
  return isVariadic ? `${values.bindArray(given)}::${type}` : `${values.bind(given.at(-1) ?? null)}::${type}`
}

const argumentOf = (fn: RestFunction, name: string) =>
  fn.arguments.find((each) => each.name === name) ?? { type: 'text', isVariadic: false }

function signature({ schema, name, arguments: args }: RestFunction) {
  return `${schema}.${name}(${args.map((each) => [each.name, '=>', each.type].filter((part, n) => part || n > 1).join(' ')).join(', ')})`
}

function notFound(cache: SchemaCache, schema: string, name: string, names: string[], hasBody: boolean) {
  const asked = names.length ? `${schema}.${name}(${names.join(', ')})` : `${schema}.${name}`
  const described = names.length ? `with parameter${names.length > 1 ? 's' : ''} ${names.join(', ')}` : 'without parameters'
  const orWhole = hasBody ? ` or with a single unnamed json/jsonb parameter` : ''
  const overloads = cache.functions(schema, name)
  const similar = overloads[0] ? similarOverload(overloads, names) : closest(name, cache.functionNames(schema))
  return new RestError(
    404,
    'PGRST202',
    `Could not find the function ${asked}${names.length ? '' : ' without parameters'} in the schema cache`,
    {
      details: `Searched for the function ${schema}.${name} ${described}${orWhole}, but no matches were found in the schema cache.`,
      hint: similar ? `Perhaps you meant to call the function ${overloads[0] ? similar : `${schema}.${similar}`}` : null,
    },
  )
}

function similarOverload(overloads: RestFunction[], names: string[]) {
  const described = overloads.map(
    (fn) => `${fn.schema}.${fn.name}${fn.arguments.length ? `(${fn.arguments.map((each) => each.name).join(', ')})` : ''}`,
  )
  const asked = `${overloads[0]?.schema}.${overloads[0]?.name}(${names.join(', ')})`
  return closest(asked, described)
}

function ambiguous(found: RestFunction[]) {
  return new RestError(300, 'PGRST203', `Could not choose the best candidate function between: ${found.map(signature).join(', ')}`, {
    hint: 'Try renaming the parameters or the function itself in the database so function overloading can be resolved',
  })
}

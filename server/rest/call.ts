// Function calls: overload resolution, arguments, and the result as a source to select from.
import { echoed, MAX_COMPARED_ARGUMENTS, MAX_COMPARED_LENGTH } from '../request-limits.ts'
import { closest } from './closest.ts'
import { RestError } from './errors.ts'
import type { Source } from './read.ts'
import type { RestFunction, SchemaCache } from './schema.ts'
import { ident, tableSql, type Values } from './sql.ts'

/** JSON arguments (from a body), text arguments (from a query string), or the whole body as the only argument. */
export type Arguments = { json: string; names: string[] } | { texts: Map<string, string[]> } | { whole: string }

/** The types that a single unnamed argument may have to receive the whole body, by media type. */
const WHOLE_BODY: Record<string, string[]> = {
  'application/json': ['json', 'jsonb'],
  'text/plain': ['text'],
  'text/xml': ['xml'],
  'application/octet-stream': ['bytea'],
}

/** `contentType` is that of the body; a query string has none. */
export function findFunction(cache: SchemaCache, schema: string, name: string, names: string[], contentType?: string): RestFunction {
  const all = cache.functions(schema, name).filter(isCallable)
  const isRaw = contentType !== undefined && contentType !== 'application/json'
  const byNames = isRaw ? [] : all.filter((fn) => takes(fn, names))
  const wholeTypes = (Object.hasOwn(WHOLE_BODY, contentType ?? '') ? WHOLE_BODY[contentType ?? ''] : undefined) ?? []
  const found = byNames.length ? byNames : all.filter((fn) => takesWhole(fn) && wholeTypes.includes(fn.arguments[0]?.type ?? ''))
  const [first, ...others] = found
  if (!first) throw notFound(cache, schema, name, names, all, contentType)
  if (others.length) throw ambiguous(found)
  return first
}

export const takesWhole = ({ arguments: [only, ...more] }: RestFunction) => !!only && more.length === 0 && only.name === ''

// A function with unnamed arguments can only be called with a whole body.
function isCallable(fn: RestFunction) {
  if (takesWhole(fn))
    return Object.values(WHOLE_BODY)
      .flat()
      .includes(fn.arguments[0]?.type ?? '')
  return fn.arguments.every(({ name }) => name !== '')
}

function takes(fn: RestFunction, names: string[]) {
  const known = fn.arguments.map(({ name }) => name)
  return names.every((name) => known.includes(name)) && fn.arguments.every(({ name, isRequired }) => !isRequired || names.includes(name))
}

/** A source that calls the function with named arguments. */
export function callSource(fn: RestFunction, args: Arguments, cache: SchemaCache, values: Values): Source {
  const alias = fn.name
  const table = fn.returnsTable === undefined ? undefined : cache.tableByOid(fn.returnsTable)
  const call = `${tableSql(fn)}(${argumentsSql(fn, args, values)}) as ${ident(alias)}`
  const given = 'json' in args && args.names.length ? recordSql(fn, args, values) : undefined
  // In a `from` clause, PostgreSQL would require a column list for an untyped record.
  if (returnsUntyped(fn)) return { from: `(select ${call}${given ? ` from ${given}` : ''}) as "?called?"`, alias, table, hasRow: false }
  return { from: given ? `${given}, lateral ${call}` : call, alias, table, hasRow: table !== undefined }
}

/** `returns record` or `returns setof record`, whose columns are known only after the call. */
export const returnsUntyped = ({ returnType, returnsColumns }: RestFunction) => returnType === 'record' && !returnsColumns

function recordSql(fn: RestFunction, args: { json: string; names: string[] }, values: Values) {
  const types = args.names.map((name) => `${ident(name)} ${argumentOf(fn, name).type}`).join(', ')
  return `json_to_record(${values.bind(args.json)}) as "?arguments?" (${types})`
}

function argumentsSql(fn: RestFunction, args: Arguments, values: Values) {
  if ('whole' in args) return `${values.bind(args.whole)}::${fn.arguments[0]?.type ?? 'text'}`
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

function argumentOf(fn: RestFunction, name: string) {
  const found = fn.arguments.find((each) => each.name === name)
  if (!found) throw new TypeError(`${fn.name} has no argument ${name}`)
  return found
}

function notFound(cache: SchemaCache, schema: string, name: string, names: string[], overloads: RestFunction[], contentType?: string) {
  const given = echoed(names.slice(0, MAX_COMPARED_ARGUMENTS).join(', '))
  const described = names.length ? `with parameter${names.length > 1 ? 's' : ''} ${given}` : 'without parameters'
  const wanted = `${schema}.${echoed(name)}`
  const orWhole = contentType === 'application/json' ? ' or with a single unnamed json/jsonb parameter' : ''
  return new RestError(
    404,
    'PGRST202',
    `Could not find the function ${wanted}${names.length ? `(${given})` : ' without parameters'} in the schema cache`,
    {
      details: `Searched for the function ${wanted} ${described}${orWhole}, but no matches were found in the schema cache.`,
      hint: hintFor(cache, schema, name, names, overloads),
    },
  )
}

// Comparing two names takes time proportional to the product of their lengths.
function hintFor(cache: SchemaCache, schema: string, name: string, names: string[], overloads: RestFunction[]) {
  if (names.length > MAX_COMPARED_ARGUMENTS || names.some((each) => each.length > MAX_COMPARED_LENGTH)) return null
  const list = (all: string[]) => `(${all.toSorted().join(', ')})`
  const callable = cache.functionNames(schema).filter((each) => cache.functions(schema, each).some(isCallable))
  const similar = overloads.length
    ? closest(
        list(names),
        overloads.map((fn) => list(fn.arguments.map((each) => each.name))),
        { enough: 0.33, maxLength: Infinity },
      )
    : closest(name, callable)
  if (similar === undefined) return null
  return `Perhaps you meant to call the function ${schema}.${overloads.length ? `${name}${similar}` : similar}`
}

function ambiguous(found: RestFunction[]) {
  const signature = ({ schema, name, arguments: args }: RestFunction) =>
    `${schema}.${name}(${args.map((each) => `${each.name} => ${each.type}`).join(', ')})`
  const described = found
    .toSorted((a, b) => a.arguments.length - b.arguments.length || signature(a).localeCompare(signature(b)))
    .map(signature)
  return new RestError(300, 'PGRST203', `Could not choose the best candidate function between: ${described.join(', ')}`, {
    hint: 'Try renaming the parameters or the function itself in the database so function overloading can be resolved',
  })
}

// Fuzzed values of `select`: columns, aliases, casts, embedded resources.
import fc from 'fast-check'
import { RESOURCES, type Resource, type Text } from './resources.ts'
import { hostile, joined, list, maybe, oneOf, rarely } from './values.ts'

export const quoted = (text: string) => `"${text.replaceAll(/["\\]/g, String.raw`\$&`)}"`
const quotedHostile = hostile.map(quoted)
const aliases = rarely(oneOf('alias', 'a', 'id', 'authors', 'count', '?column?', 'x_1', 'ä ö', '"a,b"'), quotedHostile, 12)
const casts = rarely(
  oneOf(
    'text',
    'int',
    'json',
    'jsonb',
    'text[]',
    'regclass',
    'bool',
    'date',
    'timestamptz',
    'xml',
    'name',
    'bytea',
    'public',
    'record',
    'void',
    'cstring',
    'double precision',
    'text collate C',
  ),
  hostile,
)
const keys = rarely(oneOf('year', 'awards', 'on', '0', '-1', '99999999999', '1e5', 'sale'), fc.oneof(hostile, quotedHostile), 25)
const jsonPaths = fc.array(joined(oneOf('->', '->>'), keys), { minLength: 1, maxLength: 4 }).map((all) => all.join(''))

/** Caches arbitraries, because building one costs more than drawing from it. */
export function remembered<T>(make: (name: string, depth: number) => T) {
  const made = new Map<string, T>()
  return (name: string, depth = 0) => {
    const key = `${name} ${depth}`
    const found = made.get(key) ?? make(name, depth)
    made.set(key, found)
    return found
  }
}

export const partsOf = (resource: string): Resource => RESOURCES[resource] ?? { columns: { id: 'int' }, related: {} }
const plainColumns = remembered((resource) => oneOf(...Object.keys(partsOf(resource).columns)))
export const columns = remembered((resource) =>
  fc.oneof(
    { weight: 120, arbitrary: plainColumns(resource) },
    { weight: 1, arbitrary: oneOf('secret', 'id', 'body', 'owner_id', 'encrypted_password', 'ctid', 'xmin', 'tableoid', 'no_such', '*') },
    { weight: 1, arbitrary: fc.oneof(hostile, quotedHostile) },
  ),
)
export const paths = remembered((resource) =>
  fc.oneof(
    { weight: 10, arbitrary: columns(resource) },
    { weight: 1, arbitrary: joined(columns(resource), jsonPaths) },
    { weight: 1, arbitrary: joined(oneOf('meta'), jsonPaths) },
  ),
)

export const MAX_DEPTH = 3
const embeds = remembered((resource, depth) => {
  const known = Object.entries(partsOf(resource).related)
  const choices = known.length ? known : [['books', 'books'] as const]
  return fc.oneof(
    ...choices.map(([name, target]) =>
      joined(
        maybe(oneOf('...', '...', 'alias:', 'other:', '"a b":')),
        rarely(fc.constant(name), fc.oneof(oneOf('vault', 'users', 'auth.users', 'notes', 'rpc', 'authors!no_such'), hostile), 40),
        maybe(rarely(oneOf('!inner', '!left', '!inner!left'), oneOf('!author_id', '!'), 20)),
        fc.constant('('),
        maybe(selections(target, depth + 1), 30),
        fc.constant(')'),
      ),
    ),
  )
})
const items = remembered((resource, depth) =>
  fc.oneof(
    { weight: 32, arbitrary: columns(resource) },
    { weight: 8, arbitrary: fc.constant('*') },
    { weight: 8, arbitrary: joined(aliases, fc.constant(':'), columns(resource)) },
    { weight: 8, arbitrary: joined(paths(resource), maybe(joined(fc.constant('::'), casts))) },
    {
      weight: 2,
      arbitrary: joined(
        columns(resource),
        oneOf('.sum()', '.avg()', '.max()', '.count()', '.count'),
        maybe(joined(fc.constant('::'), casts)),
      ),
    },
    { weight: 2, arbitrary: oneOf('count()', 'count', 'n:count()', 'count()::text') },
    { weight: depth < MAX_DEPTH ? 16 : 0, arbitrary: depth < MAX_DEPTH ? embeds(resource, depth) : fc.constant('*') },
    { weight: 1, arbitrary: hostile },
  ),
)
export const selections: (name: string, depth?: number) => Text = remembered((resource, depth) => list(items(resource, depth), 4))
// Both deeper than the limit and within it.
export const deepSelections = fc.integer({ min: 4, max: 40 }).map((depth) => `shelves(${'parent_id('.repeat(depth)}id${')'.repeat(depth)})`)

// Short requests with large responses: resources embedded back and forth, with wide columns under many names.
const WIDE: Record<string, string> = { books: 'title', tags: 'name', authors: 'name', shelves: 'name', loans: 'remark' }
const HEAVY_DEPTH = 6
const heavyEmbeds = (resource: string, depth: number): Text => {
  const related = Object.entries(partsOf(resource).related).filter(([, target]) => WIDE[target])
  return fc.oneof(...related.map(([name, target]) => heavySelections(target, depth + 1).map((inside) => `${name}(${inside})`)))
}
export const heavySelections: (name: string, depth?: number) => Text = remembered((resource, depth) => {
  const column = WIDE[resource] ?? 'id'
  const names = fc.nat({ max: 30 }).map((count) => Array.from({ length: count + 1 }, (_, n) => `a${n}:${column}`).join(','))
  if (depth >= HEAVY_DEPTH || !Object.values(partsOf(resource).related).some((target) => WIDE[target])) return names
  const embedded = fc
    .array(heavyEmbeds(resource, depth), { minLength: 1, maxLength: 2 })
    .map((all) => all.map((each, n) => `e${n}:${each}`).join(','))
  return fc.oneof(
    { weight: 1, arbitrary: names },
    { weight: 2, arbitrary: embedded },
    { weight: 2, arbitrary: joined(names, fc.constant(','), embedded) },
  )
})

// Parses the `select` parameter: columns with JSON paths, casts and aggregates, and nested embedded resources.
import { badSyntax } from './errors.ts'
import { type JsonPath, Scanner, takeJsonPath } from './scanner.ts'

type Aggregate = 'sum' | 'avg' | 'max' | 'min' | 'count'

export interface FieldItem {
  kind: 'field'
  /** `*` for all columns; empty for a bare `count()`. */
  name: string
  path: JsonPath
  cast: string | undefined
  aggregate: Aggregate | undefined
  aggregateCast: string | undefined
  alias: string | undefined
}

export interface EmbedItem {
  kind: 'embed'
  name: string
  hint: string | undefined
  join: 'left' | 'inner'
  isSpread: boolean
  alias: string | undefined
  items: SelectItem[]
}

export type SelectItem = FieldItem | EmbedItem

const MAX_DEPTH = 12

export function parseSelect(text: string): SelectItem[] {
  if (text === '') return everything()
  const scanner = new Scanner(text, (expected) => badSyntax('select parameter', text, expected))
  const items = parseItems(scanner, 0)
  if (!scanner.isAtEnd) scanner.fail('the end')
  return items
}

export const everything = (): SelectItem[] => [
  { kind: 'field', name: '*', path: [], cast: undefined, aggregate: undefined, aggregateCast: undefined, alias: undefined },
]

/** Whether the rows are grouped. Aggregates in a spread resource group the outer rows. */
export const aggregates = (items: SelectItem[]): boolean =>
  items.some((item) =>
    item.kind === 'field' ? item.aggregate !== undefined || item.name === 'count' : item.isSpread && aggregates(item.items),
  )

function parseItems(scanner: Scanner, depth: number): SelectItem[] {
  if (depth > MAX_DEPTH) scanner.fail('fewer nested resources')
  const items: SelectItem[] = []
  scanner.skipBlanks()
  if (scanner.isAtEnd || scanner.peek(')')) return items
  do {
    scanner.skipBlanks()
    items.push(parseItem(scanner, depth))
    scanner.skipBlanks()
  } while (scanner.take(','))
  return items
}

function parseItem(scanner: Scanner, depth: number): SelectItem {
  if (scanner.take('*')) return everything()[0] as FieldItem
  const isSpread = scanner.take('...')
  let name = scanner.name('a column or resource')
  let alias: string | undefined
  scanner.skipBlanks()
  if (!isSpread && scanner.peek(':') && !scanner.peek('::')) {
    scanner.take(':')
    scanner.skipBlanks()
    alias = name
    if (scanner.take('...')) scanner.fail('a resource without alias to spread')
    name = scanner.name('a column or resource')
  }
  if (isCountCall(scanner, name)) {
    scanner.expect('()')
    return field({ name: '', aggregate: 'count', alias, aggregateCast: takeCast(scanner) })
  }
  if (scanner.peek('!') || scanner.peek('(')) return parseEmbed(scanner, { name, alias, isSpread }, depth)
  if (isSpread) scanner.fail('"(" after a spread resource')
  return parseField(scanner, name, alias)
}

// An embedded function named count has a selection such as `count(*)`. Empty parentheses mean the aggregate.
function isCountCall(scanner: Scanner, name: string) {
  return name === 'count' && scanner.peek('()')
}

function parseField(scanner: Scanner, name: string, alias: string | undefined): FieldItem {
  const path = takeJsonPath(scanner)
  const cast = takeCast(scanner)
  let aggregate: Aggregate | undefined
  let aggregateCast: string | undefined
  if (scanner.take('.')) {
    const called = scanner.match(/(?:sum|avg|max|min|count)(?=\(\))/y)
    if (!called) scanner.fail('sum(), avg(), max(), min() or count()')
    scanner.expect('()')
    aggregate = called as Aggregate
    aggregateCast = takeCast(scanner)
  }
  return field({ name, path, cast, aggregate, aggregateCast, alias })
}

function parseEmbed(scanner: Scanner, { name, alias, isSpread }: Pick<EmbedItem, 'name' | 'alias' | 'isSpread'>, depth: number): EmbedItem {
  let hint: string | undefined
  let join: EmbedItem['join'] = 'left'
  while (scanner.take('!')) {
    const word = scanner.name('a hint')
    if (word === 'inner' || word === 'left') join = word
    else hint = word
  }
  scanner.expect('(')
  const items = parseItems(scanner, depth + 1)
  scanner.expect(')')
  return { kind: 'embed', name, hint, join, isSpread, alias, items }
}

function takeCast(scanner: Scanner) {
  if (!scanner.take('::')) return undefined
  const cast = scanner.match(/[\p{L}_][\p{L}\p{N}_ ]*(?:\[\])?/uy)?.trim()
  if (!cast) scanner.fail('a type')
  return cast
}

const field = (given: Partial<FieldItem>): FieldItem => ({
  kind: 'field',
  name: '',
  path: [],
  cast: undefined,
  aggregate: undefined,
  aggregateCast: undefined,
  alias: undefined,
  ...given,
})

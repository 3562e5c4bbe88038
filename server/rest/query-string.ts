// Parses the query string of a request on a resource: the selection, and the clauses of each embedded resource.
import { badRange, badSyntax } from './errors.ts'
import { type Column, type Condition, parseColumn, parseFilter, parseLogic, takeColumn } from './filters.ts'
import { checkOrder } from './limits.ts'
import { Scanner } from './scanner.ts'
import { everything, parseSelect, type SelectItem } from './select.ts'

export interface OrderTerm {
  column: Column
  /** The to-one embedded resource that the column belongs to. */
  relation: string | undefined
  direction: 'asc' | 'desc' | undefined
  nulls: 'first' | 'last' | undefined
}

export interface Clauses {
  conditions: Condition[]
  order: OrderTerm[]
  limit: number | undefined
  offset: number
}

export interface QueryString {
  items: SelectItem[]
  /** Keyed by the path of aliases or names. The key of the resource itself is ''. */
  clauses: Map<string, Clauses>
  columns: string[] | undefined
  onConflict: string[] | undefined
}

export const noClauses = (): Clauses => ({ conditions: [], order: [], limit: undefined, offset: 0 })

const PATH_SEPARATOR = '\0'
export const pathKey = (path: string[]) => path.join(PATH_SEPARATOR)

export function parseQueryString(parameters: Iterable<[string, string]>): QueryString {
  const query: QueryString = {
    items: everything(),
    clauses: new Map([['', noClauses()]]),
    columns: undefined,
    onConflict: undefined,
  }
  for (const [name, value] of parameters) {
    if (name === 'select') query.items = parseSelect(value)
    else if (name === 'columns') query.columns = parseNames(value)
    else if (name === 'on_conflict') query.onConflict = parseNames(value)
    else if (name !== 'apikey') addClause(query.clauses, name, value)
  }
  return query
}

function addClause(all: Map<string, Clauses>, name: string, value: string) {
  const segments = splitPath(name)
  const last = segments.at(-1) ?? ''
  const isNot = segments.at(-2) === 'not' && (last === 'and' || last === 'or')
  const clauses = clausesAt(all, segments.slice(0, isNot ? -2 : -1))
  if (last === 'and' || last === 'or') clauses.conditions.push(parseLogic(last, isNot, value))
  else if (last === 'order') checkOrder((clauses.order = parseOrder(value)))
  else if (last === 'limit') clauses.limit = parseWhole('limit', value)
  else if (last === 'offset') clauses.offset = parseWhole('offset', value)
  else clauses.conditions.push(parseFilter(parseColumn(last), value))
}

function clausesAt(all: Map<string, Clauses>, path: string[]) {
  const key = pathKey(path)
  const found = all.get(key) ?? noClauses()
  all.set(key, found)
  return found
}

/** Splits `a.b.column->json` into its parts, ignoring dots inside quotes and JSON paths. */
function splitPath(name: string) {
  const segments: string[] = []
  let rest = name
  for (;;) {
    const found = /^(?:"((?:[^"\\]|\\.)*)"|([^".]*?))\.(?=.)/s.exec(rest)
    if (!found || (found[2] ?? '').includes('->')) return [...segments, rest]
    segments.push(found[1] ?? found[2] ?? '')
    rest = rest.slice(found[0].length)
  }
}

function parseOrder(text: string): OrderTerm[] {
  if (text === '') return []
  const scanner = new Scanner(text, (expected) => badSyntax('order', text, expected))
  const terms: OrderTerm[] = []
  do {
    scanner.skipBlanks()
    let column = takeColumn(scanner)
    let relation: string | undefined
    if (scanner.take('(')) {
      relation = column.name
      column = takeColumn(scanner)
      scanner.expect(')')
    }
    const direction = scanner.match(/\.(?:asc|desc)/y)?.slice(1) as OrderTerm['direction']
    const nulls = scanner.match(/\.nulls(?:first|last)/y)?.slice('.nulls'.length) as OrderTerm['nulls']
    terms.push({ column, relation, direction, nulls })
    scanner.skipBlanks()
  } while (scanner.take(','))
  if (!scanner.isAtEnd) scanner.fail('asc, desc, nullsfirst, nullslast or a comma')
  return terms
}

function parseNames(text: string) {
  const scanner = new Scanner(text, (expected) => badSyntax('columns parameter', text, expected))
  const names: string[] = []
  do {
    scanner.skipBlanks()
    names.push(scanner.name('a column'))
    scanner.skipBlanks()
  } while (scanner.take(','))
  if (!scanner.isAtEnd) scanner.fail('a comma')
  return names
}

function parseWhole(what: string, text: string) {
  if (!/^-?\d{1,15}$/.test(text)) throw badSyntax(`${what} parameter`, text, 'a whole number')
  const number = Number(text)
  if (number < 0) throw badRange(`${what === 'limit' ? 'Limit' : 'Offset'} should be greater than or equal to zero.`)
  return number
}

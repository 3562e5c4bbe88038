// Filters: `column=operator.value`, and trees of them in `and=(…)`, `or=(…)`, with `not.` before either.
import { badSyntax } from './errors.ts'
import { type JsonPath, Scanner, takeJsonPath } from './scanner.ts'

export interface Column {
  name: string
  path: JsonPath
}

export interface Filter {
  kind: 'filter'
  column: Column
  isNegated: boolean
  operator: Operator
  /** Set for `eq(any).{…}` and `like(all).{…}`. */
  quantifier: 'any' | 'all' | undefined
  /** The language of a full-text search. */
  language: string | undefined
  value: string | string[]
}

export interface Logic {
  kind: 'and' | 'or'
  isNegated: boolean
  conditions: Condition[]
}

export type Condition = Filter | Logic

const QUANTIFIABLE = ['eq', 'gte', 'gt', 'lte', 'lt', 'like', 'ilike', 'match', 'imatch'] as const
const PLAIN = ['neq', 'isdistinct', 'cs', 'cd', 'ov', 'sl', 'sr', 'nxr', 'nxl', 'adj'] as const
const SEARCHES = ['fts', 'plfts', 'phfts', 'wfts'] as const
export type Operator = (typeof QUANTIFIABLE)[number] | (typeof PLAIN)[number] | (typeof SEARCHES)[number] | 'in' | 'is'

const OPERATOR = new RegExp(
  `(?:${[...QUANTIFIABLE, ...PLAIN, ...SEARCHES, 'in', 'is'].toSorted((a, b) => b.length - a.length).join('|')})(?=[.(])`,
  'y',
)
const MAX_DEPTH = 12

/** Parses the right side of `column=…`. Everything after the operator is the value. */
export function parseFilter(column: Column, text: string): Filter {
  const scanner = new Scanner(text, (expected) => badSyntax('filter', text, expected))
  const isNegated = scanner.take('not.')
  const head = parseOperator(scanner)
  const rest = scanner.text.slice(scanner.at)
  return { kind: 'filter', column, isNegated, ...head, value: valueOf(head, rest, scanner) }
}

/** A cheap check before parsing, because throwing an exception for each of many parameters would be slow. */
export function isFilter(text: string) {
  OPERATOR.lastIndex = text.startsWith('not.') ? 'not.'.length : 0
  if (!OPERATOR.test(text)) return false
  try {
    parseFilter({ name: '', path: [] }, text)
    return true
  } catch {
    return false
  }
}

/** Parses a tree such as `(a.eq.1,or(b.gt.2,c.is.null))`. */
export function parseLogic(kind: 'and' | 'or', isNegated: boolean, text: string): Logic {
  const scanner = new Scanner(text, (expected) => badSyntax('logic tree', text, expected))
  const conditions = parseConditions(scanner, 0)
  if (!scanner.isAtEnd) scanner.fail('the end')
  return { kind, isNegated, conditions }
}

export function parseColumn(text: string): Column {
  const scanner = new Scanner(text, (expected) => badSyntax('filter', text, expected))
  const column = takeColumn(scanner)
  if (!scanner.isAtEnd) scanner.fail('the end of the column')
  return column
}

export function takeColumn(scanner: Scanner): Column {
  return { name: scanner.name('a column'), path: takeJsonPath(scanner) }
}

type Head = Pick<Filter, 'operator' | 'quantifier' | 'language'>

function parseOperator(scanner: Scanner): Head {
  const operator = scanner.match(OPERATOR) as Operator | undefined
  if (!operator) scanner.fail('an operator (eq, gt, in, is, …)')
  let quantifier: Head['quantifier']
  let language: string | undefined
  if (scanner.take('(')) {
    if (isOneOf(SEARCHES, operator)) language = scanner.match(/[\p{L}\p{N}_]+/uy) ?? scanner.fail('a language')
    else if (isOneOf(QUANTIFIABLE, operator)) quantifier = scanner.take('any') ? 'any' : (scanner.expect('all'), 'all')
    else scanner.fail('"."')
    scanner.expect(')')
  }
  scanner.expect('.')
  return { operator, quantifier, language }
}

function valueOf({ operator, quantifier }: Head, text: string, scanner: Scanner) {
  if (operator === 'in') return listOf(text, '(', ')') ?? scanner.fail('a list in parentheses')
  if (quantifier) return listOf(text, '{', '}') ?? scanner.fail('a list in braces')
  if (operator === 'is' && !/^(?:null|not_null|true|false|unknown)$/i.test(text)) scanner.fail('null, not_null, true, false or unknown')
  return text
}

function listOf(text: string, open: string, close: string) {
  if (!text.startsWith(open) || !text.endsWith(close) || text.length < 2) return undefined
  const inside = text.slice(1, -1)
  if (inside === '') return []
  const scanner = new Scanner(inside, () => badSyntax('filter', text, 'a list'))
  const items: string[] = []
  do {
    items.push(
      scanner.peek('"') && /"(?:[^"\\]|\\.)*"(?=,|$)/sy.test(inside.slice(scanner.at)) ? scanner.quoted() : (scanner.match(/[^,]*/y) ?? ''),
    )
  } while (scanner.take(','))
  return items
}

function parseConditions(scanner: Scanner, depth: number): Condition[] {
  if (depth > MAX_DEPTH) scanner.fail('fewer nested conditions')
  const conditions: Condition[] = []
  scanner.skipBlanks()
  scanner.expect('(')
  do {
    scanner.skipBlanks()
    conditions.push(parseCondition(scanner, depth))
    scanner.skipBlanks()
  } while (scanner.take(','))
  scanner.expect(')')
  return conditions
}

function parseCondition(scanner: Scanner, depth: number): Condition {
  const nested = scanner.match(/(?:not\.)?(?:and|or)(?=\()/y)
  if (nested) {
    return {
      kind: nested.endsWith('or') ? 'or' : 'and',
      isNegated: nested.startsWith('not.'),
      conditions: parseConditions(scanner, depth + 1),
    }
  }
  const column = takeColumn(scanner)
  scanner.expect('.')
  const isNegated = scanner.take('not.')
  const head = parseOperator(scanner)
  return { kind: 'filter', column, isNegated, ...head, value: valueOf(head, takeTreeValue(scanner, head), scanner) }
}

// Inside a logic tree a value ends at a comma or parenthesis, unless it is quoted or a list.
function takeTreeValue(scanner: Scanner, { operator }: Head) {
  if (operator === 'in') return scanner.match(/\((?:"(?:[^"\\]|\\.)*"|[^")])*\)/sy) ?? scanner.fail('a list in parentheses')
  if (scanner.peek('"')) return scanner.quoted()
  if (scanner.peek('{')) return scanner.match(/\{(?:"(?:[^"\\]|\\.)*"|[^"}])*\}/sy) ?? scanner.fail('a list in braces')
  if (scanner.peek('[') || (scanner.peek('(') && operator !== 'eq')) return scanner.match(/[[(][^\])]*[\])]/y) ?? scanner.fail('a range')
  return scanner.match(/[^,)]*/y) ?? ''
}

function isOneOf<T extends string>(values: readonly T[], value: string): value is T {
  return values.some((each) => each === value)
}

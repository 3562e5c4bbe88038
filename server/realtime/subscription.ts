// Parses clients' subscriptions to row changes.
import { echoed } from '../request-limits.ts'
import { isObject } from '../wire.ts'
import type { CheckedFilter, Filter, Wanted } from './database.ts'
import { LIMITS } from './limits.ts'
import type { Row, RowChange } from './pgoutput.ts'
import type { Payload } from './protocol.ts'

type ChangeType = RowChange['type']

export interface Subscription extends Wanted {
  id: number
  event: ChangeType | '*'
  filters: CheckedFilter[]
}

export interface WantedSubscription extends Wanted {
  event: ChangeType | '*'
}

export class SubscriptionError extends Error {}

const OPERATORS = ['eq', 'neq', 'lt', 'lte', 'gt', 'gte', 'in', 'like', 'ilike', 'is', 'match', 'imatch', 'isdistinct']
// Counts, repeated groups, back references and look-arounds are refused, because a single careless pattern could delay everybody's changes.
const COSTLY_PATTERN = /[{]|\)[*+?]|\\[1-9]|\(\?|^\*{3}|([*+?][^*+?]*){11}/
const MAX_PATTERN_LENGTH = 200
const TYPES: readonly ChangeType[] = ['INSERT', 'UPDATE', 'DELETE']

export function parseSubscription(given: unknown): WantedSubscription {
  const { event, schema, table, filter, select }: Payload = isObject(given) ? given : {}
  if (typeof schema !== 'string' && typeof table !== 'string') {
    throw new SubscriptionError('No subscription params provided. Please provide at least a `schema` or `table` to subscribe to')
  }
  const wanted = {
    event: TYPES.find((type) => type === String(event).toUpperCase()) ?? ('*' as const),
    schema: typeof schema === 'string' ? schema : 'public',
    table: typeof table === 'string' ? table : '*',
    filters: parseFilters(filter),
    select: parseSelect(select),
  }
  if (wanted.select && (wanted.schema === '*' || wanted.table === '*')) {
    throw new SubscriptionError('Column selection is not supported for wildcard subscriptions. Provide an explicit schema and table name.')
  }
  return wanted
}

function parseSelect(select: unknown) {
  if (typeof select === 'string') {
    throw new SubscriptionError('Error parsing `select` params: expected a list of column name strings, e.g. select: ["col1", "col2"]')
  }
  const names = Array.isArray(select) ? select.filter((name) => typeof name === 'string') : []
  return names.length ? names.toSorted() : null
}

function parseFilters(filter: unknown): Filter[] {
  if (typeof filter !== 'string' || !filter.trim()) return []
  const complain = (why: string) => new SubscriptionError(`Error parsing \`filter\` params: ${why}`)
  if (filter.length > LIMITS.filterCharacters) throw complain('the filter is too long')
  return splitConditions(filter).map((condition) => {
    if (!condition) throw complain('filter must not contain empty segments (check for extra commas)')
    const [, column, not, op, value] = /^([^=]+)=(not\.)?([^.]*)\.(.*)$/s.exec(condition) ?? []
    if (column === undefined || op === undefined || value === undefined) throw complain(echoed(JSON.stringify([condition])))
    if (!OPERATORS.includes(op)) throw complain(echoed(JSON.stringify([op, value])))
    if (op === 'in' && !/^\(.*\)$/s.test(value)) throw complain('`in` filter value must be wrapped by parentheses')
    const meant = op === 'in' ? `{${value.slice(1, -1)}}` : unquote(value)
    if (/^i?match$/.test(op) && (meant.length > MAX_PATTERN_LENGTH || COSTLY_PATTERN.test(meant))) {
      throw complain(
        'a pattern may be 200 characters long and hold neither counts, repeated groups, back references nor look-arounds, and ten repetitions at most',
      )
    }
    return { column, op, value: meant, negate: not !== undefined }
  })
}

// Splits at commas outside parentheses and quotes.
function splitConditions(filter: string) {
  const conditions = ['']
  let depth = 0
  let isQuoted = false
  for (let at = 0; at < filter.length; at++) {
    const character = filter.charAt(at)
    const before = filter.charAt(at - 1)
    if (isQuoted && character === '\\') {
      conditions.push(`${conditions.pop()}${character}${filter.charAt(++at)}`)
      continue
    }
    if (character === '"' && (isQuoted || '.(,'.includes(before))) isQuoted = !isQuoted
    else if (!isQuoted && character === '(') depth++
    else if (!isQuoted && character === ')') depth = Math.max(0, depth - 1)
    if (character === ',' && depth === 0 && !isQuoted) conditions.push('')
    else conditions.push(`${conditions.pop()}${character}`)
  }
  return conditions.map((condition) => condition.trim())
}

const unquote = (value: string) => (/^"(?:[^"\\]|\\.)*"$/s.test(value) ? value.slice(1, -1).replace(/\\(.)/gs, '$1') : value)

export function concerns({ event, schema, table }: Subscription, change: RowChange) {
  return (
    (event === '*' || event === change.type) &&
    (schema === '*' || schema === change.relation.schema) &&
    (table === '*' || table === change.relation.table)
  )
}

export const isPattern = ({ op }: Filter) => /like$|match$/.test(op)

/** Whether comparing texts is enough here; otherwise the database compares. */
export function isDecidedByText({ column, type, texts }: CheckedFilter, { relation }: RowChange) {
  return texts !== null && relation.columns.some(({ name, type: present }) => name === column && present === type)
}

/** A null or missing column fails every filter. */
export function passes({ column, op, texts, negate }: CheckedFilter, row: Row) {
  const value = row[column]
  if (value === undefined || value === null) return false
  return (texts ?? []).includes(value) === ((op === 'neq') === negate)
}

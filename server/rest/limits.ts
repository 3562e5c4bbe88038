// Limits on requests and responses. docs/compatibility.md lists them for users.
import pg from 'pg'
import type { AttemptError } from '../attempts.ts'
import { RETRY_AFTER_SECONDS } from '../gate.ts'
import { echoed } from '../request-limits.ts'
import { RestError } from './errors.ts'
import { findRelationship } from './relationships.ts'
import type { Relationship, SchemaCache, Table } from './schema.ts'
import type { SelectItem } from './select.ts'

/** The number of columns and embedded resources in a selection, over all levels. */
export const MAX_SELECTED_ITEMS = 100
export const MAX_EMBEDDED_RESOURCES = 20
/** How often the same column may be selected. PostgreSQL materializes every row with all its columns. */
export const MAX_COLUMN_REPEATS = 20
/** How often a path may go up to a shared parent and down again to many children. Each time multiplies the rows. */
const MAX_FAN_OUTS = 1
const MAX_ORDER_TERMS = 100
/** The default of WRITE_TIMEOUT_MS. A write keeps its locks until it is committed, so it gets less time than a read. */
export const WRITE_TIMEOUT_MS = 1000
/** A write that waits longer for another session's lock is rolled back and retried. */
export const LOCK_TIMEOUT_MS = 700
export const MAX_LOCK_ATTEMPTS = 3

/** The default of MAX_RESPONSE_BYTES. */
export const MAX_RESPONSE_BYTES = 20 * 1024 * 1024

const tooComplex = (message: string, hint: string) => new RestError(400, '54001', message, { hint })

/** Refuses a selection that is too large before the database is queried. */
export function checkSelection(cache: SchemaCache, table: Table | undefined, items: SelectItem[]) {
  const { selected, embedded } = countItems(items)
  if (selected > MAX_SELECTED_ITEMS)
    throw tooComplex(`The request selects ${selected} columns and resources; ${MAX_SELECTED_ITEMS} are allowed`, 'Select fewer columns.')
  if (embedded > MAX_EMBEDDED_RESOURCES)
    throw tooComplex(`The request embeds ${embedded} resources; ${MAX_EMBEDDED_RESOURCES} are allowed`, 'Use several requests.')
  checkRepeats(table, items)
  if (table) checkFanOuts(cache, table, items, 'distinct', 0)
}

export function checkOrder(terms: readonly unknown[]) {
  if (terms.length > MAX_ORDER_TERMS)
    throw tooComplex(`The request orders by ${terms.length} columns; ${MAX_ORDER_TERMS} are allowed`, 'Order by fewer columns.')
}

export const hasEmbeds = (items: SelectItem[]) => items.some(({ kind }) => kind === 'embed')

/** The maximum bytes of one embedded list. A row may have several, and together they must fit into a response. */
export const listShare = (maxBytes: number, items: SelectItem[]) => Math.floor(maxBytes / Math.max(1, countItems(items).embedded))

function countItems(items: SelectItem[]): { selected: number; embedded: number } {
  let selected = items.length
  let embedded = 0
  for (const item of items) {
    if (item.kind !== 'embed') continue
    const below = countItems(item.items)
    selected += below.selected
    embedded += below.embedded + 1
  }
  return { selected, embedded }
}

function checkRepeats(table: Table | undefined, items: SelectItem[]) {
  if (items.length <= MAX_COLUMN_REPEATS && !hasEmbeds(items)) return
  const times = new Map<string, number>()
  for (const item of items) {
    if (item.kind === 'embed') {
      checkRepeats(undefined, item.items)
      continue
    }
    const count = (times.get(item.name) ?? 0) + 1
    times.set(item.name, count)
    if (count > MAX_COLUMN_REPEATS) {
      const name = item.name === '*' ? 'all columns' : `the column ${echoed(item.name)}`
      throw tooComplex(
        `The request selects ${name}${table ? ` of ${table.name}` : ''} more than ${MAX_COLUMN_REPEATS} times`,
        'Select it once.',
      )
    }
  }
}

/**
 * Downwards (one to many) each row occurs once, at any depth. Upwards (many to one) and through a join table, many rows share one, so a
 * further step to many multiplies the rows.
 */
function checkFanOuts(cache: SchemaCache, table: Table, items: SelectItem[], rows: 'distinct' | 'shared', fanOuts: number) {
  for (const item of items) {
    if (item.kind !== 'embed') continue
    const relationship = findRelationship(cache, table, item.name, item.hint)
    const multiplies = !relationship.isToOne && (rows === 'shared' || relationship.computed !== undefined)
    const below = fanOuts + (multiplies ? 1 : 0)
    if (below > MAX_FAN_OUTS) {
      throw tooComplex(
        `Embedding '${echoed(item.name)}' here multiplies the rows too often`,
        `On one path, lists of what several rows share can be embedded ${MAX_FAN_OUTS} time(s).`,
      )
    }
    checkFanOuts(cache, relationship.to, item.items, sharingBelow(relationship, rows), below)
  }
}

function sharingBelow({ cardinality, computed }: Relationship, rows: 'distinct' | 'shared') {
  if (computed || cardinality === 'many-to-one' || cardinality === 'many-to-many') return 'shared'
  return cardinality === 'one-to-one' ? rows : 'distinct'
}

/**
 * Wraps `joined` so that the statement fails once the sizes of one value per row (`counted`, as JSON or text) exceed `maxBytes`. The sizes
 * are summed while the rows are joined: past the limit the sum leaves the range of a float8, which ends the statement immediately.
 * PostgreSQL's own sum has no noticeable cost; a custom function took a tenth of the time of a read.
 */
export function boundedSql(joined: string, counted: string, maxBytes: number) {
  const weight = weightOf(maxBytes)
  return `case when coalesce(sum(pg_column_size(${counted}) * ${weight}::float8), 0) >= 0 then ${joined} end`
}

let lastWeight = { maxBytes: 0, text: '' }

function weightOf(maxBytes: number) {
  if (lastWeight.maxBytes !== maxBytes) lastWeight = { maxBytes, text: (Number.MAX_VALUE / maxBytes).toPrecision(6) }
  return lastWeight.text
}

/** Whether `boundedSql` ended the statement. An overflow inside a function of the project has another cause. */
export const isOverBound = (error: unknown) =>
  error instanceof pg.DatabaseError && error.code === '22003' && error.routine === 'float_overflow_error' && error.where === undefined

export const responseTooLarge = (maxBytes: number) =>
  new RestError(413, '54000', `The response is larger than ${maxBytes} bytes`, { hint: 'Ask for fewer rows or columns, or for a page.' })

/** Writes have a short timeout. Under load even a quick write may exceed it, so the client is asked to retry. */
export const writeTooSlow = ({ message }: Error) =>
  new RestError(503, '57014', message, {
    hint: 'Nothing was written. Try again in a moment.',
    headers: { 'retry-after': String(RETRY_AFTER_SECONDS) },
  })

/** One network address holds too much memory of the process: see held-bytes.ts. */
export const tooManyBytes = () =>
  new RestError(429, '54000', 'Too many large requests at once', {
    hint: 'Send them one after the other, and read the responses.',
    headers: { 'retry-after': '1' },
  })

/** Formatted like an error raised by a function, so that a site needs one text for both. */
export const tooManyAttempts = ({ message, max, retryAfterSeconds, limit: { minutes } }: AttemptError) =>
  new RestError(429, 'P0001', message, {
    details: JSON.stringify({ most: max, minutes, seconds: retryAfterSeconds }),
    hint: 'Attempts that fail are counted too.',
    headers: { 'retry-after': String(retryAfterSeconds) },
  })

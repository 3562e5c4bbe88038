// Status and headers of a response: ranges, counts, applied preferences, and those set by the database.
import { collectGarbageSoon } from '../memory.ts'
import { anyOrigin, PRIVATE_HEADERS } from '../wire.ts'
import { compressed } from './compression.ts'
import { badRange, RestError } from './errors.ts'
import type { Media } from './media.ts'
import type { RestRequest } from './request.ts'
import type { Page } from './statements.ts'
import type { Result } from './transaction.ts'

export function contentRange(first: number, last: number, total: string | number | null) {
  return `${last >= first ? `${first}-${last}` : '*'}/${total ?? '*'}`
}

/** 206 if there are more rows than shown; an offset past the end throws 416. */
export function readStatus({ offset }: Page, shown: number, total: number | null) {
  if (total === null) return 200
  if (offset > total) throw badRange(`An offset of ${offset} was requested, but there are only ${total} rows.`)
  return shown < total ? 206 : 200
}

export function requireOneRow({ isSingle }: Media, rows: number) {
  if (!isSingle || rows === 1) return
  throw new RestError(406, 'PGRST116', 'Cannot coerce the result to a single JSON object', { details: `The result contains ${rows} rows` })
}

export function requireAtMost(most: number | undefined, rows: number) {
  if (most === undefined || rows <= most) return
  throw new RestError(400, 'PGRST124', 'Query result exceeds max-affected preference constraint', {
    details: `The query affects ${rows} rows`,
  })
}

interface Asked {
  status: number | undefined
  headers: [string, string][]
}

/** Status and headers set by the database: functions and triggers may set `response.status` and `response.headers`. */
export function fromDatabase({ status, headers }: Pick<Result, 'status' | 'headers'>): Asked {
  const code = status === null ? undefined : Number(status)
  if (code !== undefined && !(Number.isInteger(code) && code >= 200 && code < 600)) {
    throw new RestError(500, 'PGRST112', 'response.status guc must be a valid status code')
  }
  return { status: code, headers: headers === null ? [] : headerList(headers) }
}

function headerList(text: string): [string, string][] {
  try {
    const list: unknown = JSON.parse(text)
    if (!Array.isArray(list)) throw new TypeError('not a list')
    const pairs = list.flatMap((each: Record<string, string>) => Object.entries(each))
    return [...new Headers(pairs)]
  } catch {
    throw new RestError(
      500,
      'PGRST111',
      'response.headers guc must be a JSON array composed of objects with a single key and a string value',
    )
  }
}

const BODILESS = [204, 205, 304]

export const HEADERS = {
  ...PRIVATE_HEADERS,
  ...anyOrigin('content-range, content-type, content-profile, date, location, preference-applied'),
}

/** Node allocates three times the length of a string to send it. */
const LARGE_TEXT = 1024 * 1024
/** Large enough to justify a garbage collection of about 20 ms. */
const HUGE_TEXT = 4 * 1024 * 1024

function bytesOf(body: string | null) {
  if (body === null || body.length <= LARGE_TEXT) return body
  if (body.length > HUGE_TEXT) collectGarbageSoon()
  return Buffer.from(body)
}

type Client = Pick<RestRequest, 'acceptsBrotli'>

// Sets all headers at once, because adding one to a finished Response costs more than building it.
export function answer({ acceptsBrotli }: Client, body: string | null, status: number, headers: Record<string, string>, asked?: Asked) {
  const final = asked?.status ?? status
  const text = BODILESS.includes(final) ? null : body
  const small = text !== null && acceptsBrotli ? compressed(text) : undefined
  const all = { ...HEADERS, ...headers, ...(small && { 'content-encoding': 'br' }), ...Object.fromEntries(asked?.headers ?? []) }
  return new Response(small ?? bytesOf(text), { status: final, headers: all })
}

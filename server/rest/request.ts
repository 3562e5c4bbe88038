// Parses a request: caller, schema, preferences, formats.
import type { Gate } from '../gate.ts'
import type { Identity } from '../identity.ts'
import { echoed, MAX_BODY_BYTES, MAX_JSON_DEPTH, MAX_JSON_VALUES } from '../request-limits.ts'
import { BodyError, parseBody, readBody } from '../wire.ts'
import { acceptsBrotli } from './compression.ts'
import { badRange, RestError } from './errors.ts'
import { type Media, negotiate } from './media.ts'
import { type Preferences, parsePreferences } from './preferences.ts'
import type { QueryString } from './query-string.ts'
import type { SchemaCache } from './schema.ts'
import type { Page } from './statements.ts'
import type { RequestFacts } from './transaction.ts'
import type { WriteBudget } from './write-budget.ts'

export interface RestRequest {
  method: string
  /** The raw query string, with its question mark. */
  search: string
  /** The decoded query parameters. */
  parameters: () => [string, string][]
  gate: Gate
  cache: SchemaCache
  facts: RequestFacts
  media: Media
  acceptsBrotli: boolean
  preferences: Preferences
  maxRows: number
  maxResponseBytes: number
  range: string | null
  profileHeaders: Record<string, string>
  /** The media type of the body, without parameters. */
  contentType: string
  /** The size limit depends on the purpose of the body. */
  readBody: (purpose: 'rows' | 'calls') => Promise<string>
  /** The parsed body; undefined if it is not JSON. */
  parse: (text: string) => unknown
  writeBudget: WriteBudget
}

export interface RestParts {
  gate: Gate
  cache: SchemaCache
  schemas: string[]
  maxRows: number
  maxResponseBytes: number
  writeTimeoutMs: number
  writeBudget: WriteBudget
  /** Called with the size of every chunk of the body. Throws above the limit. */
  countBody: (bytes: number) => void
}

export function takeApart(
  request: Request,
  path: string,
  { identity, address }: { identity: Identity; address: string },
  { gate, cache, schemas, maxRows, maxResponseBytes, writeTimeoutMs, writeBudget, countBody }: RestParts,
): RestRequest {
  const { search } = new URL(request.url)
  const isRead = request.method === 'GET' || request.method === 'HEAD'
  const profile = request.headers.get(isRead ? 'accept-profile' : 'content-profile')
  const schema = profile ?? schemas[0] ?? 'public'
  if (!schemas.includes(schema)) {
    throw new RestError(406, 'PGRST106', `Invalid schema: ${echoed(schema)}`, {
      hint: `Only the following schemas are exposed: ${schemas.join(', ')}`,
    })
  }
  const preferences = parsePreferences(request.headers.get('prefer'), cache.settings)
  return {
    method: request.method,
    search,
    parameters: () => [...new URLSearchParams(search)],
    gate,
    cache,
    facts: {
      identity,
      method: request.method,
      path,
      headers: request.headers,
      address,
      schema,
      timezone: preferences.timezone,
      timeout: undefined,
      writeTimeoutMs,
    },
    media: negotiate(request.headers.get('accept')),
    acceptsBrotli: acceptsBrotli(request.headers.get('accept-encoding')),
    preferences,
    maxRows,
    maxResponseBytes,
    range: isRead ? request.headers.get('range') : null,
    profileHeaders: profile === null ? {} : { 'content-profile': schema },
    contentType: request.headers.get('content-type')?.split(';')[0]?.trim().toLowerCase() ?? 'application/json',
    readBody: (purpose) => readText(request, MAX_BODY_BYTES[purpose][identity.role], countBody),
    // The holder of the secret key is trusted to load many rows at once.
    parse: (text) => parseBody(text, identity.role === 'service_role' ? Infinity : MAX_JSON_VALUES),
    writeBudget,
  }
}

const UTF8 = new TextDecoder('utf-8', { fatal: true })

async function readText(request: Request, maxBytes: number, countBody: (bytes: number) => void) {
  const bytes = await readBody(request, { maxBytes, onChunk: countBody }).catch((error: unknown) => {
    throw error instanceof BodyError && error.fault === 'too large' ? tooLarge(maxBytes) : error
  })
  try {
    return UTF8.decode(bytes)
  } catch {
    throw invalidJson()
  }
}

export function bodyRefusal({ fault }: BodyError) {
  // The client has disconnected, which is not a server error. The status is for the log.
  if (fault === 'aborted') return new RestError(499, 'PGRST102', 'The client closed the connection before its request was complete')
  // The code that PostgreSQL returns for input that is nested too deeply.
  if (fault === 'too deep') return new RestError(400, '54001', `The body is nested more than ${MAX_JSON_DEPTH} levels deep`)
  return new RestError(413, 'PGRST102', `The body holds more than ${MAX_JSON_VALUES} values`, { hint: 'Send it in several requests.' })
}

const tooLarge = (maxBytes: number) =>
  new RestError(413, 'PGRST102', `The body is larger than ${maxBytes / 1024} KB`, { hint: 'Send it in several requests.' })

export const invalidJson = () => new RestError(400, 'PGRST102', 'Empty or invalid json')

/** Combines `limit`, `offset`, the Range header and the server's maximum. */
export function pageOf({ range, maxRows }: RestRequest, query: QueryString): Page {
  const { limit = Infinity, offset } = query.clauses.get('') ?? { offset: 0 }
  const [, from = '0', to] = /^(\d{1,15})-(\d{0,15})$/.exec(range ?? '') ?? []
  const last = to ? Number(to) : Infinity
  if (last < Number(from)) throw badRange('The lower boundary must be lower than or equal to the upper boundary in the Range header.')
  const first = Math.max(offset, Number(from))
  const end = Math.min(offset + limit, last + 1)
  return { offset: first, limit: Math.min(maxRows, Math.max(0, end - first)) }
}

// One request, taken apart: who asks, for which schema, in which form.
import type pg from 'pg'
import type { Identity } from '../identity.ts'
import { RestError } from './errors.ts'
import { type Media, negotiate } from './media.ts'
import { type Preferences, parsePreferences } from './preferences.ts'
import type { QueryString } from './query-string.ts'
import type { SchemaCache } from './schema-cache.ts'
import type { Page } from './statements.ts'
import type { RequestFacts } from './transaction.ts'

export interface RestRequest {
  method: string
  parameters: [string, string][]
  pool: pg.Pool
  cache: SchemaCache
  facts: RequestFacts
  media: Media
  preferences: Preferences
  maxRows: number
  range: string | null
  profileHeaders: Record<string, string>
  readBody: () => Promise<string>
}

const LARGEST_BODY = 10 * 1024 * 1024

export interface RestParts {
  pool: pg.Pool
  cache: SchemaCache
  schemas: string[]
  maxRows: number
}

export function takeApart(request: Request, path: string, identity: Identity, { pool, cache, schemas, maxRows }: RestParts): RestRequest {
  const url = new URL(request.url)
  const isRead = request.method === 'GET' || request.method === 'HEAD'
  const profile = request.headers.get(isRead ? 'accept-profile' : 'content-profile')
  const schema = profile ?? schemas[0] ?? 'public'
  if (!schemas.includes(schema)) {
    throw new RestError(406, 'PGRST106', `Invalid schema: ${schema}`, {
      hint: `Only the following schemas are exposed: ${schemas.join(', ')}`,
    })
  }
  const preferences = parsePreferences(request.headers.get('prefer'))
  return {
    method: request.method,
    parameters: [...url.searchParams],
    pool,
    cache,
    facts: { identity, method: request.method, path, headers: request.headers, schema, timezone: preferences.timezone },
    media: negotiate(request.headers.get('accept')),
    preferences,
    maxRows,
    range: request.headers.get('range'),
    profileHeaders: profile === null ? {} : { 'content-profile': schema },
    readBody: () => readLimited(request),
  }
}

async function readLimited(request: Request) {
  const tooLarge = () => new RestError(413, 'PGRST102', `The body is larger than ${LARGEST_BODY / 1024 / 1024} MB`)
  if (Number(request.headers.get('content-length') ?? 0) > LARGEST_BODY) throw tooLarge()
  const text = await request.text()
  if (text.length > LARGEST_BODY) throw tooLarge()
  // A zero byte cannot be in a JSON text, and PostgreSQL takes it for an end.
  if (text.includes('\0')) throw new RestError(400, 'PGRST102', 'Empty or invalid json')
  return text
}

/** `limit` and `offset`, or the Range header, never more than the server gives. */
export function pageOf({ range }: RestRequest, query: QueryString, maxRows: number): Page {
  const { limit, offset } = query.clauses.get('') ?? { limit: undefined, offset: 0 }
  const [, from, to] = /^(\d{1,15})-(\d{0,15})$/.exec(range ?? '') ?? []
  const first = Math.max(offset, Number(from ?? 0))
  const fromRange = to ? Number(to) - Number(from) + 1 : undefined
  if (fromRange !== undefined && fromRange < 1)
    throw new RestError(416, 'PGRST103', 'Requested range not satisfiable', {
      details: 'The lower boundary must be lower than or equal to the upper boundary in the Range header.',
    })
  const asked = [limit, fromRange].filter((each) => each !== undefined)
  return { offset: first, limit: Math.min(maxRows, ...asked) }
}

// `/rest/v1`: PostgREST's API over one connection pool.
import pg from 'pg'
import type { Logger } from 'pino'
import { AttemptError, type AttemptLimit, createAttempts } from '../attempts.ts'
import { createGate, type Gate, GateError } from '../gate.ts'
import { createHeldBytes, type HeldBytes } from '../held-bytes.ts'
import type { Identify, Identity } from '../identity.ts'
import { IdentityError } from '../identity-error.ts'
import { BodyError, preflight, withHeaders } from '../wire.ts'
import { fromPostgres, RestError } from './errors.ts'
import { isOverBound, MAX_RESPONSE_BYTES, responseTooLarge, tooManyAttempts, tooManyBytes, WRITE_TIMEOUT_MS } from './limits.ts'
import { bodyRefusal, takeApart } from './request.ts'
import { handleTable } from './resource.ts'
import { HEADERS } from './respond.ts'
import { handleFunction } from './rpc.ts'
import type { SchemaCache } from './schema.ts'
import { loadSchemaCache } from './schema-cache.ts'
import { watchSchema } from './watch-schema.ts'
import { createWriteBudget } from './write-budget.ts'

const PREFLIGHT = { methods: 'GET, HEAD, POST, PATCH, DELETE, OPTIONS', otherwise: 'content-type, prefer' }

export interface Rest {
  /** Whether the database has a function of that name. */
  hasFunction: (name: string) => boolean
  handle: (request: Request, path: string, address: string) => Promise<Response>
  stop: () => Promise<void>
}

export interface RestOptions {
  pool: pg.Pool
  /** Controls access to the pool; shared with other endpoints that use it. */
  gate?: Gate
  /** Shared with the code that sends responses. */
  heldBytes?: HeldBytes
  identify: Identify
  schemas?: string[]
  maxRows?: number
  maxResponseBytes?: number | undefined
  writeTimeoutMs?: number
  /** Limits on requests that are counted before their transaction begins. */
  attemptLimits?: AttemptLimit[]
  /** Multiplies the rate limits; 0 switches them off. */
  rateLimitFactor?: number
  log: Logger
}

export async function startRest({
  pool,
  gate = createGate(pool),
  heldBytes = createHeldBytes(),
  identify,
  schemas = ['public'],
  maxRows = 1000,
  maxResponseBytes = MAX_RESPONSE_BYTES,
  writeTimeoutMs = WRITE_TIMEOUT_MS,
  attemptLimits = [],
  rateLimitFactor = 1,
  log,
}: RestOptions): Promise<Rest> {
  const writeBudget = createWriteBudget({ factor: rateLimitFactor, writeTimeoutMs })
  const attempts = createAttempts(attemptLimits, rateLimitFactor)
  let cache = await load(pool, schemas)
  const watcher = watchSchema(pool, log, async () => {
    cache = await load(pool, schemas)
  })
  return {
    hasFunction: (name) => schemas.some((schema) => cache.functions(schema, name).length > 0),
    stop: () => watcher.stop(),
    async handle(request, path, address) {
      let identity: Identity | undefined
      const body = heldBytes.body(address)
      const countBody = (bytes: number) => {
        body.add(bytes)
        if (heldBytes.isFull(address)) throw tooManyBytes()
      }
      try {
        if (request.method === 'OPTIONS') return withHeaders(preflight(request, PREFLIGHT), HEADERS)
        identity = await identify(request)
        const segments = path.split('/').filter(Boolean).map(decodeURIComponent)
        attempts.count({ identity, address }, request.method, `/${segments.join('/')}`)
        const parts = { gate, cache, schemas, maxRows, maxResponseBytes, writeTimeoutMs, writeBudget, countBody }
        return await route(takeApart(request, path, { identity, address }, parts), segments)
      } catch (error) {
        return withHeaders(refusal(isOverBound(error) ? responseTooLarge(maxResponseBytes) : error, identity, log), HEADERS)
      } finally {
        body.release()
      }
    },
  }
}

async function route(request: ReturnType<typeof takeApart>, [first = '', second, ...more]: string[]) {
  if (first === 'rpc' && second !== undefined && more.length === 0) return handleFunction(request, second)
  if (first === '') throw new RestError(404, 'PGRST126', 'Root endpoint metadata is disabled')
  if (second === undefined) return handleTable(request, first)
  throw new RestError(404, 'PGRST125', 'Invalid path specified in request URL')
}

function refusal(error: unknown, identity: Identity | undefined, log: Logger) {
  if (error instanceof IdentityError) return identityRefusal(error)
  if (error instanceof AttemptError) return tooManyAttempts(error).toResponse()
  if (error instanceof BodyError) return bodyRefusal(error).toResponse()
  if (error instanceof URIError) return new RestError(404, 'PGRST125', 'Invalid path specified in request URL').toResponse()
  // Details of a database error may contain personal data. They go to the caller, but not to the log.
  if (!(error instanceof RestError || error instanceof GateError || error instanceof pg.DatabaseError)) {
    log.error(error instanceof Error ? { name: error.name, stack: error.stack } : {}, 'a REST request failed')
  }
  return fromPostgres(error, identity?.role === 'anon').toResponse()
}

const IDENTITY_HINTS = {
  'no-key': 'No `apikey` request header or url param was found.',
  'wrong-key': 'Double check your API key.',
}

function identityRefusal({ kind, message }: IdentityError) {
  if (kind === 'no-key' || kind === 'wrong-key') return Response.json({ message, hint: IDENTITY_HINTS[kind] }, { status: 401 })
  const headers = { 'www-authenticate': `Bearer error="invalid_token", error_description="${message}"` }
  return new RestError(401, kind === 'expired' ? 'PGRST303' : 'PGRST301', message, { headers }).toResponse()
}

async function load(pool: pg.Pool, schemas: string[]): Promise<SchemaCache> {
  const client = await pool.connect()
  try {
    return await loadSchemaCache(client, schemas)
  } finally {
    client.release()
  }
}

// What every endpoint does with HTTP: bodies within bounds, JSON, bearer tokens, and headers for other origins and for caches.
import { jsonExcess } from './json-bounds.ts'
import { MAX_JSON_DEPTH, MAX_JSON_VALUES } from './request-limits.ts'

export type BodyFault = 'too large' | 'too many values' | 'too deep' | 'too slow' | 'aborted'

/** Why a body could not be read. Each endpoint answers it in its own dialect. */
export class BodyError extends Error {
  readonly fault: BodyFault
  constructor(fault: BodyFault) {
    super(`The body was ${fault}`)
    this.fault = fault
  }
}

export interface BodyBounds {
  maxBytes: number
  timeoutMs?: number
  /** Ends a stream that brings too much at once, even if the sender then never reads the refusal. */
  cutsOff?: boolean
  /** Called with the size of every chunk; may throw to refuse the rest. */
  onChunk?: (bytes: number) => void
}

/** Smaller bodies of requests are read in one piece, which takes a tenth of the time of a stream. */
const SMALL_BYTES = 64 * 1024

/** The whole body, or a BodyError. Bytes are counted as they arrive: a content-length may be missing or untrue. */
export async function readBody(message: Request | Response, bounds: BodyBounds): Promise<Buffer<ArrayBuffer>> {
  const { maxBytes, timeoutMs, cutsOff = false, onChunk } = bounds
  const declaredBytes = Number(message.headers.get('content-length') ?? Number.NaN)
  // Node never lets a request bring more than it declares.
  const isSmall = message instanceof Request && declaredBytes <= Math.min(SMALL_BYTES, maxBytes)
  if (isSmall && timeoutMs === undefined) return readSmallBody(message, bounds)
  const { body } = message
  if (declaredBytes > maxBytes) {
    await body?.cancel()
    throw new BodyError('too large')
  }
  const chunks: Uint8Array[] = []
  let size = 0
  let isLate = false
  // Not `for await`: breaking out of that loop would close the connection before the refusal is sent.
  const reader = body?.getReader()
  const read = () =>
    reader?.read().catch(() => {
      throw new BodyError('aborted')
    })
  const giveUp = () => {
    isLate = true
    void reader?.cancel()
  }
  const timer = timeoutMs === undefined ? undefined : setTimeout(giveUp, timeoutMs)
  try {
    for (let next = await read(); next && !next.done; next = await read()) {
      size += next.value.byteLength
      if (size > maxBytes) {
        if (cutsOff) await reader?.cancel()
        throw new BodyError('too large')
      }
      onChunk?.(next.value.byteLength)
      chunks.push(next.value)
    }
  } finally {
    clearTimeout(timer)
    reader?.releaseLock()
  }
  if (isLate) throw new BodyError('too slow')
  return join(chunks, size)
}

async function readSmallBody(request: Request, { maxBytes, onChunk }: BodyBounds) {
  const body = await request.arrayBuffer().catch(() => {
    throw new BodyError('aborted')
  })
  if (body.byteLength > maxBytes) throw new BodyError('too large')
  onChunk?.(body.byteLength)
  return Buffer.from(body)
}

// In memory of its own: a buffer from Node's pool would take the pool along when it is sent to a worker.
function join(chunks: Uint8Array[], size: number) {
  const whole = Buffer.allocUnsafeSlow(size)
  let at = 0
  for (const chunk of chunks) {
    whole.set(chunk, at)
    at += chunk.byteLength
  }
  return whole
}

export type JsonObject = Record<string, unknown>

export const isObject = (value: unknown): value is JsonObject => typeof value === 'object' && value !== null && !Array.isArray(value)

/** The parsed body. Undefined if it is not JSON; throws a BodyError if it is too large or too deep. */
export function parseBody(text: string, maxValues = MAX_JSON_VALUES): unknown {
  const excess = jsonExcess(text, { maxValues, maxDepth: MAX_JSON_DEPTH })
  if (excess) throw new BodyError(excess)
  return parseJson(text)
}

/** Undefined where the text is not JSON; JSON itself has no undefined. */
export function parseJson(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}

/** Undefined where the text is not a JSON object. */
export function parseObject(text: string): JsonObject | undefined {
  const value = parseJson(text)
  return isObject(value) ? value : undefined
}

/** By hand, because the pattern /\/+$/ tries every slash of a long run, and from each of them all that follow. */
export function withoutSlashesAtEnd(path: string) {
  let end = path.length
  while (path[end - 1] === '/') end--
  return path.slice(0, end)
}

export const bearerToken = ({ headers }: Request) => /^Bearer\s+(\S+)$/i.exec(headers.get('authorization') ?? '')?.[1]

/** Answers are about the caller, so no cache keeps them unless they say otherwise. */
export const PRIVATE_HEADERS = { 'cache-control': 'no-store', 'x-content-type-options': 'nosniff' }

/** Any site may read the answers: what they show depends on key and token, not on the page that asks. */
export const anyOrigin = (exposedHeaders: string) => ({
  'access-control-allow-origin': '*',
  'access-control-expose-headers': exposedHeaders,
})

export const allowed = ({ methods, headers }: { methods: string; headers: string }) => ({
  'access-control-allow-methods': methods,
  'access-control-allow-headers': headers,
})

/** The answer to a browser's preflight that allows whatever headers the browser asked for. */
export function preflight(request: Request, { methods, otherwise }: { methods: string; otherwise: string }) {
  const headers = `authorization, apikey, ${request.headers.get('access-control-request-headers') ?? otherwise}`
  return new Response(null, { headers: { ...allowed({ methods, headers }), 'access-control-max-age': '86400' } })
}

/** Sets the headers; a cache-control that the response already has stays. */
export function withHeaders(response: Response, headers: Record<string, string>) {
  const own = response.headers.get('cache-control')
  for (const [name, value] of Object.entries(headers)) response.headers.set(name, value)
  if (own !== null) response.headers.set('cache-control', own)
  return response
}

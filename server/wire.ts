// Shared HTTP helpers: bodies within limits, JSON, bearer tokens, and headers for other origins and caches.
import { jsonExcess } from './json-bounds.ts'
import { MAX_JSON_DEPTH, MAX_JSON_VALUES } from './request-limits.ts'

export type BodyFault = 'too large' | 'too many values' | 'too deep' | 'too slow' | 'aborted'

/** The reason why a body could not be read. Each endpoint answers it in its own format. */
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
  /** Ends the stream of an oversized body, even if the sender never reads the refusal. */
  cutsOff?: boolean
  /** Called with the size of every chunk. May throw to refuse the rest. */
  onChunk?: (bytes: number) => void
}

/** Smaller request bodies are read in one piece, which takes a tenth of the time of a stream. */
const SMALL_BYTES = 64 * 1024

/** Returns the whole body or throws a BodyError. Bytes are counted as they arrive, because a content-length may be missing or wrong. */
export async function readBody(message: Request | Response, bounds: BodyBounds): Promise<Buffer<ArrayBuffer>> {
  const { maxBytes, timeoutMs, cutsOff = false, onChunk } = bounds
  const declaredBytes = Number(message.headers.get('content-length') ?? Number.NaN)
  // Node never lets a request send more than it declares.
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
  // A `for await` loop would close the connection on break, before the refusal is sent.
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

// Copied, because sending a buffer from Node's pool to a worker would transfer the whole pool.
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

/** Returns the parsed body, or undefined if it is not JSON. Throws a BodyError if it is too large or too deep. */
export function parseBody(text: string, maxValues = MAX_JSON_VALUES): unknown {
  const excess = jsonExcess(text, { maxValues, maxDepth: MAX_JSON_DEPTH })
  if (excess) throw new BodyError(excess)
  return parseJson(text)
}

/** Returns undefined if the text is not JSON; JSON itself has no undefined. */
export function parseJson(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}

/** Returns undefined if the text is not a JSON object. */
export function parseObject(text: string): JsonObject | undefined {
  const value = parseJson(text)
  return isObject(value) ? value : undefined
}

/** Written as a loop, because the pattern /\/+$/ takes quadratic time on a long run of slashes. */
export function withoutSlashesAtEnd(path: string) {
  let end = path.length
  while (path[end - 1] === '/') end--
  return path.slice(0, end)
}

export const bearerToken = ({ headers }: Request) => /^Bearer\s+(\S+)$/i.exec(headers.get('authorization') ?? '')?.[1]

/** Responses depend on the caller, so caches must not store them by default. */
export const PRIVATE_HEADERS = { 'cache-control': 'no-store', 'x-content-type-options': 'nosniff' }

/** Any origin may read the responses, because they depend on key and token, not on the page that sends the request. */
export const anyOrigin = (exposedHeaders: string) => ({
  'access-control-allow-origin': '*',
  'access-control-expose-headers': exposedHeaders,
})

export const allowed = ({ methods, headers }: { methods: string; headers: string }) => ({
  'access-control-allow-methods': methods,
  'access-control-allow-headers': headers,
})

/** Answers a browser's preflight and allows the headers it asks for. */
export function preflight(request: Request, { methods, otherwise }: { methods: string; otherwise: string }) {
  const headers = `authorization, apikey, ${request.headers.get('access-control-request-headers') ?? otherwise}`
  return new Response(null, { headers: { ...allowed({ methods, headers }), 'access-control-max-age': '86400' } })
}

/** Sets the headers, but keeps an existing cache-control. */
export function withHeaders(response: Response, headers: Record<string, string>) {
  const own = response.headers.get('cache-control')
  for (const [name, value] of Object.entries(headers)) response.headers.set(name, value)
  if (own !== null) response.headers.set('cache-control', own)
  return response
}

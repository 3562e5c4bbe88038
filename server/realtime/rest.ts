// Broadcasts over HTTP, from clients that have not joined and from servers.
import type { Logger } from 'pino'
import type { Identify, Identity } from '../identity.ts'
import { IdentityError } from '../identity-error.ts'
import { allowed, BodyError, isObject, parseBody, readBody, withHeaders } from '../wire.ts'
import { roomCalled } from './channel.ts'
import type { Database } from './database.ts'
import { createRateLimiters, LIMITS, RATES } from './limits.ts'
import { codeOf } from './pools.ts'
import { MAX_NAME_BYTES, type Message } from './protocol.ts'
import type { Rooms } from './rooms.ts'

export interface RestOptions {
  identify: Identify
  database: Database
  rooms: Rooms
  factor: number
  log: Logger
}

interface Broadcast {
  topic: string
  isPrivate: boolean
  message: Message
}

class BroadcastError extends Error {
  readonly status: number
  readonly headers: Record<string, string>
  constructor(status: number, message: string, headers: Record<string, string> = {}) {
    super(message)
    this.status = status
    this.headers = headers
  }
}

const CORS = {
  'access-control-allow-origin': '*',
  ...allowed({ methods: 'POST, OPTIONS', headers: 'authorization, apikey, content-type, x-client-info' }),
  'access-control-max-age': '86400',
}

export function createBroadcastApi({ identify, database, rooms, factor, log }: RestOptions) {
  const requests = createRateLimiters(RATES.requestsPerNetwork, factor)

  async function handle(request: Request, path: string, network: string) {
    const [api, broadcast, ...rest] = path.split('/').filter(Boolean)
    const isOne = rest.length === 3 && rest[1] === 'events'
    if (api !== 'api' || broadcast !== 'broadcast' || (rest.length && !isOne)) throw new BroadcastError(404, 'Not found')
    if (request.method !== 'POST') throw new BroadcastError(405, 'Method not allowed')
    const identity = await identify(request)
    if (identity.sessionId && (await database.endedSessions([identity.sessionId])).size)
      throw new BroadcastError(401, 'The session has ended')
    const body = await readBody(request, { maxBytes: LIMITS.frameBytes })
    const broadcasts = isOne ? [broadcastIn(request, rest, body)] : broadcastsIn(body)
    if (!requests.take(network, broadcasts.length))
      throw new BroadcastError(429, 'You have exceeded your rate limit', { 'retry-after': '2' })
    const sent = await send(identity, broadcasts)
    if (isOne && !sent) throw new BroadcastError(403, 'You do not have permissions to write to this topic')
    return new Response(null, { status: 202 })
  }

  /** Returns the number of messages that were allowed. */
  async function send(identity: Identity, broadcasts: Broadcast[]) {
    const mayWrite = new Map<string, Promise<boolean>>()
    let sent = 0
    for (const { topic, isPrivate, message } of broadcasts) {
      if (isPrivate && !mayWrite.has(topic)) {
        const writable = database.writable(topic, identity, ['broadcast'])
        mayWrite.set(
          topic,
          writable.then((extensions) => extensions.has('broadcast')),
        )
      }
      if (isPrivate && !(await mayWrite.get(topic))) continue
      rooms.broadcast(roomCalled(topic, isPrivate), message)
      sent++
    }
    return sent
  }

  return {
    sweep: () => requests.sweep(),
    async handle(request: Request, path: string, network: string): Promise<Response> {
      if (request.method === 'OPTIONS') return new Response(null, { headers: CORS })
      try {
        return withHeaders(await handle(request, path, network), CORS)
      } catch (error) {
        return withHeaders(refusalOf(error, log), CORS)
      }
    },
  }
}

function refusalOf(error: unknown, log: Logger) {
  if (error instanceof BroadcastError) return Response.json({ message: error.message }, { status: error.status, headers: error.headers })
  if (error instanceof IdentityError) return Response.json({ message: error.message }, { status: 401 })
  if (error instanceof BodyError && error.fault === 'too deep')
    return Response.json({ message: 'Payload is nested too deep' }, { status: 422 })
  if (error instanceof BodyError && error.fault !== 'aborted') return Response.json({ message: 'Payload too large' }, { status: 413 })
  if (error instanceof URIError) return Response.json({ message: 'Not found' }, { status: 404 })
  log.warn({ code: codeOf(error) }, 'a broadcast by HTTP failed')
  return Response.json({ message: 'Realtime was unable to connect to the project database' }, { status: 503 })
}

function broadcastIn(request: Request, [topic = '', , event = '']: string[], bytes: Buffer): Broadcast {
  const type = (request.headers.get('content-type') ?? '').split(';')[0]?.trim().toLowerCase()
  if (type !== 'application/json' && type !== 'application/octet-stream') throw new BroadcastError(415, 'Unsupported media type')
  const encoding = type === 'application/json' ? 'json' : 'binary'
  if (encoding === 'json') parse(bytes)
  return {
    ...addressed(decodeURIComponent(topic), decodeURIComponent(event)),
    isPrivate: new URL(request.url).searchParams.get('private') === 'true',
    message: { event: decodeURIComponent(event), encoding, bytes },
  }
}

function broadcastsIn(body: Buffer): Broadcast[] {
  const given = parse(body)
  const messages = isObject(given) ? given['messages'] : undefined
  if (!Array.isArray(messages) || !messages.length) throw new BroadcastError(422, "messages can't be blank")
  if (messages.length > LIMITS.messagesPerRequest)
    throw new BroadcastError(422, 'Too many messages to broadcast, please reduce the batch size')
  return messages.map((each: unknown) => {
    const { topic, event, payload, private: isPrivate } = isObject(each) ? each : {}
    if (typeof topic !== 'string' || typeof event !== 'string' || !isObject(payload)) {
      throw new BroadcastError(422, 'Each message needs a topic, an event and a payload')
    }
    return {
      ...addressed(topic, event),
      isPrivate: isPrivate === true || isPrivate === 'true',
      message: { event, encoding: 'json', bytes: Buffer.from(JSON.stringify(payload)) },
    }
  })
}

function addressed(topic: string, event: string) {
  if (!topic || !event) throw new BroadcastError(422, "topic and event can't be blank")
  if ([topic, event].some((name) => Buffer.byteLength(name) > MAX_NAME_BYTES)) throw new BroadcastError(422, 'topic or event is too long')
  return { topic }
}

function parse(body: Buffer): unknown {
  const value = parseBody(body.toString())
  if (value === undefined) throw new BroadcastError(422, 'The body is not JSON')
  return value
}

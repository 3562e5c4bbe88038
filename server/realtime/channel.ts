// One client's membership in one topic on one socket.
import { randomUUID } from 'node:crypto'
import type { Identity } from '../identity.ts'
import { isObject } from '../wire.ts'
import type { Extension } from './database.ts'
import { createRateLimiter, RATES, type RateLimiter } from './limits.ts'
import { encodeFrame, type Frame, type Payload, type Version } from './protocol.ts'
import type { Subscription } from './subscription.ts'

export interface Socket {
  version: Version
  identity: Identity
  /** The API key of the connection. */
  key: string
  network: string
  channels: Map<string, Channel>
  isOpen: () => boolean
  send: (data: string | Buffer) => void
}

export interface Channel {
  socket: Socket
  /** The topic as sent by the client, including `realtime:`. Policies see the name after it. */
  topic: string
  name: string
  joinRef: string | null
  config: JoinConfig
  token: string | undefined
  identity: Identity
  readable: Set<Extension>
  /** Rights to write, filled on first use. */
  writable: Map<Extension, boolean>
  subscriptions: Subscription[]
  presence: Presence
  /** Ids of messages delivered during a replay or by it, so that none arrives twice. */
  delivered: { ids: Set<string>; isComplete: boolean } | undefined
  expiry: NodeJS.Timeout | undefined
  isOpen: boolean
}

export interface Presence {
  key: string
  meta: (Payload & { phx_ref: string }) | undefined
  tracked: string | undefined
  limiter: RateLimiter
}

export interface JoinConfig {
  isPrivate: boolean
  wantsAck: boolean
  hearsSelf: boolean
  wantsPresence: boolean
  presenceKey: string
  /** One id per subscription, in request order. */
  changes: unknown[]
  replay: unknown
  wantsReplicationReady: boolean
}

export function readJoinConfig({ config }: Payload): JoinConfig {
  const given = payloadOr(config)
  const [broadcast, presence] = [payloadOr(given['broadcast']), payloadOr(given['presence'])]
  const changes = given['postgres_changes']
  const key = presence['key']
  return {
    isPrivate: isTrue(given['private']),
    wantsAck: isTrue(broadcast['ack']),
    hearsSelf: isTrue(broadcast['self']),
    wantsPresence: isTrue(presence['enabled']),
    presenceKey: typeof key === 'string' && key !== '' ? key.slice(0, 255) : randomUUID(),
    changes: Array.isArray(changes) ? changes.filter((each) => each !== null) : [],
    replay: broadcast['replay'],
    wantsReplicationReady: isTrue(broadcast['replication_ready']),
  }
}

const payloadOr = (value: unknown): Payload => (isObject(value) ? value : {})
const isTrue = (value: unknown) => value === true || (typeof value === 'string' && value.toLowerCase() === 'true')

export function createPresence(key: string, factor: number): Presence {
  return { key, meta: undefined, tracked: undefined, limiter: createRateLimiter(RATES.presencePerChannel, factor) }
}

/** The key for rate limits: the user, or role and network for visitors. */
export function personOf({ identity, socket }: Pick<Channel, 'identity' | 'socket'>) {
  const { sub } = identity.claims as { sub?: unknown }
  return typeof sub === 'string' ? sub : `${identity.role} ${socket.network}`
}

export const roomOf = ({ name, config }: Channel) => roomCalled(name, config.isPrivate)
/** A private and a public room of the same name are separate. */
export const roomCalled = (name: string, isPrivate: boolean) => `${isPrivate ? 'private' : 'public'}:${name}`

export function reply(
  socket: Socket,
  { joinRef, ref, topic }: Pick<Frame, 'joinRef' | 'ref' | 'topic'>,
  status: 'ok' | 'error',
  response: Payload = {},
) {
  socket.send(encodeFrame({ joinRef, ref, topic, event: 'phx_reply', payload: { status, response } }, socket.version))
}

export function push({ socket, joinRef, topic }: Channel, event: string, payload: Payload, ref: string | null = null) {
  socket.send(encodeFrame({ joinRef, ref, topic, event, payload }, socket.version))
}

export function sendSystem(channel: Channel, extension: 'system' | 'postgres_changes', status: 'ok' | 'error', message: string) {
  push(channel, 'system', { extension, status, message, channel: channel.name })
}

export const SUBSCRIBED = 'Subscribed to PostgreSQL'

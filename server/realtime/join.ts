// Validates a join request before the client enters: topic, limits, token, rights.
import type { Identities, Identity } from '../identity.ts'
import { type Channel, createPresence, readJoinConfig, type Socket } from './channel.ts'
import type { Database } from './database.ts'
import { JoinError } from './join-error.ts'
import { LIMITS } from './limits.ts'
import { type Frame, MAX_NAME_BYTES, type Payload } from './protocol.ts'
import { checkReplay } from './replay.ts'
import type { Rights } from './rights.ts'

const PREFIX = 'realtime:'

export interface AdmissionOptions {
  database: Pick<Database, 'endedSessions'>
  rights: Rights
  identifyPerson: Identities['identifyPerson']
  factor: number
}

export function createAdmission({ database, rights, identifyPerson, factor }: AdmissionOptions) {
  async function identifyByToken(token: string): Promise<Identity> {
    const person = await identifyPerson(token)
    if ((await database.endedSessions([person.sessionId])).size) throw new JoinError('InvalidJWTToken: The session has ended')
    return person
  }

  /** Returns a channel that is not open yet, or throws a JoinError. */
  async function admit(socket: Socket, { topic, joinRef, ref, payload }: Frame): Promise<Channel> {
    const name = nameOf(topic)
    if (socket.channels.size >= LIMITS.channelsPerSocket) throw new JoinError('ChannelRateLimitReached: Too many channels')
    const config = readJoinConfig(payload)
    if (config.changes.length > LIMITS.subscriptionsPerChannel) {
      throw new JoinError('RealtimeDisabledForConfiguration: Too many subscriptions to changes in one channel')
    }
    const token = tokenIn(socket, payload)
    const identity = token === undefined ? socket.identity : await identifyByToken(token)
    const readable = await rights.readable(identity, name, config)
    const isReplaying = checkReplay(config, readable) !== undefined
    return {
      socket,
      topic,
      name,
      joinRef: joinRef ?? ref,
      config,
      token,
      identity,
      readable,
      writable: new Map(),
      subscriptions: [],
      presence: createPresence(config.presenceKey, factor),
      delivered: isReplaying ? { ids: new Set(), isComplete: false } : undefined,
      expiry: undefined,
      isOpen: true,
    }
  }

  return { admit, identifyByToken }
}

function nameOf(topic: string) {
  const name = topic.startsWith(PREFIX) ? topic.slice(PREFIX.length) : ''
  // PostgreSQL cannot store the character zero.
  if (!name || name.includes('\0')) throw new JoinError('TopicNameRequired: You must provide a topic name')
  if (Buffer.byteLength(topic) > MAX_NAME_BYTES) throw new JoinError('TopicNameTooLong: A topic name has 246 bytes at most')
  return name
}

/** Undefined if there is only the API key, which clients send as the token while nobody is signed in. */
export function tokenIn({ key }: Socket, { access_token, user_token }: Payload) {
  const token = access_token ?? user_token
  return typeof token !== 'string' || token === '' || token === key || token.startsWith('sb_') ? undefined : token
}

// Joining, staying and leaving: who somebody is, what they may do on a topic, and when that ends.
import type { Logger } from 'pino'
import type { Identities, Identity } from '../identity.ts'
import { IdentityError } from '../identity-error.ts'
import type { Changes } from './changes.ts'
import { type Channel, createPresence, type JoinConfig, push, readJoinConfig, reply, roomOf, type Socket, tell } from './channel.ts'
import { codeOf, type Database, type Extension, isUnanswered, TooBusyError } from './database.ts'
import { createAllowances, LIMITS, RATES } from './limits.ts'
import { type Frame, LONGEST_NAME_BYTES, type Payload } from './protocol.ts'
import { createRecheck, noLongerReadable } from './recheck.ts'
import { checkReplay, ReplayError, replay } from './replay.ts'
import type { Rooms } from './rooms.ts'
import type { Subscriptions } from './subscriptions.ts'

export interface ChannelsOptions {
  database: Database
  rooms: Rooms
  changes: Changes
  subscriptions: Subscriptions
  identifyPerson: Identities['identifyPerson']
  isUp: () => boolean
  factor: number
  log: Logger
}

export type Channels = ReturnType<typeof createChannels>

const PREFIX = 'realtime:'
const LONGEST_TIMER_MS = 2 ** 31 - 1
const RETRY_MS = 2000

/** Told to the client as it is. */
class Refusal extends Error {}

export function createChannels({ database, rooms, changes, subscriptions, identifyPerson, isUp, factor, log }: ChannelsOptions) {
  const open = new Set<Channel>()
  const joins = createAllowances(RATES.joinsPerNetwork, factor)

  async function join(socket: Socket, frame: Frame) {
    let channel: Channel | undefined
    try {
      if (!joins.take(socket.network)) throw new Refusal('ClientJoinRateLimitReached: Too many joins per second')
      const earlier = socket.channels.get(frame.topic)
      if (earlier) close(earlier)
      channel = await admit(socket, frame)
      if (!socket.isOpen()) return
      enter(channel)
      reply(socket, frame, 'ok', { postgres_changes: subscriptions.begin(channel) })
      if (isUp()) tellReady(channel)
      if (channel.config.wantsPresence && channel.readable.has('presence')) {
        push(channel, 'presence_state', rooms.presenceState(roomOf(channel)))
      }
      await replayTo(channel)
    } catch (error) {
      if (channel) leave(channel)
      const reason = reasonOf(error)
      const about = { joinRef: frame.joinRef, ref: frame.ref, topic: frame.topic }
      // Clients that are refused come back for ever; this is how often.
      setTimeout(() => reply(socket, about, 'error', { reason }), LIMITS.refusalDelayMs).unref()
    }
  }

  function tellReady(channel: Channel) {
    if (channel.config.wantsReplicationReady) tell(channel, 'system', 'ok', 'Replication connection established')
  }

  async function replayTo(channel: Channel) {
    await replay(channel, database).catch((error: unknown) => {
      log.warn({ code: codeOf(error) }, 'messages could not be told again')
      tell(channel, 'system', 'error', 'Realtime was unable to replay messages')
    })
  }

  async function admit(socket: Socket, { topic, joinRef, ref, payload }: Frame): Promise<Channel> {
    const name = topic.startsWith(PREFIX) ? topic.slice(PREFIX.length) : ''
    // PostgreSQL has no form for the character zero.
    if (!name || name.includes('\0')) throw new Refusal('TopicNameRequired: You must provide a topic name')
    if (Buffer.byteLength(topic) > LONGEST_NAME_BYTES) throw new Refusal('TopicNameTooLong: A topic name has 246 bytes at most')
    if (socket.channels.size >= LIMITS.channelsPerSocket) throw new Refusal('ChannelRateLimitReached: Too many channels')
    const config = readJoinConfig(payload)
    if (config.changes.length > LIMITS.subscriptionsPerChannel) {
      throw new Refusal('RealtimeDisabledForConfiguration: Too many subscriptions to changes in one channel')
    }
    const token = tokenOf(socket, payload)
    const identity = token === undefined ? socket.identity : await identityOf(token)
    const readable = await readableBy(identity, name, config)
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
      told: isReplaying ? { ids: new Set(), isComplete: false } : undefined,
      expiry: undefined,
      isOpen: true,
    }
  }

  async function identityOf(token: string): Promise<Identity> {
    const person = await identifyPerson(token)
    if ((await database.endedSessions([person.sessionId])).size) throw new Refusal('InvalidJWTToken: The session has ended')
    return person
  }

  async function readableBy(identity: Identity, name: string, { isPrivate, wantsPresence }: JoinConfig): Promise<Set<Extension>> {
    const asked: Extension[] = wantsPresence ? ['broadcast', 'presence'] : ['broadcast']
    if (!isPrivate) return new Set(['broadcast', 'presence'])
    const readable = await database.readable(name, identity, asked).catch((error: unknown) => {
      // Clients that are unauthorized give up; these come back.
      if (isUnanswered(error)) throw error
      log.warn({ code: codeOf(error) }, 'a policy on realtime.messages failed; nobody is let in by it')
      return new Set<Extension>()
    })
    if (!readable.size) throw new Refusal(`Unauthorized: You do not have permissions to read from this Channel topic: ${name}`)
    return readable
  }

  function enter(channel: Channel) {
    open.add(channel)
    channel.socket.channels.set(channel.topic, channel)
    rooms.enter(channel)
    awaitExpiry(channel)
  }

  function leave(channel: Channel) {
    if (!channel.isOpen) return
    channel.isOpen = false
    clearTimeout(channel.expiry)
    open.delete(channel)
    changes.remove(channel)
    if (channel.socket.channels.get(channel.topic) === channel) channel.socket.channels.delete(channel.topic)
    rooms.leave(channel)
  }

  /** A client that is told so does not come back by itself. */
  function close(channel: Channel, why?: string) {
    if (!channel.isOpen) return
    if (why !== undefined) tell(channel, 'system', 'error', why)
    leave(channel)
    push(channel, 'phx_close', {}, channel.joinRef)
  }

  function awaitExpiry(channel: Channel) {
    clearTimeout(channel.expiry)
    const { exp } = channel.identity.claims as { exp?: unknown }
    if (typeof exp !== 'number') return
    const left = Math.min(Math.max(0, exp * 1000 - Date.now()), LONGEST_TIMER_MS)
    channel.expiry = setTimeout(() => close(channel, 'Token has expired'), left).unref()
  }

  /** The rights are those of the new token from here on. */
  async function refresh(channel: Channel, payload: Payload) {
    const token = tokenOf(channel.socket, payload)
    if (token === undefined || token === channel.token) return
    try {
      const identity = await identityOf(token)
      const readable = await readableBy(identity, channel.name, channel.config)
      if (channel.config.isPrivate && [...channel.readable].some((extension) => !readable.has(extension))) {
        throw new Refusal(noLongerReadable(channel.name))
      }
      if (!channel.isOpen) return
      Object.assign(channel, { token, identity, readable, writable: new Map() })
      awaitExpiry(channel)
      subscriptions.renew(channel)
    } catch (error) {
      // The earlier token still holds, until it expires or the database is back.
      if (isUnanswered(error) && !isAboutTheToken(error))
        setTimeout(() => channel.isOpen && void refresh(channel, payload), RETRY_MS).unref()
      else close(channel, reasonOf(error).replace(/^\w+: /, ''))
    }
  }

  return {
    join,
    leave,
    close,
    refresh,
    /** The log is read, from now on or again: what the database sends arrives. */
    announceReady: () => open.forEach(tellReady),
    sweep: () => joins.sweep(),

    async may(channel: Channel, extension: Extension) {
      if (!channel.config.isPrivate) return true
      const known = channel.writable.get(extension)
      if (known !== undefined) return known
      const writable = (await database.writable(channel.name, channel.identity, [extension])).has(extension)
      channel.writable.set(extension, writable)
      return writable
    },

    /** Who joined without presence and now wants to be seen is asked about it then. */
    async mayHearPresence(channel: Channel) {
      if (channel.config.wantsPresence || !channel.config.isPrivate) return
      channel.config.wantsPresence = true
      for (const extension of await database.readable(channel.name, channel.identity, ['presence'])) channel.readable.add(extension)
    },

    closeUnreadable: createRecheck({ database, open, close, log }),

    /** Signed out means out here, too. */
    async closeEnded() {
      const sessions = new Set([...open].map(({ identity }) => identity.sessionId).filter((id) => id !== undefined))
      if (!sessions.size) return
      const ended = await database.endedMeanwhile([...sessions])
      for (const channel of open) {
        if (channel.identity.sessionId !== undefined && ended.has(channel.identity.sessionId)) close(channel, 'The session has ended')
      }
    },
  }

  function reasonOf(error: unknown) {
    if (error instanceof Refusal || error instanceof ReplayError) return error.message
    if (error instanceof IdentityError) {
      return error.kind === 'expired' ? 'InvalidJWTToken: Token has expired' : 'MalformedJWT: The token provided is not a valid JWT'
    }
    if (error instanceof TooBusyError) return 'IncreaseConnectionPool: Please try again'
    log.warn({ code: codeOf(error) }, 'a realtime question to the database failed')
    return 'UnableToConnectToProject: Realtime was unable to connect to the project database'
  }
}

const isAboutTheToken = (error: unknown) => error instanceof Refusal || error instanceof IdentityError

/** Undefined where the API key is all there is: the client sends it as token while nobody is signed in. */
function tokenOf({ key }: Socket, { access_token, user_token }: Payload) {
  const token = access_token ?? user_token
  return typeof token !== 'string' || token === '' || token === key || token.startsWith('sb_') ? undefined : token
}

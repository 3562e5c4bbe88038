// The open channels: joining, token updates, leaving and closing.
import type { Logger } from 'pino'
import type { Identities } from '../identity.ts'
import type { Changes } from './changes.ts'
import { type Channel, push, reply, roomOf, type Socket, sendSystem } from './channel.ts'
import type { Database } from './database.ts'
import { closeEnded, closeOnExpiry } from './expiry.ts'
import { createAdmission, tokenIn } from './join.ts'
import { isAboutTheToken, JoinError, reasonOf } from './join-error.ts'
import { createRateLimiters, LIMITS, RATES } from './limits.ts'
import { codeOf, isUnanswered } from './pools.ts'
import type { Frame, Payload } from './protocol.ts'
import { createRecheck, noLongerReadable } from './recheck.ts'
import { replay } from './replay.ts'
import type { Rights } from './rights.ts'
import type { Rooms } from './rooms.ts'
import type { Subscriptions } from './subscriptions.ts'

export interface ChannelsOptions {
  database: Database
  rights: Rights
  rooms: Rooms
  changes: Changes
  subscriptions: Subscriptions
  identifyPerson: Identities['identifyPerson']
  isUp: () => boolean
  factor: number
  log: Logger
}

export type Channels = ReturnType<typeof createChannels>

const RETRY_MS = 2000

export function createChannels(options: ChannelsOptions) {
  const { database, rights, rooms, changes, subscriptions, identifyPerson, isUp, factor, log } = options
  const open = new Set<Channel>()
  const joins = createRateLimiters(RATES.joinsPerNetwork, factor)
  const { admit, identifyByToken } = createAdmission({ database, rights, identifyPerson, factor })

  async function join(socket: Socket, frame: Frame) {
    let channel: Channel | undefined
    try {
      if (!joins.take(socket.network)) throw new JoinError('ClientJoinRateLimitReached: Too many joins per second')
      const earlier = socket.channels.get(frame.topic)
      if (earlier) close(earlier)
      channel = await admit(socket, frame)
      if (!socket.isOpen()) return
      enter(channel)
      reply(socket, frame, 'ok', { postgres_changes: subscriptions.begin(channel) })
      if (isUp()) announceReady(channel)
      if (channel.config.wantsPresence && channel.readable.has('presence')) {
        push(channel, 'presence_state', rooms.presenceState(roomOf(channel)))
      }
      await replayTo(channel)
    } catch (error) {
      if (channel) leave(channel)
      const reason = reasonOf(error, log)
      const about = { joinRef: frame.joinRef, ref: frame.ref, topic: frame.topic }
      // Refused clients retry forever, so the delay limits their rate.
      setTimeout(() => reply(socket, about, 'error', { reason }), LIMITS.refusalDelayMs).unref()
    }
  }

  async function replayTo(channel: Channel) {
    await replay(channel, database).catch((error: unknown) => {
      log.warn({ code: codeOf(error) }, 'messages could not be replayed')
      sendSystem(channel, 'system', 'error', 'Realtime was unable to replay messages')
    })
  }

  function enter(channel: Channel) {
    open.add(channel)
    channel.socket.channels.set(channel.topic, channel)
    rooms.enter(channel)
    closeOnExpiry(channel, close)
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

  /** A client that gets a reason does not rejoin automatically. */
  function close(channel: Channel, why?: string) {
    if (!channel.isOpen) return
    if (why !== undefined) sendSystem(channel, 'system', 'error', why)
    leave(channel)
    push(channel, 'phx_close', {}, channel.joinRef)
  }

  /** Applies the rights of a new token. */
  async function refresh(channel: Channel, payload: Payload) {
    const token = tokenIn(channel.socket, payload)
    if (token === undefined || token === channel.token) return
    try {
      const identity = await identifyByToken(token)
      const readable = await rights.readable(identity, channel.name, channel.config)
      if (channel.config.isPrivate && [...channel.readable].some((extension) => !readable.has(extension))) {
        throw new JoinError(noLongerReadable(channel.name))
      }
      if (!channel.isOpen) return
      Object.assign(channel, { token, identity, readable, writable: new Map() })
      closeOnExpiry(channel, close)
      subscriptions.renew(channel)
    } catch (error) {
      // The earlier token stays valid until it expires or the database is back.
      if (isUnanswered(error) && !isAboutTheToken(error))
        setTimeout(() => channel.isOpen && void refresh(channel, payload), RETRY_MS).unref()
      else close(channel, reasonOf(error, log).replace(/^\w+: /, ''))
    }
  }

  return {
    join,
    leave,
    close,
    refresh,
    /** Called when reading the log begins, so that messages of the database arrive. */
    announceReady: () => open.forEach(announceReady),
    sweep: () => joins.sweep(),
    closeUnreadable: createRecheck({ database, open, close, log }),
    closeEnded: () => closeEnded(open, database, close),
  }
}

function announceReady(channel: Channel) {
  if (channel.config.wantsReplicationReady) sendSystem(channel, 'system', 'ok', 'Replication connection established')
}

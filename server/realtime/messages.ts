// Handles broadcasts and presence messages from clients.
import { isObject } from '../wire.ts'
import { type Channel, reply, roomOf } from './channel.ts'
import type { Channels } from './channels.ts'
import { LIMITS } from './limits.ts'
import type { Frame, Message } from './protocol.ts'
import type { Rights } from './rights.ts'
import type { Rooms } from './rooms.ts'

export type MessageHandlers = ReturnType<typeof createMessageHandlers>

export function createMessageHandlers({ channels, rights, rooms }: { channels: Channels; rights: Rights; rooms: Rooms }) {
  return {
    /** As on hosted, a client without the right to write gets no answer. */
    async broadcast(channel: Channel, frame: Frame, message: Message = messageOf(frame)) {
      if (!(await rights.mayWrite(channel, 'broadcast')) || !channel.isOpen) return
      rooms.broadcast(roomOf(channel), message, channel.config.hearsSelf ? undefined : channel)
      if (channel.config.wantsAck) reply(channel.socket, frame, 'ok')
    },

    async presence(channel: Channel, frame: Frame) {
      const { event, payload = {} } = frame.payload
      if (!channel.presence.limiter.take()) return channels.close(channel, 'Client presence rate limit exceeded')
      const wanted = String(event).toLowerCase()
      if (wanted === 'untrack') {
        rooms.untrack(channel)
        return reply(channel.socket, frame, 'ok')
      }
      if (wanted !== 'track') return reply(channel.socket, frame, 'error')
      if (!isObject(payload)) return reply(channel.socket, frame, 'error', { reason: 'Presence track payload must be a map' })
      if (JSON.stringify(payload).length > LIMITS.presenceBytes) return channels.close(channel, 'Track message size exceeded')
      await rights.addPresence(channel)
      if (!(await rights.mayWrite(channel, 'presence'))) return reply(channel.socket, frame, 'error')
      if (!channel.isOpen) return
      rooms.track(channel, payload)
      return reply(channel.socket, frame, 'ok')
    },
  }
}

function messageOf({ payload: { event, payload } }: Frame): Message {
  return { event: typeof event === 'string' ? event : '', encoding: 'json', bytes: Buffer.from(JSON.stringify(payload ?? {})) }
}

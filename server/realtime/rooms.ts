// The members of each room, their broadcasts and their presence.
import { type Channel, push, roomOf, sendSystem } from './channel.ts'
import { encodeMessage, type Message, type Payload } from './protocol.ts'

export type Rooms = ReturnType<typeof createRooms>

export function createRooms() {
  const rooms = new Map<string, Set<Channel>>()
  let refs = 0

  function sendPresence(room: string, joins: Payload, leaves: Payload) {
    for (const member of rooms.get(room) ?? []) {
      if (member.readable.has('presence')) push(member, 'presence_diff', { joins, leaves })
    }
  }

  function untrack(channel: Channel) {
    const { presence } = channel
    if (!presence.meta) return
    const leaves = entry(channel)
    presence.meta = presence.tracked = undefined
    sendPresence(roomOf(channel), {}, leaves)
  }

  return {
    isEmpty: (room: string) => !rooms.has(room),

    enter(channel: Channel) {
      const room = roomOf(channel)
      const members = rooms.get(room)
      if (members) members.add(channel)
      else rooms.set(room, new Set([channel]))
    },

    leave(channel: Channel) {
      const room = roomOf(channel)
      const members = rooms.get(room)
      members?.delete(channel)
      if (members?.size === 0) rooms.delete(room)
      untrack(channel)
    },

    broadcast(room: string, message: Message, except?: Channel) {
      const encoded = new Map<string, string | Buffer | undefined>()
      for (const member of rooms.get(room) ?? []) {
        if (member === except || !member.readable.has('broadcast') || isDelivered(member, message)) continue
        const { version } = member.socket
        if (!encoded.has(version)) encoded.set(version, encodeMessage(member.topic, message, version))
        const data = encoded.get(version)
        if (data !== undefined) member.socket.send(data)
      }
    },

    /** Called when messages of the database could not be delivered. Clients that see an interruption refetch what they missed. */
    lose(names: Iterable<string>) {
      for (const name of names) {
        for (const member of rooms.get(name) ?? []) {
          sendSystem(member, 'system', 'error', 'Some messages could not be delivered')
          sendSystem(member, 'system', 'ok', 'Replication connection established')
        }
      }
    },

    presenceState(room: string) {
      const state: Record<string, { metas: unknown[] }> = Object.create(null)
      for (const { presence } of rooms.get(room) ?? []) {
        if (presence.meta) (state[presence.key] ??= { metas: [] }).metas.push(presence.meta)
      }
      return state
    },

    track(channel: Channel, payload: Payload) {
      const { presence } = channel
      const text = JSON.stringify(payload)
      if (presence.tracked === text) return
      const leaves = presence.meta ? entry(channel) : {}
      const before = presence.meta ? { phx_ref_prev: presence.meta.phx_ref } : {}
      presence.meta = { ...payload, ...before, phx_ref: (++refs).toString(36) }
      presence.tracked = text
      sendPresence(roomOf(channel), entry(channel), leaves)
    },

    untrack,
  }
}

function isDelivered({ delivered }: Channel, { id }: Message) {
  if (!delivered || id === undefined) return false
  if (delivered.ids.has(id)) return true
  if (!delivered.isComplete) delivered.ids.add(id)
  return false
}

function entry({ presence }: Channel): Payload {
  return { [presence.key]: { metas: [presence.meta] } }
}

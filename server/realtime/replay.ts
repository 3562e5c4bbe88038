// Replays the last messages that the database sent to a private topic, for clients that join late and request it.
import { isObject } from '../wire.ts'
import type { Channel, JoinConfig } from './channel.ts'
import type { Database, Extension } from './database.ts'
import { encodeMessage } from './protocol.ts'

const MAX_MESSAGES = 25

export class ReplayError extends Error {}

/** Runs before the join. Throws a ReplayError if the requested replay is invalid or not allowed. */
export function checkReplay({ replay: wanted, isPrivate }: JoinConfig, readable: Set<Extension>) {
  if (wanted === undefined || wanted === null) return undefined
  if (!readable.has('broadcast')) throw new ReplayError('Unauthorized: You do not have permissions to read from this Channel topic')
  if (!isPrivate) throw new ReplayError('UnableToReplayMessages: Replay is not allowed for public channels')
  const { since, limit = MAX_MESSAGES } = isObject(wanted) ? wanted : {}
  if (!Number.isInteger(since) || !Number.isInteger(limit) || Number.isNaN(new Date(Number(since)).getTime())) {
    throw new ReplayError('UnableToReplayMessages: Replay params are not valid')
  }
  return { since: new Date(Number(since)), max: Math.min(Math.max(Number(limit), 1), MAX_MESSAGES) }
}

export async function replay({ name, topic, config, readable, socket, delivered }: Channel, database: Database) {
  const wanted = checkReplay(config, readable)
  if (!wanted || !delivered) return
  for (const { id, event, payload, binary_payload: binary } of await database.sentMessages(name, wanted.since, wanted.max)) {
    if (delivered.ids.has(id)) continue
    delivered.ids.add(id)
    const content = binary
      ? { encoding: 'binary' as const, bytes: binary }
      : { encoding: 'json' as const, bytes: Buffer.from(payload ?? 'null') }
    const data = encodeMessage(topic, { event, ...content, id, replayed: true }, socket.version)
    if (data !== undefined) socket.send(data)
  }
  delivered.isComplete = true
}

// Groups messages for display: by day, and within a day by sender and minute.
import { isoDay } from '../../lib/time/zones.ts'

interface Sent {
  id: string
  sender: string
  created_at: string
}

export interface MessageGroup<Message extends Sent> {
  /** The id of the group's first message, so that it stays the same when messages are added. */
  id: string
  sender: string
  created_at: string
  /** Set if this group is the first of its day. */
  day?: string
  messages: Message[]
}

const MINUTE_MS = 60_000
const minuteOf = (instant: string) => Math.floor(Date.parse(instant) / MINUTE_MS)

/** `messages` must be sorted by time. */
export function groupMessages<Message extends Sent>(messages: readonly Message[], zone: string): MessageGroup<Message>[] {
  const groups: MessageGroup<Message>[] = []
  let lastDay: string | undefined
  for (const message of messages) {
    const { id, sender, created_at } = message
    const last = groups.at(-1)
    if (last?.sender === sender && minuteOf(last.created_at) === minuteOf(created_at)) {
      last.messages.push(message)
      continue
    }
    const day = isoDay(created_at, zone)
    groups.push({ id, sender, created_at, ...(day !== lastDay && { day }), messages: [message] })
    lastDay = day
  }
  return groups
}

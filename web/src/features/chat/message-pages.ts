// Merges pages of a chat.
export interface Message {
  id: string
  sender: string
  body: string
  created_at: string
}

export interface Chat {
  /** Oldest first. */
  messages: Message[]
  /** Whether the database has older messages. */
  hasOlder: boolean
}

/** Merges the newest page into the loaded chat. If the page's oldest message is not loaded, there may be a gap, so only the page stays. */
export function withNewest(chat: Chat | undefined, page: Chat): Chat {
  const known = new Set(chat?.messages.map(({ id }) => id))
  const [oldest] = page.messages
  if (!chat || !page.hasOlder || !oldest || !known.has(oldest.id)) return page
  const added = page.messages.filter(({ id }) => !known.has(id))
  return { messages: [...chat.messages, ...added].toSorted(byTime), hasOlder: chat.hasOlder }
}

export function withOlder(chat: Chat, page: Chat): Chat {
  const known = new Set(chat.messages.map(({ id }) => id))
  return { messages: [...page.messages.filter(({ id }) => !known.has(id)), ...chat.messages], hasOlder: page.hasOlder }
}

/** Adds a message that was just sent. */
export const withSent = (chat: Chat, message: Message): Chat =>
  chat.messages.some(({ id }) => id === message.id) ? chat : { ...chat, messages: [...chat.messages, message].toSorted(byTime) }

const byTime = (a: Message, b: Message) => Date.parse(a.created_at) - Date.parse(b.created_at)

/** Counts the other person's messages after the last one that the user saw or answered. */
export function countUnread(messages: Message[], userId: string, seen: string | undefined) {
  const last = messages.findLastIndex(({ id, sender }) => id === seen || sender === userId)
  return messages.slice(last + 1).length
}

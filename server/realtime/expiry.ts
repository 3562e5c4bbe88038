// Closes channels when their token expires or their session ends.
import type { Channel } from './channel.ts'
import type { Database } from './database.ts'

type Close = (channel: Channel, why: string) => void

/** The maximum delay of setTimeout. */
const MAX_TIMER_MS = 2 ** 31 - 1

/** Replaces the timer of the earlier token. */
export function closeOnExpiry(channel: Channel, close: Close) {
  clearTimeout(channel.expiry)
  const { exp } = channel.identity.claims as { exp?: unknown }
  if (typeof exp !== 'number') return
  const left = Math.min(Math.max(0, exp * 1000 - Date.now()), MAX_TIMER_MS)
  channel.expiry = setTimeout(() => close(channel, 'Token has expired'), left).unref()
}

/** Closes the channels of sessions that have ended. */
export async function closeEnded(open: Set<Channel>, database: Pick<Database, 'endedMeanwhile'>, close: Close) {
  const sessions = new Set([...open].map(({ identity }) => identity.sessionId).filter((id) => id !== undefined))
  if (!sessions.size) return
  const ended = await database.endedMeanwhile([...sessions])
  for (const channel of open) {
    if (channel.identity.sessionId !== undefined && ended.has(channel.identity.sessionId)) close(channel, 'The session has ended')
  }
}

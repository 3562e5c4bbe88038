// One outbox per user and appointment.
import { onPersonChange } from '../../lib/session/session-state.ts'
import { Outbox } from './outbox.ts'
import { sendMessage } from './queries.ts'

const outboxes = new Map<string, Outbox>()
let isWatching = false

export function outboxOf(appointmentId: string, userId: string) {
  watchBrowser()
  const key = `${userId} ${appointmentId}`
  const outbox = outboxes.get(key) ?? new Outbox((id, body) => sendMessage(appointmentId, id, body))
  outboxes.set(key, outbox)
  return outbox
}

/** Adds the browser listeners once for all outboxes. */
function watchBrowser() {
  if (isWatching) return
  isWatching = true
  addEventListener('online', () => {
    for (const outbox of outboxes.values()) outbox.resume()
  })
  // Unsent messages exist only in this page's memory.
  addEventListener('beforeunload', (event) => {
    if ([...outboxes.values()].some((outbox) => outbox.hasUnsent())) event.preventDefault()
  })
  // The next user must not see this user's messages.
  onPersonChange(() => {
    for (const outbox of outboxes.values()) outbox.clear()
  })
}

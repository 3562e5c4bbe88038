// One outbox per person and appointment.
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

/** Once for all outboxes. */
function watchBrowser() {
  if (isWatching) return
  isWatching = true
  addEventListener('online', () => {
    for (const outbox of outboxes.values()) outbox.resume()
  })
  // Messages on their way are in this page only.
  addEventListener('beforeunload', (event) => {
    if ([...outboxes.values()].some((outbox) => outbox.hasUnsent())) event.preventDefault()
  })
  // The next person must not see what this one has written.
  onPersonChange(() => {
    for (const outbox of outboxes.values()) outbox.clear()
  })
}

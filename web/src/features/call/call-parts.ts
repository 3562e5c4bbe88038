// The parts of a call that its first picture does not need. They are loaded as soon as the call is open: when they are needed, the
// connection may be gone.
import { withStyles } from '../../lib/styles.ts'

export const PARTS_RETRY_MS = 10_000

export async function loadCallParts() {
  const parts = Promise.all([import('./connection-status.tsx'), import('./phone-fallback.tsx')])
  const [{ CallFacts, ConnectionStatus }, { PhoneFallback }] = await withStyles(parts)
  return { CallFacts, ConnectionStatus, PhoneFallback }
}

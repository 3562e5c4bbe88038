// The parts of a call that its first picture does not need. They are loaded as soon as the call is open, because the connection may be
// gone when they are needed.
export const PARTS_RETRY_MS = 10_000

export async function loadCallParts() {
  const parts = [import('./connection-status.tsx'), import('./phone-fallback.tsx')] as const
  const [{ CallFacts, ConnectionStatus }, { PhoneFallback }] = await Promise.all(parts)
  return { CallFacts, ConnectionStatus, PhoneFallback }
}

// Throttles refreshes after live messages: a bulk answer changes a hundred rows at once, and each row arrives as its own message.
import { hashKey, type QueryClient, type QueryKey } from '@tanstack/react-query'

const GATHER_MS = 300

/** Refreshes at the first change, and once more for all changes that follow closely. */
export function createRefresher(client: QueryClient) {
  const stale = new Map<string, QueryKey>()
  let timer: ReturnType<typeof setTimeout> | undefined

  const refresh = () => {
    timer = stale.size ? setTimeout(refresh, GATHER_MS) : undefined
    for (const queryKey of stale.values()) void client.invalidateQueries({ queryKey })
    stale.clear()
  }

  return (keys: QueryKey[]) => {
    for (const key of keys) stale.set(hashKey(key), key)
    if (timer === undefined) refresh()
  }
}

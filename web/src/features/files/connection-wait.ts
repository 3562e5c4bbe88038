// Lets an upload wait for a connection. The wait ends early when the connection may be back.
const sleepers = new Set<() => void>()

/** Resolves after `ms`, or earlier: on abort, when the browser is online, the page is visible again, or `connectionIsBack` is called. */
export async function waitForConnection(ms: number, signal: AbortSignal) {
  await new Promise<void>((resolve) => {
    const wake = () => {
      clearTimeout(timer)
      sleepers.delete(wake)
      removeEventListener('online', wake)
      document.removeEventListener('visibilitychange', wakeIfVisible)
      signal.removeEventListener('abort', wake)
      resolve()
    }
    const wakeIfVisible = () => {
      if (document.visibilityState === 'visible') wake()
    }
    const timer = setTimeout(wake, ms)
    sleepers.add(wake)
    addEventListener('online', wake)
    document.addEventListener('visibilitychange', wakeIfVisible)
    signal.addEventListener('abort', wake)
  })
}

export function connectionIsBack() {
  for (const wake of sleepers) wake()
}

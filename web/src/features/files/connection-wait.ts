// Pauses of uploads that wait for a connection. They end early when there may be one.
const sleepers = new Set<() => void>()

/** Ends after that time, or as soon as the browser is online, the page is looked at again, or somebody knows that there is a connection. */
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

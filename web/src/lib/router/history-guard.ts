// Hears of back and forward before the router does. The first listener decides, so the entry imports this file first.
type Guard = (event: PopStateEvent) => void

let current: Guard | undefined

/** One guard at a time. Returns the function that removes it. */
export function guardHistory(guard: Guard) {
  current = guard
  return () => {
    if (current === guard) current = undefined
  }
}

if (!import.meta.env.SSR) addEventListener('popstate', (event) => current?.(event))

// Handles back and forward before the router does. The first listener decides, so the entry imports this file first.
type Guard = (event: PopStateEvent) => void

let current: Guard | undefined

/** Sets the only guard. Returns the function that removes it. */
export function guardHistory(guard: Guard) {
  current = guard
  return () => {
    if (current === guard) current = undefined
  }
}

if (!import.meta.env.SSR) addEventListener('popstate', (event) => current?.(event))

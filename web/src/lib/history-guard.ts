// Asked before the router hears that somebody goes back or forward: whoever listens first decides, so this is imported first.
type Guard = (event: PopStateEvent) => void

let current: Guard | undefined

/** One at a time; gives back how to take it away. */
export function guardHistory(guard: Guard) {
  current = guard
  return () => {
    if (current === guard) current = undefined
  }
}

if (!import.meta.env.SSR) addEventListener('popstate', (event) => current?.(event))

// State must not change while React hydrates a prerendered page: React would find markup that differs from what it renders, and
// would render the whole page again. Changes that are requested in the meantime run right after hydration.
let isDone = import.meta.env.SSR
const waiting: (() => void)[] = []

export function afterHydration(action: () => void) {
  if (isDone) action()
  else waiting.push(action)
}

export function finishHydration() {
  isDone = true
  for (const action of waiting.splice(0)) action()
}

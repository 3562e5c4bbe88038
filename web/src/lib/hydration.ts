// While the page that was written is being taken over, nothing may change under it: React would find another page than the one it
// is taking over, and draw everything anew. What was asked for meanwhile is done right afterwards.
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

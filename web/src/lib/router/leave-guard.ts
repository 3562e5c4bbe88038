// Asks before somebody leaves a page with unsaved changes: by a link, by the back button, or by closing the tab. With several unsaved
// forms, the first one asks for all. Why this is not the router's `useBlocker`: docs/decisions/0012-own-leave-guard.md.
import { guardHistory } from './history-guard.ts'

/** `proceed` goes on with leaving; `link` is the link that was clicked, if it was one. */
type Ask = (proceed: () => void, link?: HTMLElement) => void

const guards: Ask[] = []
let stop: (() => void) | undefined

/** `ask` decides until the returned function is called. */
export function guardLeaving(ask: Ask): () => void {
  guards.push(ask)
  stop ??= guard((...leaving) => guards[0]?.(...leaving))
  return () => {
    guards.splice(guards.indexOf(ask), 1)
    if (guards.length > 0) return
    stop?.()
    stop = undefined
  }
}

function guard(ask: Ask) {
  const index = historyIndexOf(history.state)
  const page = location.pathname
  let mayLeave = false
  let isReturning = false

  const onClick = (event: MouseEvent) => {
    const link = event.target instanceof Element ? event.target.closest('a') : null
    if (mayLeave || !link || !leaves(link, event)) return
    event.preventDefault()
    event.stopPropagation()
    const proceed = () => {
      mayLeave = true
      link.click()
    }
    ask(proceed, link)
  }

  const onPop = (event: PopStateEvent) => {
    const steps = historyIndexOf(event.state) - index
    // Another tab of the same page loses nothing.
    const staysHere = !steps || location.pathname === page
    if (mayLeave || (staysHere && !isReturning)) return
    // The address has changed already. The router must not hear of it, or it would change the page.
    event.stopImmediatePropagation()
    if (isReturning) {
      isReturning = false
      return
    }
    isReturning = true
    history.go(-steps)
    ask(() => {
      mayLeave = true
      history.go(steps)
    })
  }

  const onUnload = (event: BeforeUnloadEvent) => {
    if (!mayLeave) event.preventDefault()
  }

  document.addEventListener('click', onClick, true)
  const freeHistory = guardHistory(onPop)
  addEventListener('beforeunload', onUnload)
  return () => {
    document.removeEventListener('click', onClick, true)
    freeHistory()
    removeEventListener('beforeunload', onUnload)
  }
}

/** lib/router/history.ts numbers the entries in `state.idx`. */
export function historyIndexOf(state: unknown) {
  return typeof state === 'object' && state && 'idx' in state ? Number(state.idx) : Number.NaN
}

function leaves(link: HTMLAnchorElement, event: MouseEvent) {
  const opensElsewhere = event.button !== 0 || event.ctrlKey || event.metaKey || event.shiftKey || link.target === '_blank' || link.download
  // A link to another language keeps the page, and one to another site is caught by beforeunload.
  const staysHere = link.origin !== location.origin || link.hreflang || link.pathname === location.pathname
  return !opensElsewhere && !staysHere
}

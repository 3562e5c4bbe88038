// Asks before a person leaves a page with unsaved changes by a link, the back button, or closing the tab. If several forms are unsaved, the
// first one asks for all. For why this is not the router's `useBlocker`, see docs/decisions/0012-own-leave-guard.md.
import { guardHistory } from './history-guard.ts'

/** `proceed` continues leaving. `link` is the clicked link, if there was one. */
type Ask = (proceed: () => void, link?: HTMLElement) => void

interface Guard {
  ask: Ask
  /** Whether to ask even if only the query of the page changes. Most forms keep typed text then. */
  isOfPart: boolean
}

const guards: Guard[] = []
let stop: (() => void) | undefined

/** `ask` is called until the returned function is called. */
export function guardLeaving(ask: Ask, isOfPart = false): () => void {
  const own = { ask, isOfPart }
  guards.push(own)
  stop ??= guard()
  return () => {
    guards.splice(guards.indexOf(own), 1)
    if (guards.length > 0) return
    stop?.()
    stop = undefined
  }
}

/** For code that navigates within the page: goes on at once, or when the person agrees. */
export function leavePart(proceed: () => void) {
  const asking = guards.find(({ isOfPart }) => isOfPart)
  if (asking) asking.ask(proceed)
  else proceed()
}

function guard() {
  const index = historyIndexOf(history.state)
  const page = location.pathname
  const { search } = location
  let mayLeave = false
  let isReturning = false

  /** Who asks before an address is left for this one. */
  const askFor = ({ pathname, search: query }: { pathname: string; search: string }) =>
    guards.find(({ isOfPart }) => pathname !== page || (isOfPart && query !== search))?.ask

  const onClick = (event: MouseEvent) => {
    const link = event.target instanceof Element ? event.target.closest('a') : null
    const ask = link && leaves(link, event) ? askFor(link) : undefined
    if (mayLeave || !link || !ask) return
    event.preventDefault()
    event.stopPropagation()
    const proceed = () => {
      mayLeave = true
      link.click()
      // The guards of the page remain.
      if (link.pathname === page) mayLeave = false
    }
    ask(proceed, link)
  }

  const onPop = (event: PopStateEvent) => {
    const steps = historyIndexOf(event.state) - index
    const ask = steps ? askFor(location) : undefined
    if (mayLeave) {
      if (location.pathname === page) mayLeave = false
      return
    }
    if (!ask && !isReturning) return
    // The address has already changed. The router must not get this event, or it would change the page.
    event.stopImmediatePropagation()
    if (isReturning) {
      isReturning = false
      return
    }
    isReturning = true
    history.go(-steps)
    ask?.(() => {
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
  const staysHere = link.origin !== location.origin || link.hreflang
  return !opensElsewhere && !staysHere
}

// Leaving a page with something unsaved: by a link, by going back, or by closing it. However many forms are unsaved, one asks for all.
import { guardHistory } from './history-guard.ts'

/** Gets what was about to happen, and the link that was pressed if it was one. */
type Ask = (proceed: () => void, link?: HTMLElement) => void

const asking: Ask[] = []
let stop: (() => void) | undefined

/** Until it is called off, `ask` decides. */
export function guardLeaving(ask: Ask): () => void {
  asking.push(ask)
  stop ??= guard((...leaving) => asking[0]?.(...leaving))
  return () => {
    asking.splice(asking.indexOf(ask), 1)
    if (asking.length > 0) return
    stop?.()
    stop = undefined
  }
}

function guard(ask: Ask) {
  const place = placeOf(history.state)
  const page = location.pathname
  let isFree = false
  let isReturning = false

  const onClick = (event: MouseEvent) => {
    const link = event.target instanceof Element ? event.target.closest('a') : null
    if (isFree || !link || !leaves(link, event)) return
    event.preventDefault()
    event.stopPropagation()
    const proceed = () => {
      isFree = true
      link.click()
    }
    ask(proceed, link)
  }

  const onPop = (event: PopStateEvent) => {
    const steps = placeOf(event.state) - place
    // Another part of the same page, such as a tab, loses nothing.
    const staysHere = !steps || location.pathname === page
    if (isFree || (staysHere && !isReturning)) return
    // Before the router hears of it: the address has changed already, the page must not.
    event.stopImmediatePropagation()
    if (isReturning) {
      isReturning = false
      return
    }
    isReturning = true
    history.go(-steps)
    ask(() => {
      isFree = true
      history.go(steps)
    })
  }

  const onUnload = (event: BeforeUnloadEvent) => {
    if (!isFree) event.preventDefault()
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

/** The router numbers the entries of the history. */
function placeOf(state: unknown) {
  return typeof state === 'object' && state && 'idx' in state ? Number(state.idx) : Number.NaN
}

function leaves(link: HTMLAnchorElement, event: MouseEvent) {
  const opensElsewhere = event.button !== 0 || event.ctrlKey || event.metaKey || event.shiftKey || link.target === '_blank' || link.download
  // Another language keeps the page, and what leads outside is caught by closing.
  const staysHere = link.origin !== location.origin || link.hreflang || link.pathname === location.pathname
  return !opensElsewhere && !staysHere
}

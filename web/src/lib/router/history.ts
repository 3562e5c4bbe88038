// The browser's history as the router sees it: every entry has a key, a number and a state.
export interface Location {
  pathname: string
  /** Includes the question mark, or is empty. */
  search: string
  /** Includes the number sign, or is empty. */
  hash: string
  state: unknown
  /** Stays the same after going back to this entry. */
  key: string
}

/** How the current entry was reached. `pop` means opening the page, going back or going forward. */
export type Action = 'pop' | 'push' | 'replace'

export interface NavigateOptions {
  replace?: boolean | undefined
  state?: unknown
}

export interface History {
  readonly location: Location
  readonly action: Action
  /** `address` is the path as the browser shows it, with query and hash. */
  navigate: (address: string, options?: NavigateOptions) => void
  go: (steps: number) => void
  listen: (listener: () => void) => () => void
}

/** The state of an entry in the browser's history. `idx` numbers the entries: leave-guard.ts computes with it. */
interface Entry {
  usr: unknown
  key: string
  idx: number
}

interface BrowserWindow {
  addEventListener: (type: 'popstate', listener: () => void) => void
  removeEventListener: (type: 'popstate', listener: () => void) => void
  history: Pick<Window['history'], 'state' | 'pushState' | 'replaceState' | 'go'>
  location: Pick<Window['location'], 'pathname' | 'search' | 'hash' | 'assign'>
}

const createKey = () => Math.random().toString(36).slice(2, 10)

export function createHistory(browser: BrowserWindow = window): History {
  const { history } = browser
  let action: Action = 'pop'
  const listeners = new Set<() => void>()

  const entry = () => (history.state ?? {}) as Partial<Entry>
  if (entry().idx === undefined) history.replaceState({ ...entry(), idx: 0 }, '')

  function read(): Location {
    const { pathname, search, hash } = browser.location
    const { usr = null, key = 'default' } = entry()
    return { pathname, search, hash, state: usr, key }
  }

  function change(next: Action) {
    action = next
    for (const listener of listeners) listener()
  }
  const onPop = () => change('pop')

  return {
    get location() {
      return read()
    },
    get action() {
      return action
    },
    navigate(address, { replace = false, state = null } = {}) {
      const { idx = 0 } = entry()
      const next: Entry = { usr: state, key: createKey(), idx: replace ? idx : idx + 1 }
      try {
        if (replace) history.replaceState(next, '', address)
        else history.pushState(next, '', address)
      } catch (error) {
        if (error instanceof DOMException && error.name === 'DataCloneError') throw error
        // Safari refuses more than a hundred entries within half a minute.
        return browser.location.assign(address)
      }
      change(replace ? 'replace' : 'push')
    },
    go: (steps) => history.go(steps),
    listen(listener) {
      if (listeners.size === 0) browser.addEventListener('popstate', onPop)
      listeners.add(listener)
      return () => {
        listeners.delete(listener)
        if (listeners.size === 0) browser.removeEventListener('popstate', onPop)
      }
    },
  }
}

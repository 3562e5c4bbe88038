// A fixture for tests: a window whose history works like a browser's, as far as the router uses it.
interface Entry {
  state: unknown
  url: URL
}

export function fakeWindow(start = 'http://localhost/') {
  const entries: Entry[] = [{ state: null, url: new URL(start) }]
  const listeners = new Set<() => void>()
  let place = 0
  const current = () => entries[place] as Entry
  const write = (at: number, state: unknown, address?: string | URL | null) => {
    const entry = { state: structuredClone(state), url: address ? new URL(address, current().url) : current().url }
    entries.splice(at, entries.length, entry)
    place = at
  }
  return {
    history: {
      get state() {
        return current().state
      },
      pushState: (state: unknown, _: string, address?: string | URL | null) => write(place + 1, state, address),
      replaceState: (state: unknown, _: string, address?: string | URL | null) => write(place, state, address),
      go(steps = 0) {
        if (!entries[place + steps]) return
        place += steps
        for (const listener of listeners) listener()
      },
    },
    location: {
      get pathname() {
        return current().url.pathname
      },
      get search() {
        return current().url.search
      },
      get hash() {
        return current().url.hash
      },
      assign: (address: string | URL) => write(place + 1, null, address),
    },
    addEventListener: (_: string, listener: () => void) => void listeners.add(listener),
    removeEventListener: (_: string, listener: () => void) => void listeners.delete(listener),
  }
}

// The theme: light, dark, or the system's. The boot script in index.html applies the same choice before the first paint.
import { useSyncExternalStore } from 'react'

export type Theme = 'light' | 'dark' | 'system'
const listeners = new Set<() => void>()

function readTheme(): Theme {
  try {
    const stored = localStorage.getItem('theme')
    return stored === 'light' || stored === 'dark' ? stored : 'system'
  } catch {
    return 'system'
  }
}

export function setTheme(theme: Theme) {
  try {
    localStorage.setItem('theme', theme)
  } catch {
    // Storage may be disabled. Then the choice lasts until the page is closed.
  }
  applyTheme(theme)
  for (const listener of listeners) listener()
}

// One listener for the lifetime of the page. A component that resubscribes while the event is pending would miss it.
const systemIsDark = 'matchMedia' in globalThis ? matchMedia('(prefers-color-scheme: dark)') : undefined
systemIsDark?.addEventListener('change', () => applyTheme(readTheme()))

function applyTheme(theme: Theme) {
  document.documentElement.classList.toggle('dark', theme === 'dark' || (theme === 'system' && Boolean(systemIsDark?.matches)))
}

function subscribe(listener: () => void) {
  listeners.add(listener)
  return () => listeners.delete(listener)
}

export const useTheme = (): Theme => useSyncExternalStore(subscribe, readTheme, () => 'system')

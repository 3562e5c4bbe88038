// The theme: light, dark, or the system's. The boot script in index.html applies the same choice before the first paint.
import { useSyncExternalStore } from 'react'

export type Theme = 'light' | 'dark' | 'system'
const THEMES: readonly Theme[] = ['light', 'dark', 'system']
const listeners = new Set<() => void>()

function readTheme(): Theme {
  try {
    const stored = localStorage.getItem('theme')
    return THEMES.find((theme) => theme === stored) ?? 'system'
  } catch {
    return 'system'
  }
}

export function setTheme(theme: Theme) {
  try {
    localStorage.setItem('theme', theme)
  } catch {
    // Without storage, the choice lasts until the page is closed.
  }
  const isDark = theme === 'dark' || (theme === 'system' && matchMedia('(prefers-color-scheme: dark)').matches)
  document.documentElement.classList.toggle('dark', isDark)
  for (const listener of listeners) listener()
}

export function useTheme(): Theme {
  return useSyncExternalStore(
    (listener) => {
      const media = matchMedia('(prefers-color-scheme: dark)')
      const follow = () => setTheme(readTheme())
      listeners.add(listener)
      media.addEventListener('change', follow)
      return () => {
        listeners.delete(listener)
        media.removeEventListener('change', follow)
      }
    },
    readTheme,
    () => 'system',
  )
}

// Texts of parts that are loaded later than their page.
import { use } from 'react'
import { type Area, hasArea, loadArea, useI18n } from './i18n.tsx'

const waiting = new Map<string, Promise<void>>()

/** Suspends until the texts of these areas are there. */
export function useTexts(...areas: Area[]) {
  const { language } = useI18n()
  for (const area of areas) {
    // Suspending for texts that are there would show the fallback for a moment.
    if (hasArea(language, area)) continue
    const name = `${language}.${area}`
    let loading = waiting.get(name)
    if (!loading) {
      loading = loadArea(language, area)
      waiting.set(name, loading)
      // The next attempt loads them again.
      loading.catch(() => waiting.delete(name))
    }
    use(loading)
  }
}

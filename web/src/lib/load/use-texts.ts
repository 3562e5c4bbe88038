// Texts of parts that are loaded after their page.
import { use } from 'react'
import { type Area, hasArea, loadArea, useI18n } from '../i18n.tsx'

const waiting = new Map<string, Promise<void>>()

/**
 * A promise whose value React takes at once. A promise that is merely resolved would suspend, and show the fallback for a moment; and a
 * component that suspended must call `use` again.
 */
const THERE = Object.assign(Promise.resolve(), { status: 'fulfilled', value: undefined })

/** Suspends until the texts of these areas are loaded. */
export function useTexts(...areas: Area[]) {
  const { language } = useI18n()
  for (const area of areas) {
    const name = `${language}.${area}`
    let loading = hasArea(language, area) ? THERE : waiting.get(name)
    if (!loading) {
      loading = loadArea(language, area)
      waiting.set(name, loading)
      // Lets the next attempt load them again.
      loading.catch(() => waiting.delete(name))
    }
    use(loading)
  }
}

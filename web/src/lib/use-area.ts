// Texts that belong to a part of a page and are downloaded with it.
import { use } from 'react'
import { type Area, loadArea, useI18n } from './i18n.tsx'

const loading = new Map<string, Promise<void>>()

/** Suspends until the texts of the area are there. */
export function useArea(area: Area) {
  const { language } = useI18n()
  const name = `${language}.${area}`
  let texts = loading.get(name)
  if (!texts) {
    texts = loadArea(language, area)
    loading.set(name, texts)
  }
  use(texts)
}

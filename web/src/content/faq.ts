// Questions and answers in each language.
import type { Language } from '../lib/languages.ts'

export type FaqCategory = 'general' | 'health' | 'services' | 'technical' | 'payment'

export interface FaqEntry {
  id: string
  category: FaqCategory
  question: string
  answer: string
}

const loaders = import.meta.glob<{ default: FaqEntry[] }>('./faq.*.json')
const loaded = new Map<Language, Promise<FaqEntry[]>>()

/** Returns the same promise each time, so that a component can `use` it. */
export function loadFaq(language: Language): Promise<FaqEntry[]> {
  const known = loaded.get(language)
  if (known) return known
  const loading = (async () => (await loaders[`./faq.${language}.json`]?.())?.default ?? [])()
  loaded.set(language, loading)
  return loading
}

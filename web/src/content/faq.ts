// Questions and answers in each language.
import { companyTextIn } from '../lib/company-texts.ts'
import { translate } from '../lib/i18n.tsx'
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

/** With the hours of the office that the owner has entered, in place of the sentence with those of the source. */
export function answerOf({ id, answer }: FaqEntry, language: Language) {
  const hours = id === 'hours' && companyTextIn(language, 'hours')
  return hours ? answer.replace(/^.*?\.(?= )/, () => `${translate(language, 'contact.officeHours', { hours })}.`) : answer
}

// The legal documents in each language.
import type { Language } from '../lib/languages.ts'
import type { LegalDocument, LegalName } from './legal-documents.ts'

const loaders = import.meta.glob<{ default: LegalDocument }>('./legal/*.json')
const loaded = new Map<string, Promise<LegalDocument>>()

/** Returns the same promise each time, so that a component can `use` it. */
export function loadLegal(name: LegalName, language: Language): Promise<LegalDocument> {
  const key = `${name}.${language}`
  const known = loaded.get(key)
  if (known) return known
  const loading = (async () => {
    const module = await loaders[`./legal/${key}.json`]?.()
    if (!module) throw new Error(`There is no ${key}.`)
    return module.default
  })()
  loaded.set(key, loading)
  return loading
}

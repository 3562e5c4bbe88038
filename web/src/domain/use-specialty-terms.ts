// The terms by which people search for a specialty. The database stores them.
import { useCallback, useMemo, useState } from 'react'
import { fetchPublic } from '../lib/data/public-api.ts'
import type { Language } from '../lib/languages.ts'
import { type Specialty, termsOf } from './specialty-search.ts'

let loading: Promise<Specialty[]> | undefined

const loadSpecialties = async () =>
  (loading ??= fetchPublic<Specialty[]>('specialties?select=code,names,synonyms&order=position&limit=200'))

/** Loads the terms once, when a person is about to search. Until then, or if it fails, only names are searched. */
export function useSpecialtyTerms(language: Language) {
  const [specialties, setSpecialties] = useState<Specialty[]>()
  const load = useCallback(async () => {
    try {
      setSpecialties(await loadSpecialties())
    } catch {
      loading = undefined
    }
  }, [])
  const terms = useMemo(() => specialties && termsOf(specialties, language), [specialties, language])
  return { terms, load }
}

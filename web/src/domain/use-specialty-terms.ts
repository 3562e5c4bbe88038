// The words that people look for a specialty with, which the database keeps.
import { useCallback, useMemo, useState } from 'react'
import { fetchPublic } from '../lib/data/public-api.ts'
import type { Language } from '../lib/languages.ts'
import { type Specialty, termsOf } from './specialty-search.ts'

let loading: Promise<Specialty[]> | undefined

const loadSpecialties = async () =>
  (loading ??= fetchPublic<Specialty[]>('specialties?select=code,names,synonyms&order=position&limit=200'))

/** Loaded when somebody is about to search, once. Until then, and if it fails, names alone are searched. */
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

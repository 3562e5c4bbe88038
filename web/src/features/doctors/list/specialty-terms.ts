// The words people look for a specialty with, in every language: 'kalp', 'heart', 'сердце' find cardiology.
import { useCallback, useState } from 'react'
import { fold } from '../../../lib/fold.ts'
import type { Language } from '../../../lib/languages.ts'
import { fetchPublic } from '../../../lib/public-api.ts'

interface Specialty {
  code: string
  names: Record<string, string>
  synonyms: Record<string, string[]>
}

/** The folded words of each specialty, by its code. */
export type SpecialtyTerms = Map<string, string[]>

export const foldTerms = (specialties: Specialty[], language: Language): SpecialtyTerms =>
  new Map(
    specialties.map(({ code, names, synonyms }) => {
      const phrases = [...Object.values(names), ...Object.values(synonyms).flat()]
      return [code, [...new Set(phrases.flatMap((phrase) => fold(phrase, language).split(/[\s,()-]+/)))]]
    }),
  )

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
  return { terms: specialties && foldTerms(specialties, language), load }
}

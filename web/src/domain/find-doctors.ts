// Searches doctors by name, and by what people call their specialty or their complaint.
import { fold } from '../lib/fold.ts'
import type { Language } from '../lib/languages.ts'
import type { HasSpecialty } from './specialties.ts'
import { type SpecialtyTerms, specialtiesFor, wordsOf } from './specialty-search.ts'

interface Searched extends HasSpecialty {
  first_name: string
  last_name: string
}

interface Found<Doctor> {
  doctors: Doctor[]
  /** The specialty that the search means, if no doctor has it. */
  missing: string | undefined
}

/**
 * A word that begins one of a doctor's names matches that name. If such words are the whole name, or mean no specialty, only doctors with
 * these names are found. The remaining words must mean the doctor's specialty, or be part of its stored or shown name.
 */
export function findDoctors<Doctor extends Searched>(
  doctors: Doctor[],
  search: string,
  language: Language,
  shown: (doctor: Doctor) => string,
  terms: SpecialtyTerms = [],
): Found<Doctor> {
  const words = wordsOf(search, language)
  const meant = (left: string[]) => specialtiesFor(left, terms, language)
  const namesOf = new Map(doctors.map((doctor) => [doctor, namesIn(doctor, language)]))
  const allNames = [...namesOf.values()].flat()
  const onlyNames = words.filter(
    (word) => allNames.includes(word) || (allNames.some((name) => name.startsWith(word)) && meant([word]).length === 0),
  )
  const found = doctors.filter((doctor) => {
    const left = words.filter((word) => !namesOf.get(doctor)?.some((name) => name.startsWith(word)))
    if (left.length === 0) return true
    if (left.some((word) => onlyNames.includes(word))) return false
    const codes = meant(left)
    if (codes.length > 0) return codes.includes(doctor.specialty_code ?? '')
    const text = fold(`${doctor.specialization} ${shown(doctor)}`, language)
    return left.every((word) => text.includes(word))
  })
  return { doctors: found, missing: found.length === 0 ? meant(words)[0] : undefined }
}

function namesIn({ first_name, last_name }: Searched, language: Language) {
  const name = `${first_name} ${last_name}`
  return fold(`${name} ${inEnglishLetters(name)}`, language).split(/[\s-]+/)
}

const ENGLISH: Record<string, string> = { ə: 'a', ş: 'sh', ç: 'ch', x: 'kh', ğ: 'gh', q: 'g' }

/** The spelling of an Azerbaijani name in passports and with English letters: Məmmədov becomes Mammadov. */
const inEnglishLetters = (name: string) => name.toLocaleLowerCase('az').replaceAll(/[əşçxğq]/g, (letter) => ENGLISH[letter] ?? letter)

import { fold } from '../../../lib/fold.ts'
import type { Language } from '../../../lib/languages.ts'
import type { PublicDoctor } from './public-doctors.ts'
import type { SpecialtyTerms } from './specialty-terms.ts'

type Searched = Pick<PublicDoctor, 'first_name' | 'last_name' | 'specialization' | 'specialty_code'>

/**
 * Every word must be in the name or the specialty, as stored or as shown, or begin one of the words for the specialty.
 */
export function findDoctors<Doctor extends Searched>(
  doctors: Doctor[],
  search: string,
  language: Language,
  shown: (doctor: Doctor) => string,
  terms?: SpecialtyTerms,
) {
  const words = fold(search, language).split(/\s+/)
  return doctors.filter((doctor) => {
    const name = `${doctor.first_name} ${doctor.last_name}`
    const text = fold(`${name} ${inEnglishLetters(name)} ${doctor.specialization} ${shown(doctor)}`, language)
    const synonyms = terms?.get(doctor.specialty_code ?? '') ?? []
    return words.every((word) => text.includes(word) || synonyms.some((synonym) => synonym.startsWith(word)))
  })
}

const ENGLISH: Record<string, string> = { ə: 'a', ş: 'sh', ç: 'ch', x: 'kh', ğ: 'gh', q: 'g' }

/** As passports and English letters write an Azerbaijani name: Məmmədov is Mammadov. */
const inEnglishLetters = (name: string) => name.toLocaleLowerCase('az').replaceAll(/[əşçxğq]/g, (letter) => ENGLISH[letter] ?? letter)

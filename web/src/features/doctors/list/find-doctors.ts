import { fold } from '../../../lib/fold.ts'
import type { Language } from '../../../lib/languages.ts'
import type { PublicDoctor } from './public-doctors.ts'

/** Every word must be in the name or the specialty, either as stored or as shown. */
export function findDoctors<Doctor extends Pick<PublicDoctor, 'first_name' | 'last_name' | 'specialization'>>(
  doctors: Doctor[],
  search: string,
  language: Language,
  shown: (doctor: Doctor) => string,
) {
  const words = fold(search, language).split(/\s+/)
  return doctors.filter((doctor) => {
    const text = fold(`${doctor.first_name} ${doctor.last_name} ${doctor.specialization} ${shown(doctor)}`, language)
    return words.every((word) => text.includes(word))
  })
}

import { specialtyName } from '../../../domain/specialties.ts'
import { titledName } from '../../../domain/titled-name.ts'
import { byName } from '../../../lib/by-name.ts'
import { fold } from '../../../lib/fold.ts'
import { useI18n } from '../../../lib/i18n.tsx'
import type { ManagedDoctor } from '../queries.ts'

/**
 * Returns the doctors sorted by name whose name, specialty, phone or email contains every word of the search. Does not share the search of
 * the public list, which would then become a separate file on the page of the doctors.
 */
export function useFoundDoctors(doctors: ManagedDoctor[] | undefined, search: string) {
  const { t, language } = useI18n()
  const words = fold(search, language).split(/\s+/)
  const sorted = doctors && byName(doctors, language)
  return sorted?.filter((doctor) => {
    const { specialization, contact } = doctor
    const phone = contact?.phone ?? ''
    const parts = [titledName(doctor, t), specialization, specialtyName(doctor, t), contact?.email, phone]
    const text = fold([...parts, phone.replaceAll(/\D/g, '')].join(' '), language)
    return words.every((word) => text.includes(word))
  })
}

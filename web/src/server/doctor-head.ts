// The metadata about doctors for search engines and shared links.
import { company } from '../../../supabase/functions/_shared/company.ts'
import { type BookableType, textIn } from '../domain/appointment-types.ts'
import { doctorPath } from '../domain/doctor-address.ts'
import { hasAllSizes, photoUrl } from '../domain/photos.ts'
import { isSpecialtyCode, type SpecialtyCode, specialtyName } from '../domain/specialties.ts'
import type { PublicDoctor } from '../features/doctors/list/public-doctors.ts'
import { type TextKey, translate } from '../lib/i18n.tsx'
import { addressOf, type Language } from '../lib/languages.ts'

export const MAX_DESCRIPTION = 160

/** The names of the specialties in schema.org, which has neither ophthalmology nor internal medicine. */
const MEDICAL_SPECIALTIES: Partial<Record<SpecialtyCode, string>> = {
  kardiyoloji: 'Cardiovascular',
  noroloji: 'Neurologic',
  ortopedi: 'Musculoskeletal',
  kbb: 'Otolaryngologic',
  dermatoloji: 'Dermatology',
  uroloji: 'Urologic',
  jinekoloji: 'Gynecologic',
  pediatri: 'Pediatric',
  'genel-cerrahi': 'Surgical',
  'beyin-cerrahisi': 'Surgical',
  'kalp-cerrahisi': 'Surgical',
  'plastik-cerrahi': 'PlasticSurgery',
  onkoloji: 'Oncologic',
  endokrinoloji: 'Endocrine',
  gastroenteroloji: 'Gastroenterologic',
  hematoloji: 'Hematologic',
  enfeksiyon: 'Infectious',
  'fizik-tedavi': 'Physiotherapy',
  radyoloji: 'Radiography',
  anestezi: 'Anesthesia',
  gogus: 'Pulmonary',
  'ruh-sagligi': 'Psychiatric',
  diyet: 'DietNutrition',
}

const nameOf = ({ first_name: first, last_name: last }: PublicDoctor, language: Language) =>
  // Removes the marks that isolate a name in a text of the other direction.
  translate(language, 'doctor.name', { first, last }).replaceAll(/[\u2066-\u2069]/g, '')

const specialtyOf = (doctor: PublicDoctor, language: Language) => specialtyName(doctor, (key: TextKey) => translate(language, key))

/** The schema.org type, or the name of the specialty if there is none. */
function medicalSpecialtyOf(doctor: PublicDoctor, language: Language) {
  const { specialty_code: code } = doctor
  const known = isSpecialtyCode(code) ? MEDICAL_SPECIALTIES[code] : undefined
  return known ? `https://schema.org/${known}` : specialtyOf(doctor, language)
}

export function doctorHead(doctor: PublicDoctor, language: Language) {
  const [name, specialty] = [nameOf(doctor, language), specialtyOf(doctor, language)]
  const whole = [doctor.title, specialty, doctor.bio].filter(Boolean).join('. ').replaceAll(/\s+/g, ' ')
  return {
    title: translate(language, 'doctorPage.metaTitle', { name, specialty }).replaceAll(/[\u2066-\u2069]/g, ''),
    description: `${name} – ${whole}`.slice(0, MAX_DESCRIPTION),
    // Older photos have no JPEG, which many services that show shared links need.
    shareImage: doctor.photo_path && hasAllSizes(doctor.photo_path) ? photoUrl(doctor.photo_path, 'share') : undefined,
  }
}

const addressIn = (doctor: PublicDoctor, language: Language, origin: string) => `${origin}${addressOf(language, doctorPath(doctor))}`

export function physician(doctor: PublicDoctor, types: BookableType[], language: Language, origin: string) {
  const offers = types.flatMap((type) => offerOf(type, language) ?? [])
  const { licence_number: licence, photo_path: photo } = doctor
  return {
    '@context': 'https://schema.org',
    '@type': 'Physician',
    '@id': `${origin}${doctorPath(doctor)}#physician`,
    name: nameOf(doctor, language),
    url: addressIn(doctor, language, origin),
    medicalSpecialty: medicalSpecialtyOf(doctor, language),
    knowsLanguage: doctor.languages,
    parentOrganization: { '@type': 'Organization', '@id': `${origin}/#organization`, name: company.brand, url: `${origin}/` },
    ...(doctor.bio && { description: doctor.bio }),
    ...(photo && { image: photoUrl(photo, 'full') }),
    ...(licence && { identifier: { '@type': 'PropertyValue', name: translate(language, 'doctors.licence'), value: licence } }),
    ...(offers.length > 0 && { makesOffer: offers }),
  }
}

/** Includes a type only with its fee, which is unknown unless the company shows fees to everybody. */
function offerOf(type: BookableType, language: Language) {
  const name = textIn(type.names, language)
  if (!name || typeof type.fee_minor !== 'number' || type.who === 'staff') return undefined
  return {
    '@type': 'Offer',
    itemOffered: { '@type': 'Service', name: name.text },
    price: (type.fee_minor / 100).toFixed(2),
    priceCurrency: type.currency,
  }
}

export const listOfDoctors = (doctors: PublicDoctor[], language: Language, origin: string) => ({
  '@context': 'https://schema.org',
  '@type': 'ItemList',
  itemListElement: doctors.map((doctor, place) => ({
    '@type': 'ListItem',
    position: place + 1,
    item: {
      '@type': 'Physician',
      '@id': `${origin}${doctorPath(doctor)}#physician`,
      name: nameOf(doctor, language),
      url: addressIn(doctor, language, origin),
      medicalSpecialty: medicalSpecialtyOf(doctor, language),
    },
  })),
})

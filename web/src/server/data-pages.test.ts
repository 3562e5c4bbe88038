// The server renders pages from the data. A page with free times is valid until the first of them starts.
import { expect, test } from 'vitest'
import { translate } from '../lib/i18n.tsx'
import { addressesOfPage, DATA_PAGES, type SourceData } from './data-pages.ts'

const NOW = new Date('2026-11-19T08:50:00Z')
const QUARTER = Date.parse('2026-11-19T09:00:00Z')
const doctor = (id: string, last_name: string) => ({
  id: `${id.repeat(8)}-0000-4000-8000-000000000000`,
  first_name: 'Aylin',
  last_name,
  // Everybody has a specialty of their own.
  specialization: last_name,
  specialty_code: null,
  languages: [],
})
const [DEMIR, KAYA] = [doctor('a', 'Demir'), doctor('b', 'Kaya')]
const slot = ({ id: doctor_id }: { id: string }, starts_at: string) => ({
  doctor_id,
  starts_at,
  appointment_date: '2026-11-19',
  appointment_time: '12:00',
})

function view(pattern: string, data: SourceData, path = pattern) {
  const page = DATA_PAGES.find((each) => each.pattern === pattern)
  if (!page) throw new Error(`There is no page ${pattern}.`)
  return page.viewOf({ path, language: 'en', data, now: NOW, origin: 'https://site.example' })
}

test('the list has the times that the page sorts by, and is valid until the first of them starts', () => {
  const slots = [slot(KAYA, '2026-11-19T08:55:00Z'), slot(DEMIR, '2026-11-19T10:00:00Z')]
  const { values, validUntil } = view('/doctors', { doctors: [DEMIR, KAYA], slots })
  expect(values['doctors']).toEqual([DEMIR, KAYA])
  expect(values['slots']).toEqual([slots[1], slots[0]].toReversed())
  expect(validUntil).toBe(Date.parse('2026-11-19T08:55:00Z'))
})

test('times that have begun are not shown, and a page without times is valid until a day may begin in some zone', () => {
  const { values, validUntil } = view('/doctors', { doctors: [DEMIR], slots: [slot(DEMIR, '2026-11-19T08:45:00Z')] })
  expect(values['slots']).toEqual([])
  expect(validUntil).toBe(QUARTER)
})

test('the list omits the free times while they are unknown', () => {
  expect(view('/doctors', { doctors: [DEMIR] }).values['slots']).toBeUndefined()
})

test('the page of a doctor has that doctor’s times and types only, and structured data has fees where the company shows them', () => {
  const types = [DEMIR, KAYA].map(({ id: doctor_id }, place) => ({
    id: `t${place}`,
    doctor_id,
    names: { en: 'Visit' },
    minutes: 30,
    who: 'everybody',
  }))
  const data = { doctors: [DEMIR, KAYA], slots: [slot(KAYA, '2026-11-19T10:00:00Z')], types }
  const fees = [{ type_id: 't0', fee_minor: 8050, currency: 'AZN' }]
  const shown = (given: object) => view('/doctors/:doctor', { ...data, ...given }, '/doctors/aylin-demir-aaaaaaaa')
  const { status, values, structuredData } = shown({ fees })
  expect(status).toBe(200)
  expect(values).toMatchObject({ doctors: [DEMIR], slots: [], types: [{ id: 't0', fee_minor: 8050, currency: 'AZN' }] })
  expect(structuredData).toMatchObject([{ '@type': 'Physician', url: 'https://site.example/en/doctors/aylin-demir-aaaaaaaa' }])
  const offer = { '@type': 'Offer', itemOffered: { '@type': 'Service', name: 'Visit' }, price: '80.50', priceCurrency: 'AZN' }
  expect(structuredData).toMatchObject([{ makesOffer: [offer] }])
  expect(JSON.stringify(shown({ fees: [] }).structuredData)).not.toMatch(/offer|fee|price|AZN/i)
})

test('the page of a doctor has the first times of three others of the same specialty, soonest first, without their texts', () => {
  const same = { specialty_code: 'goz', bio: 'A text.' }
  const [one, ...others] = ['a', 'b', 'c', 'd', 'e'].map((id) => ({ ...doctor(id, 'Demir'), ...same }))
  const hour = (place: number) => `2026-11-19T1${place}:00:00Z`
  const slots = others.toReversed().flatMap((each, place) => Array.from({ length: 4 }, () => slot(each, hour(place))))
  const doctors = [KAYA, one, ...others].filter((each) => each !== undefined)
  const { values } = view('/doctors/:doctor', { doctors, slots }, '/doctors/aylin-demir-aaaaaaaa')
  const soonest = others.toReversed().slice(0, 3)
  expect(values['doctors']).toEqual([one, ...soonest.map((each) => ({ ...each, bio: null }))])
  expect((values['slots'] as { doctor_id: string }[]).map(({ doctor_id }) => doctor_id)).toEqual(soonest.flatMap(({ id }) => [id, id, id]))
})

test.each([
  ['kardiyoloji', 'Kardiyoloji', 'https://schema.org/Cardiovascular'],
  ['pediatri', 'Çocuk', 'https://schema.org/Pediatric'],
  // schema.org has neither ophthalmology nor freely written specialties.
  ['goz', 'Göz Hastalıkları', undefined],
  [null, 'Aile danışmanlığı', 'Aile danışmanlığı'],
])('the specialty %s (%j) has its schema.org name in structured data', (specialty_code, specialization, known) => {
  const expected = known ?? translate('en', 'specialty.eye')
  const one = { ...DEMIR, specialty_code, specialization }
  const [about] = view('/doctors/:doctor', { doctors: [one] }, '/doctors/aylin-demir-aaaaaaaa').structuredData
  const [list] = view('/doctors', { doctors: [one] }).structuredData
  expect(about).toMatchObject({ medicalSpecialty: expected })
  expect(list).toMatchObject({ itemListElement: [{ item: { medicalSpecialty: expected } }] })
})

test('a doctor is shared with the JPEG of the photo, and otherwise with the picture of the site', () => {
  const imageOf = (photo_path: string | null) =>
    view('/doctors/:doctor', { doctors: [{ ...DEMIR, photo_path }] }, '/doctors/aylin-demir-aaaaaaaa').shareImage
  expect(imageOf('d/p-full.webp')).toMatch(/\/d\/p-share\.jpg$/)
  // The photo was uploaded before there were three sizes and a JPEG.
  expect([imageOf('d/p.webp'), imageOf(null)]).toEqual([undefined, undefined])
})

test('a doctor who no longer sees patients is gone, with three others at most', () => {
  const others = ['b', 'c', 'd', 'e'].map((id) => doctor(id, id))
  const { status, values, structuredData } = view('/doctors/:doctor', { doctors: others }, '/doctors/aaaaaaaa')
  expect([status, structuredData]).toEqual([410, []])
  expect(values['doctors']).toHaveLength(3)
})

test('addresses name current doctors, and identify former doctors by their short id only', () => {
  const page = DATA_PAGES.find(({ pattern }) => pattern === '/doctors/:doctor')
  expect(page?.addresses?.of({ doctors: [DEMIR], retiredDoctors: [{ short_id: 'cccccccc' }] })).toEqual({
    aaaaaaaa: 'aylin-demir-aaaaaaaa',
    cccccccc: 'cccccccc',
  })
})

test('there are as many further pages as the projects need, at most sixteen', () => {
  const addressesFor = (count: number) =>
    addressesOfPage('/interior-design/:projects', { projectIds: Array.from({ length: count }, () => ({})) })
  expect([0, 12, 13, 24, 25, 200].map((count) => Object.keys(addressesFor(count)).length)).toEqual([0, 0, 1, 1, 2, 16])
  expect(addressesFor(26)).toEqual({ 12: 'projects-after-12', 24: 'projects-after-24' })
})

test('healthcare has the number of doctors of each specialty, unless the doctors are unknown', () => {
  const doctors = [
    { ...DEMIR, specialty_code: 'goz' },
    { ...KAYA, specialty_code: 'goz' },
    { ...KAYA, specialty_code: null },
  ]
  expect(view('/healthcare', { doctors }).values['doctorCounts']).toEqual({ goz: 2 })
  expect(view('/healthcare', {}).values['doctorCounts']).toBeUndefined()
})

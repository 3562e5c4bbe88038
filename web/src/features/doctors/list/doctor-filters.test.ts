import { expect, test } from 'vitest'
import { groupSlots } from '../../../domain/next-slots.ts'
import { applyFilters, NO_DOCTOR_FILTERS, readDoctorFilters, writeFilters } from './doctor-filters.ts'

const DOCTORS = [
  { id: 'aylin', specialty_code: 'kardiyoloji', languages: ['tr', 'en'] },
  { id: 'karim', specialty_code: 'ortopedi', languages: ['ar', 'en'] },
  { id: 'rauf', specialty_code: null, languages: [] },
]
const ids = (...args: Parameters<typeof applyFilters>) => applyFilters(...args).map(({ id }) => id)

test('the address stores the filters, and its other parameters stay', () => {
  const filters = { search: 'kalp', specialty: 'kardiyoloji', language: 'en', isSoonestFirst: false, shown: 24 }
  const query = writeFilters(filters, '?from=advert')
  expect(query).toBe('?from=advert&q=kalp&specialty=kardiyoloji&language=en&sort=name&shown=24')
  expect(readDoctorFilters(query)).toEqual(filters)
  expect(writeFilters(NO_DOCTOR_FILTERS, query)).toBe('?from=advert')
  expect(writeFilters(NO_DOCTOR_FILTERS, '')).toBe('')
  for (const odd of ['?shown=3', '?shown=-40', '?shown=many']) expect(readDoctorFilters(odd)).toEqual(NO_DOCTOR_FILTERS)
})

test('doctors are filtered by specialty and by a language they speak', () => {
  expect(ids(DOCTORS, NO_DOCTOR_FILTERS)).toEqual(['aylin', 'karim', 'rauf'])
  expect(ids(DOCTORS, { ...NO_DOCTOR_FILTERS, specialty: 'kardiyoloji' })).toEqual(['aylin'])
  expect(ids(DOCTORS, { ...NO_DOCTOR_FILTERS, language: 'en' })).toEqual(['aylin', 'karim'])
  expect(ids(DOCTORS, { ...NO_DOCTOR_FILTERS, language: 'en', specialty: 'ortopedi' })).toEqual(['karim'])
})

test('the doctor who is free soonest comes first, and those without times last', () => {
  const at = (doctor_id: string) => ({ doctor_id, appointment_date: '', appointment_time: '', starts_at: '' })
  const slots = groupSlots([at('rauf'), at('aylin')])
  expect(ids(DOCTORS, { ...NO_DOCTOR_FILTERS, isSoonestFirst: true }, slots)).toEqual(['rauf', 'aylin', 'karim'])
  expect(ids(DOCTORS, NO_DOCTOR_FILTERS, slots)).toEqual(['rauf', 'aylin', 'karim'])
  expect(ids(DOCTORS, { ...NO_DOCTOR_FILTERS, isSoonestFirst: false }, slots)).toEqual(['aylin', 'karim', 'rauf'])
  expect(ids(DOCTORS, { ...NO_DOCTOR_FILTERS, isSoonestFirst: true })).toEqual(['aylin', 'karim', 'rauf'])
})

import { expect, test } from 'vitest'
import { LANGUAGES } from '../lib/languages.ts'
import { findDoctors } from './find-doctors.ts'
import { termsOf } from './specialty-search.ts'

const DOCTORS = [
  { first_name: 'Işıl', last_name: 'İnci', specialization: 'Göz Hastalıkları', specialty_code: 'goz' },
  { first_name: 'Rauf', last_name: 'Məmmədov', specialization: 'Nöroloji', specialty_code: 'noroloji' },
  { first_name: 'Elena', last_name: 'Sokolova', specialization: 'Dermatoloji', specialty_code: null },
]
const SHOWN: Record<string, string> = { 'Göz Hastalıkları': 'Eye care', Nöroloji: 'Неврология', Dermatoloji: 'الأمراض الجلدية' }

const find = (search: string, language: (typeof LANGUAGES)[number] = 'tr') =>
  findDoctors(DOCTORS, search, language, ({ specialization }) => SHOWN[specialization] ?? '').doctors.map(({ first_name }) => first_name)

test('an empty search finds everybody', () => {
  expect(find('')).toHaveLength(3)
  expect(find('  ')).toHaveLength(3)
})

test.each(LANGUAGES)('in %s dotted and dotless i match each other in any case', (language) => {
  for (const search of ['işıl', 'IŞIL', 'isil', 'ISIL', 'inci', 'İNCİ', 'INCI']) expect(find(search, language)).toEqual(['Işıl'])
})

test('e finds a name with ə', () => {
  for (const search of ['Məmmədov', 'MƏMMƏDOV', 'memmedov']) expect(find(search, 'az')).toEqual(['Rauf'])
})

test('a specialty is found by its stored and by its shown name', () => {
  for (const search of ['goz hastaliklari', 'eye']) expect(find(search, 'en')).toEqual(['Işıl'])
  for (const search of ['неврология', 'noroloji']) expect(find(search, 'ru')).toEqual(['Rauf'])
  expect(find('الجلدية', 'ar')).toEqual(['Elena'])
})

test('every word must match, in any order', () => {
  expect(find('sokolova elena')).toEqual(['Elena'])
  expect(find('elena noroloji')).toEqual([])
})

test('Məmmədov is found as it is written in English letters', () => {
  for (const search of ['Mammadov', 'mammadov rauf', 'MAMMADOV']) expect(find(search, 'en')).toEqual(['Rauf'])
})

const SPECIALTIES = [
  { code: 'goz', names: { tr: 'Göz Hastalıkları', en: 'Ophthalmology' }, synonyms: { tr: ['göz'], en: ['eye'] } },
  {
    code: 'noroloji',
    names: { tr: 'Nöroloji', en: 'Neurology' },
    synonyms: { tr: ['nörolog', 'baş ağrısı'], ru: ['головная боль'], ar: ['دماغ'], en: ['brain'] },
  },
  { code: 'pediatri', names: { tr: 'Çocuk Hastalıkları', en: 'Paediatrics' }, synonyms: { tr: ['çocuk'], en: ['child'] } },
]

test.each(LANGUAGES)('in %s a specialty is found by the words of every language', (language) => {
  const terms = termsOf(SPECIALTIES, language)
  const findByTerm = (search: string) => findDoctors(DOCTORS, search, language, () => '', terms).doctors.map(({ first_name }) => first_name)
  for (const search of ['nörolog', 'NEUROLOGY', 'головная', 'دماغ', 'Brain', 'rauf brain']) expect(findByTerm(search)).toEqual(['Rauf'])
  // A word must match from its beginning. Otherwise two letters would find everything.
  expect(findByTerm('rain')).toEqual([])
})

test('a word for doctors in general finds everybody', () => {
  for (const search of ['doctor', 'doktor', 'врач', 'دكتورة'])
    expect(findDoctors(DOCTORS, search, 'en', () => '', termsOf(SPECIALTIES, 'en')).doctors).toHaveLength(3)
})

test('the search names a specialty that no doctor has', () => {
  const search = (text: string) => findDoctors(DOCTORS, text, 'tr', () => '', termsOf(SPECIALTIES, 'tr'))
  expect(search('çocuk doktoru')).toEqual({ doctors: [], missing: 'pediatri' })
  expect(search('xyz')).toEqual({ doctors: [], missing: undefined })
  expect(search('göz').missing).toBeUndefined()
})

test('the name of a doctor and a specialty can be searched together', () => {
  const search = (text: string) => findDoctors(DOCTORS, text, 'tr', () => '', termsOf(SPECIALTIES, 'tr')).doctors
  expect(search('işıl göz')).toHaveLength(1)
  expect(search('işıl nöroloji')).toHaveLength(0)
})

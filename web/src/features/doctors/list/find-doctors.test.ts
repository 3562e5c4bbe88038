import { expect, test } from 'vitest'
import { LANGUAGES } from '../../../lib/languages.ts'
import { findDoctors } from './find-doctors.ts'

const DOCTORS = [
  { first_name: 'Işıl', last_name: 'İnci', specialization: 'Göz Hastalıkları' },
  { first_name: 'Rauf', last_name: 'Məmmədov', specialization: 'Nöroloji' },
  { first_name: 'Elena', last_name: 'Sokolova', specialization: 'Dermatoloji' },
]
const SHOWN: Record<string, string> = { 'Göz Hastalıkları': 'Eye care', Nöroloji: 'Неврология', Dermatoloji: 'الأمراض الجلدية' }

const find = (search: string, language: (typeof LANGUAGES)[number] = 'tr') =>
  findDoctors(DOCTORS, search, language, ({ specialization }) => SHOWN[specialization] ?? '').map(({ first_name }) => first_name)

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
  expect(find('الامراض', 'ar')).toEqual(['Elena'])
})

test('every word must match, in any order', () => {
  expect(find('sokolova elena')).toEqual(['Elena'])
  expect(find('elena noroloji')).toEqual([])
})

import { expect, test } from 'vitest'
import { byName } from './by-name.ts'

const sorted = (names: string[], language: 'tr' | 'az' | 'en') =>
  byName(
    names.map((first_name) => ({ first_name, last_name: 'X' })),
    language,
  ).map(({ first_name }) => first_name)

test('Turkish names are in the order of the Turkish alphabet', () => {
  expect(sorted(['Şule', 'Zeki', 'İnci', 'Irmak', 'Çiğdem', 'Cem', 'Sevgi', 'Öykü', 'Onur'], 'tr')).toEqual([
    'Cem',
    'Çiğdem',
    'Irmak',
    'İnci',
    'Onur',
    'Öykü',
    'Sevgi',
    'Şule',
    'Zeki',
  ])
})

test('Azerbaijani names have ə after e, x after h and q after k', () => {
  expect(sorted(['Qədir', 'Lalə', 'Kamran', 'Xəyal', 'İlqar', 'Heydər', 'Əli', 'Elçin', 'Fuad'], 'az')).toEqual([
    'Elçin',
    'Əli',
    'Fuad',
    'Heydər',
    'Xəyal',
    'İlqar',
    'Kamran',
    'Qədir',
    'Lalə',
  ])
})

test('a shorter name comes first, also beside a name of another alphabet', () => {
  expect(sorted(['Əlixan', 'Əli'], 'az')).toEqual(['Əli', 'Əlixan'])
  for (const language of ['az', 'en'] as const) expect(sorted(['Анна', 'Anna'], language)).toEqual(['Anna', 'Анна'])
})

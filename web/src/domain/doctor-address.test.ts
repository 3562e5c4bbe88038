import { expect, test } from 'vitest'
import { doctorPath, doctorSlug, SHORT_ID } from './doctor-address.ts'

const ID = '1a2b3c4d-0000-4000-8000-000000000001'
const slug = (first_name: string, last_name: string) => doctorSlug({ id: ID, first_name, last_name })

test.each([
  ['Aylin', 'Demir', 'aylin-demir-1a2b3c4d'],
  ['İSMAYIL', 'Öztürk Şığçü', 'ismayil-ozturk-sigcu-1a2b3c4d'],
  ['Gülnarə', 'Əliyeva', 'gulnare-eliyeva-1a2b3c4d'],
  ['Жанна', 'Щербакова', 'zhanna-scherbakova-1a2b3c4d'],
  ['Jean-Éric', "d’Œuvre O'Neil", 'jean-eric-doeuvre-oneil-1a2b3c4d'],
  ['كريم', 'حداد', '1a2b3c4d'],
  ['<script>', '"../%2e&?#/"', 'script-2e-1a2b3c4d'],
])('%s %s has an address of plain letters', (first, last, expected) => {
  expect(slug(first, last)).toBe(expected)
  expect(doctorPath({ id: ID, first_name: first, last_name: last })).toBe(`/doctors/${expected}`)
})

test('a long name is cut, but the id at the end stays', () => {
  const long = slug('a'.repeat(100), 'b'.repeat(100))
  expect(long).toHaveLength(69)
  expect(SHORT_ID.exec(long)?.[1]).toBe('1a2b3c4d')
  expect(SHORT_ID.exec('aylin-demir')).toBeNull()
})

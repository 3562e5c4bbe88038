import { expect, test } from 'vitest'
import { matchTyped } from './typeahead.ts'

const CITIES = ['Iğdır', 'İstanbul', 'İzmir', 'Şanlıurfa', 'Ankara']

test.each([
  ['ı', 0],
  ['I', 0],
  ['i', 0],
  ['is', 1],
  ['İZ', 2],
  ['sanli', 3],
  ['x', -1],
])('in Turkish, %s finds number %i', (typed, index) => {
  expect(matchTyped(CITIES, -1, typed, 'tr')).toBe(index)
})

test('in Azerbaijani, ə is found with and without its own key', () => {
  const names = ['Bakı', 'Ağdam', 'Əli Bayramlı']
  expect([matchTyped(names, 0, 'ə', 'az'), matchTyped(names, 0, 'el', 'az'), matchTyped(names, 1, 'BAKI', 'az')]).toEqual([2, 2, 0])
})

test('in Arabic, vowel marks and forms of a letter do not matter', () => {
  expect(matchTyped(['باكو', 'القاهرة', 'مُنى'], 0, 'مني', 'ar')).toBe(2)
  expect(matchTyped(['باكو', 'القاهرة'], 0, 'القاهره', 'ar')).toBe(1)
})

test('repeating a letter cycles through the names; two letters stay at the match', () => {
  expect(matchTyped(CITIES, 1, 'i', 'tr')).toBe(2)
  expect(matchTyped(CITIES, 2, 'ii', 'tr')).toBe(0)
  expect(matchTyped(CITIES, 1, 'is', 'tr')).toBe(1)
  expect(matchTyped(CITIES, 0, '', 'tr')).toBe(-1)
})

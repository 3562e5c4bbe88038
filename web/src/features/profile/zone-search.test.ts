import { expect, test } from 'vitest'
import type { Language } from '../../lib/languages.ts'
import { findZones } from './zone-search.ts'

test.each<[string, Language, string]>([
  ['paris', 'en', 'Europe/Paris'],
  ['Fransa', 'tr', 'Europe/Paris'],
  ['kahire', 'tr', 'Africa/Cairo'],
  ['QAHİRƏ', 'az', 'Africa/Cairo'],
  ['ər-riyad', 'az', 'Asia/Riyadh'],
  ['er-riyad', 'az', 'Asia/Riyadh'],
  ['İRƏVAN', 'az', 'Asia/Yerevan'],
  ['Эр-Рияд', 'ru', 'Asia/Riyadh'],
  ['рияд', 'ru', 'Asia/Riyadh'],
  ['القاهره', 'ar', 'Africa/Cairo'],
  ['رياض', 'ar', 'Asia/Riyadh'],
  ['le caire', 'fr', 'Africa/Cairo'],
  ['buenos', 'en', 'America/Buenos_Aires'],
  ['new_york', 'en', 'America/New_York'],
])('a search for %s in %s finds %s', (text, language, zone) => {
  expect(findZones(text, language, 8)).toContain(zone)
})

test('cities that begin with the text come first, up to the limit', () => {
  expect(findZones('tunus', 'tr', 8)[0]).toBe('Africa/Tunis')
  expect(findZones('a', 'en', 8)).toHaveLength(8)
  expect(findZones('riy', 'tr', 8)).toEqual(['Asia/Riyadh'])
  expect(findZones('ri', 'en', 8)).not.toContain('Africa/Abidjan')
})

test('an empty search finds nothing, nor does an unknown place', () => {
  expect([findZones(' ', 'en', 8), findZones('Atlantis City', 'en', 8)]).toEqual([[], []])
})

import { expect, test } from 'vitest'
import { loadArea, translate } from './i18n.tsx'
import { addressOf, prefixOf } from './languages.ts'

test('a missing key shows itself', () => {
  expect(translate('tr', 'no.such.key')).toBe('no.such.key')
})

test('placeholders are filled; numbers and plurals follow the language', async () => {
  await Promise.all([loadArea('ru', 'public'), loadArea('en', 'public'), loadArea('ar', 'public')])
  expect(translate('en', 'faq.found', { count: 1 })).toBe('1 question found')
  expect(translate('en', 'faq.found', { count: 2000 })).toBe('2,000 questions found')
  const russian = [1, 2, 5].map((count) => translate('ru', 'faq.found', { count }))
  expect(new Set(russian.map((text) => text.replaceAll(/\d/g, ''))).size).toBeGreaterThan(1)
  expect(translate('ar', 'faq.found', { count: 3 })).toContain('3')
})

test('Turkish addresses have no prefix, those of other languages do', () => {
  expect([addressOf('tr', '/faq'), addressOf('en', '/faq'), addressOf('ar', '/')]).toEqual(['/faq', '/en/faq', '/ar'])
  expect([prefixOf('/faq'), prefixOf('/en/faq'), prefixOf('/tr'), prefixOf('/energy')]).toEqual([undefined, 'en', undefined, undefined])
})

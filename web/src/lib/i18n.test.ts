import { expect, test } from 'vitest'
import { loadArea, translate } from './i18n.tsx'
import { addressOf, prefixOf } from './languages.ts'

test('a missing text shows its key', () => {
  expect(translate('tr', 'no.such.key')).toBe('no.such.key')
})

test('placeholders are filled; numbers and plurals follow the language', async () => {
  await Promise.all([loadArea('ru', 'public'), loadArea('en', 'public'), loadArea('ar', 'public')])
  expect(translate('en', 'faq.found', { count: 1 })).toBe('1\u00A0question found')
  expect(translate('en', 'faq.found', { count: 2000 })).toBe('2,000\u00A0questions found')
  const russian = [1, 2, 5].map((count) => translate('ru', 'faq.found', { count }))
  expect(new Set(russian.map((text) => text.replaceAll(/\d/g, ''))).size).toBeGreaterThan(1)
  expect(translate('ar', 'faq.found', { count: 3 })).toContain('3')
})

test('Arabic says one and two in words, and has forms for few, many and hundreds', async () => {
  await loadArea('ar', 'patient')
  const texts = [0, 1, 2, 3, 11, 100, 102].map((count) => translate('ar', 'doctors.count', { count }))
  expect(texts).toEqual(['لا أطباء', 'طبيب واحد', 'طبيبان', '3\u00A0أطباء', '11\u00A0طبيبًا', '100\u00A0طبيب', '102\u00A0طبيب'])
})

test('names, file names and phone numbers keep their order inside Arabic sentences', async () => {
  await Promise.all([loadArea('ar', 'files'), loadArea('ar', 'find'), loadArea('ar', 'call'), loadArea('en', 'call')])
  expect(translate('ar', 'files.download', { fileName: '12-11-2026.pdf' })).toBe('تنزيل \u206812-11-2026.pdf\u2069')
  expect(translate('ar', 'doctor.name', { first: 'Aylin', last: 'Kaya' })).toBe('د. \u2068Aylin Kaya\u2069')
  expect(translate('ar', 'doctor.name', { first: 'سلمى', last: 'حداد' })).toBe('د. سلمى حداد')
  expect(translate('ar', 'call.wrongCode', { code: '+994 12 345' })).toContain('\u2068+994 12 345\u2069')
  expect(translate('ar', 'call.lastConnected', { time: '14:30' })).toBe('آخر اتصال: 14:30')
  expect(translate('en', 'call.waiting', { name: 'سلمى' })).toBe('Waiting for \u2068سلمى\u2069')
})

test('Turkish addresses have no prefix, those of other languages do', () => {
  expect([addressOf('tr', '/faq'), addressOf('en', '/faq'), addressOf('ar', '/')]).toEqual(['/faq', '/en/faq', '/ar'])
  expect([prefixOf('/faq'), prefixOf('/en/faq'), prefixOf('/tr'), prefixOf('/energy')]).toEqual([undefined, 'en', undefined, undefined])
})

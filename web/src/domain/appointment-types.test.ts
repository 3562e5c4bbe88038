import { expect, test } from 'vitest'
import { feeText, plainNameOf, textIn, typeName } from './appointment-types.ts'

const type = { names: { en: 'Check-up', ru: 'Осмотр' } }
const t = (key: string) => key

test('a type is named in the reader’s language if it has such a name', () => {
  expect(typeName(type, 'ru')).toEqual({ text: 'Осмотр', language: 'ru', otherLanguage: undefined })
})

test('a name in another language names that language', () => {
  expect(typeName(type, 'tr')).toEqual({ text: 'Check-up', language: 'en', otherLanguage: 'English' })
  expect(plainNameOf(type, 'ar')).toBe('Check-up (English)')
})

test('a missing or empty text is undefined', () => {
  expect(textIn({}, 'tr')).toBeUndefined()
  expect(textIn(null, 'tr')).toBeUndefined()
  expect(textIn({ tr: '' }, 'tr')).toBeUndefined()
  expect(plainNameOf({ names: {} }, 'tr')).toBe('')
})

test('a fee is an amount, free, or on request', () => {
  expect(feeText({ fee_minor: 12_000, currency: 'AZN' }, 'tr', t)).toBe('\u2066120\u00A0AZN\u2069')
  expect(feeText({ fee_minor: 0, currency: 'AZN' }, 'tr', t)).toBe('fee.none')
  expect(feeText({ fee_minor: null, currency: null }, 'tr', t)).toBe('fee.onRequest')
})

import { describe, expect, test } from 'vitest'
import { LANGUAGES } from '../rules.ts'
import { mailTexts } from './texts.ts'
import { feeFact, typeFact } from './type-facts.ts'

const NONE = { type_name: null, fee_minor: null, fee_currency: null, fee_agreed_at: null }
const BOOKED = {
  type_name: { az: 'İlk qəbul', ru: 'Первый приём' },
  fee_minor: 1_234_505,
  fee_currency: 'AZN',
  fee_agreed_at: '2026-11-18T22:30:00Z',
}
const fee = (booked: object, language: (typeof LANGUAGES)[number] = 'en') => feeFact({ ...BOOKED, ...booked }, 'Asia/Baku', language)

test('a mail about an appointment without a type mentions neither type nor fee', () => {
  expect([...typeFact(NONE, 'en'), ...feeFact(NONE, 'Asia/Baku', 'en')]).toEqual([])
})

test('the type has the name it was booked with, in the language of the mail if it has that translation', () => {
  expect(typeFact(BOOKED, 'ru')).toEqual([{ label: 'Вид приёма', value: 'Первый приём', direction: 'auto' }])
  expect(typeFact(BOOKED, 'fr')).toEqual([{ label: 'Type de rendez-vous', value: 'İlk qəbul', direction: 'auto' }])
})

describe('the fee', () => {
  test.each([
    ['tr', '12.345,05\u00a0AZN'],
    ['az', '12.345,05\u00a0AZN'],
    ['en', '12,345.05\u00a0AZN'],
    ['ru', '12\u00a0345,05\u00a0AZN'],
    ['ar', '12,345.05\u00a0AZN'],
    ['fr', '12\u202f345,05\u00a0AZN'],
  ] as const)('is formatted for %s', (language, value) => {
    expect(fee({}, language)).toMatchObject([{ value, direction: 'ltr' }])
  })

  test('has the date of the agreement, on the clock of the mail', () => {
    expect(fee({})[0]?.label).toMatch(/^Fee \(agreed on .*19.*2026\)$/)
  })

  test('keeps two decimals for small amounts', () => {
    expect(['0', '5', '100'].map((minor) => fee({ fee_minor: Number(minor) })[0]?.value)).toEqual(
      ['0.00', '0.05', '1.00'].map((each) => `${each}\u00a0AZN`),
    )
  })

  test.each(LANGUAGES)('says in %s that it awaits the patient’s agreement or is on request', (language) => {
    const words = mailTexts[language].appointment.fee
    expect(fee({ fee_agreed_at: null }, language)).toMatchObject([{ label: words.toAgree }])
    expect(fee({ fee_minor: null, fee_currency: null, fee_agreed_at: null }, language)).toEqual([
      { label: words.label, value: words.onRequest },
    ])
  })
})

import { expect, test } from 'vitest'
import { formatLength, formatMoney, formatNumber, formatPercent } from './numbers.ts'

test.each([
  ['tr', '12.500,5', '%25'],
  ['az', '12\u00A0500,5', '25%'],
  ['en', '12,500.5', '25%'],
  ['ru', '12\u00A0500,5', '25\u00A0%'],
  ['ar', '12,500.5', '25\u200E%\u200E'],
  ['fr', '12\u202F500,5', '25\u00A0%'],
] as const)('numbers and percentages are formatted in %s', (language, number, percent) => {
  expect(formatNumber(12_500.5, language)).toBe(number)
  expect(formatPercent(0.25, language)).toBe(percent)
})

test.each([
  ['tr', '1.250,50\u00A0TRY'],
  ['az', '1\u00A0250,50\u00A0TRY'],
  ['en', '1,250.50\u00A0TRY'],
  ['ru', '1\u00A0250,50\u00A0TRY'],
  ['ar', '1,250.50\u00A0TRY'],
  ['fr', '1\u202F250,50\u00A0TRY'],
] as const)('money in %s has two decimals or none', (language, amount) => {
  expect(formatMoney(125_050, 'TRY', language)).toBe(amount)
  expect(formatMoney(12_000, 'AZN', language)).toBe('120\u00A0AZN')
  expect(formatMoney(5, 'EUR', language)).toMatch(/^0[.,]05\u00A0EUR$/)
})

test.each(['tr', 'az', 'en', 'ru', 'ar', 'fr'] as const)('small whole numbers in %s are written as Intl writes them', (language) => {
  const locale = language === 'ar' ? 'ar-u-nu-latn' : language === 'az' ? 'ru' : language
  for (const value of [0, 7, 25, 999]) expect(formatNumber(value, language)).toBe(new Intl.NumberFormat(locale).format(value))
  expect(formatNumber(-1, language)).toBe(new Intl.NumberFormat(locale).format(-1))
})

test.each([
  [-5, '0:00'],
  [999, '0:00'],
  [59_000, '0:59'],
  [247_900, '4:07'],
  [3_600_000, '1:00:00'],
  [3_847_000, '1:04:07'],
])('%i ms last %s', (ms, length) => {
  expect(formatLength(ms)).toBe(length)
})

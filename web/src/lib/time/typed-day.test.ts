import { expect, test } from 'vitest'
import { parseTypedDay, typedDay } from './typed-day.ts'

test.each([
  ['20.01.2027', '2027-01-20'],
  ['20/1/2027', '2027-01-20'],
  ['5-3-1990', '1990-03-05'],
  ['20012027', '2027-01-20'],
  ['2027-01-20', '2027-01-20'],
  [' 20 01 2027 ', '2027-01-20'],
  ['٢٠/٠١/٢٠٢٧', '2027-01-20'],
  ['۲۰/۰۱/۲۰۲۷', '2027-01-20'],
  ['29.02.2028', '2028-02-29'],
  ['29.02.2027', undefined],
  ['30.02.2028', undefined],
  ['01.13.2027', undefined],
  ['20.01.27', undefined],
  ['20.01', undefined],
  ['yarın', undefined],
  ['', undefined],
])('%s is parsed as %s', (text, day) => {
  expect(parseTypedDay(text)).toBe(day)
})

test('a day is written with the separator of the language and read back', () => {
  expect([typedDay('2027-01-05', 'tr'), typedDay('2027-01-05', 'ar'), typedDay('', 'tr')]).toEqual(['05.01.2027', '05/01/2027', ''])
  expect(parseTypedDay(typedDay('2027-01-05', 'fr'))).toBe('2027-01-05')
})

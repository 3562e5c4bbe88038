import { expect, test } from 'vitest'
import { MAX_MINOR, minorOf, typedAmount } from './money.ts'

test.each([
  ['50', 5000],
  ['50.00', 5000],
  ['50,00', 5000],
  [' 12,34 ', 1234],
  ['0', 0],
  ['0.05', 5],
  ['1000000', MAX_MINOR],
])('%s is an amount', (typed, minor) => expect(minorOf(typed)).toBe(minor))

test.each([
  '',
  ' ',
  '-5',
  '+5',
  '50.5',
  '50.000',
  '1.250',
  '1,250.00',
  '1 250',
  '50 AZN',
  '1e3',
  '.50',
  '50.',
  '1000000.01',
  '99999999',
  'NaN',
  '٥٠',
])('%s is not an amount', (typed) => expect(minorOf(typed)).toBeUndefined())

test('a stored amount comes back as it was typed', () => {
  for (const minor of [0, 5, 50, 1234, 5000, 12_050, MAX_MINOR]) expect(minorOf(typedAmount(minor))).toBe(minor)
})

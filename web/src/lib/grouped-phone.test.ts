import { expect, test } from 'vitest'
import { groupedPhone } from './grouped-phone.ts'

test.each([
  ['994501234567', '+994 50 123 45 67'],
  ['905321234567', '+90 532 123 45 67'],
  ['4915112345678', '+491 511 234 5678'],
  ['99450', '+994 50'],
])('%s is written as %s', (digits, written) => {
  expect(groupedPhone(digits)).toBe(written)
})

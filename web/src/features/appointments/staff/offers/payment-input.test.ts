import { expect, test } from 'vitest'
import { amountFault, maxOf } from './payment-input.ts'

const entry = (kind: string, amount_minor: number) => ({ kind, amount_minor })

test('limits payments and waivers to the open amount, and refunds to the paid amount', () => {
  expect(maxOf('paid', 5000, [])).toBe(5000)
  expect(maxOf('refunded', 5000, [])).toBe(0)
  const some = [entry('paid', 3000), entry('waived', 500)]
  expect(maxOf('paid', 5000, some)).toBe(1500)
  expect(maxOf('waived', 5000, some)).toBe(1500)
  expect(maxOf('refunded', 5000, some)).toBe(3000)
  const returned = [...some, entry('refunded', 1000)]
  expect(maxOf('paid', 5000, returned)).toBe(2500)
  expect(maxOf('refunded', 5000, returned)).toBe(2000)
})

test.each([
  ['50', undefined],
  ['50,00', undefined],
  ['50.01', 'payment.outOfRange'],
  ['0', 'offers.feeWrong'],
  ['-1', 'offers.feeWrong'],
  ['5.000', 'offers.feeWrong'],
  ['', 'offers.feeWrong'],
])('checks the amount "%s" against a maximum of 50', (typed, fault) => expect(amountFault(typed, 5000)).toBe(fault))

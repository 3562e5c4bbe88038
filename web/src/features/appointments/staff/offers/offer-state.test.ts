import { expect, test } from 'vitest'
import { canSetFee, feeState } from './offer-state.ts'

const OWED = {
  status: 'confirmed' as const,
  erased_at: null,
  type_id: '1',
  type_name: { en: 'First appointment' },
  fee_minor: 5000,
  fee_currency: 'AZN',
  fee_agreed_at: '2027-01-01T10:00:00Z',
  payment_state: 'unpaid',
}
const FREE = { ...OWED, fee_minor: 0, payment_state: null }
const ON_REQUEST = { ...OWED, fee_minor: null, fee_currency: null, fee_agreed_at: null, payment_state: null }
const PLAIN = { ...ON_REQUEST, type_id: null, type_name: null }

test.each([
  ['a fee that staff have not entered', ON_REQUEST, 'offer.feeMissing'],
  ['a fee that waits for the patient', { ...OWED, fee_agreed_at: null }, 'offer.notAgreed'],
  ['an unpaid fee', OWED, 'offer.unpaid'],
  ['a paid fee', { ...OWED, payment_state: 'paid' }, 'offer.paid'],
  ['a fee that was paid before the patient agreed', { ...OWED, fee_agreed_at: null, payment_state: 'paid' }, 'offer.paid'],
  ['a refund after a cancellation', { ...OWED, status: 'cancelled' as const, payment_state: 'refunded' }, 'offer.refunded'],
])('shows %s', (_, appointment, text) => expect(feeState(appointment)?.text).toBe(text))

test.each([
  ['without a type', PLAIN],
  ['free of charge', FREE],
  ['cancelled and owed', { ...OWED, status: 'cancelled' as const }],
  ['cancelled without a fee', { ...ON_REQUEST, status: 'cancelled' as const }],
])('shows nothing for an appointment that is %s', (_, appointment) => expect(feeState(appointment)).toBeUndefined())

test('the fee can be entered and corrected until the patient agrees', () => {
  expect(canSetFee(ON_REQUEST)).toBe(true)
  expect(canSetFee({ ...OWED, fee_agreed_at: null })).toBe(true)
  for (const closed of [OWED, PLAIN, { ...ON_REQUEST, status: 'cancelled' as const }, { ...ON_REQUEST, erased_at: '2027-01-01' }])
    expect(canSetFee(closed)).toBe(false)
})

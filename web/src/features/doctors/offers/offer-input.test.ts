import { expect, test } from 'vitest'
import { checkedBy } from '../../../lib/form.ts'
import { NEW_OFFER, offerFieldsOf, offerInput, offerValues } from './offer-input.ts'

const check = checkedBy(offerInput('en'))
const typed = (change: object) => check({ ...offerValues(NEW_OFFER, true), name_en: 'First appointment', fee: '50', ...change })
const faults = (change: object) => Object.entries(typed(change).errors).map(([field, error]) => [field, error?.message])

test('a type with a name, a length and a fee is accepted', () => expect(faults({})).toEqual([]))

test.each(['', '-5', '50.000', '50,5', '99999999'])('a fee of "%s" is refused', (fee) =>
  expect(faults({ fee })).toEqual([['fee', 'offers.feeWrong']]),
)

test('a fee on request needs no amount, and stores none', () => {
  expect(faults({ is_on_request: true, fee: '' })).toEqual([])
  expect(offerFieldsOf({ ...offerValues(NEW_OFFER), name_en: 'A', is_on_request: true, fee: '50' }).fee_minor).toBeNull()
})

test.each(['14', '185', '31', '1e2', ''])('a length of "%s" is refused', (minutes) =>
  expect(faults({ minutes })).toEqual([['minutes', 'offers.minutesWrong']]),
)

test('the name in the first language is required, the others are not', () => {
  expect(faults({ name_en: '  ' })).toEqual([['name_en', 'offers.nameMissing']])
  expect(faults({ name_tr: 'a'.repeat(81) })).toEqual([['name_tr', 'offers.tooLong']])
})

test('a stored type comes back from the form unchanged', () => {
  const stored = {
    ...NEW_OFFER,
    names: { tr: 'İlk görüşme', en: 'First' },
    preparation: { ru: 'Анализы' },
    fee_minor: 12_050,
    who: 'staff',
  }
  expect(offerFieldsOf(offerValues(stored))).toEqual(stored)
})

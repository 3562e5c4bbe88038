import { expect, test } from 'vitest'
import { checkedBy } from '../../lib/form.ts'
import { companyInput, valuesOf } from './company-input.ts'

const check = (typed: object) => checkedBy(companyInput)({ ...valuesOf({}), ...typed })

test.each([
  ['a phone number', '+994 12 500 10 20', '+994 12 500 10 20'],
  ['no-break spaces of a web page', ' +994\u00a012\u202f500 10 20\u00a0', '+994 12 500 10 20'],
  ['other hyphens', '+994 12 500\u201110–20', '+994 12 500-10-20'],
  ['digits of an Arabic keyboard', '+٩٩٤ ١٢ ٥٠٠ ١٠ ٢٠', '+994 12 500 10 20'],
  ['marks of the direction from an address book', '\u202a+994 12 500 10 20\u202c', '+994 12 500 10 20'],
])('accepts %s', (_, typed, expected) => {
  const { errors, values } = check({ phone_azerbaijan: typed, whatsapp: typed })
  expect(errors).toEqual({})
  expect(values).toMatchObject({ phone_azerbaijan: expected, whatsapp: '994125001020' })
})

test.each(['javascript:alert(1)', '012 500 10 20', '+994 12 500 10 20 ext. 5'])('rejects %s', (typed) => {
  expect(check({ phone_turkey: typed }).errors).toMatchObject({ phone_turkey: { message: 'site.phoneWrong' } })
})

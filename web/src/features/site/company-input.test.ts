import { expect, test } from 'vitest'
import { checkedBy } from '../../lib/form.ts'
import { companyInput, companySettingsOf, valuesOf } from './company-input.ts'
import { peopleText, withoutEmptyRows, withPerson } from './people-values.ts'

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

const PEOPLE = {
  psychology_coordinator: 'Aysel',
  psychology_coordinator_photo: 'a',
  architects: [
    { name: 'Rəna', titleKey: 'leadArchitect' as const, photo: 'b.jpg' },
    { name: 'Ada', titleKey: 'leadArchitect' as const },
    { name: 'Kerem', titleKey: 'interiorArchitect' as const, photo: 'c' },
  ],
}

test('people and their photos are the same after a round trip through the form', () => {
  expect(companySettingsOf(valuesOf(PEOPLE))).toMatchObject(PEOPLE)
  expect(companySettingsOf(valuesOf({}))).toMatchObject({
    psychology_coordinator: null,
    psychology_coordinator_photo: null,
    architects: null,
  })
})

test('names are cleaned in place, and somebody whose name is removed is left out on saving', () => {
  const { lead_architects } = valuesOf(PEOPLE)
  const typed = withPerson(withPerson(lead_architects, 0, { name: ' \t', photo: '' }), 1, { name: ' Ada\tNur ' })
  const { errors, values } = check({ lead_architects: typed })
  expect(errors).toEqual({})
  const text = 'lead_architects' in values ? values.lead_architects : ''
  expect(text).toBe(
    JSON.stringify([
      { name: '', photo: '' },
      { name: 'Ada Nur', photo: '' },
    ]),
  )
  expect(withoutEmptyRows(text)).toBe(peopleText([{ name: 'Ada Nur', photo: '' }]))
})

test('an added row without content changes nothing', () => {
  expect(withPerson('', 2, { name: '' })).toBe('')
  expect(withPerson(peopleText([{ name: 'Ada', photo: '' }]), 1, { name: '' })).toBe(peopleText([{ name: 'Ada', photo: '' }]))
})

const named = (...names: string[]) => peopleText(names.map((name) => ({ name, photo: '' })))

test.each([
  ['psychology_coordinator', peopleText([{ name: ' ', photo: 'chosen' }]), 'site.photoNeedsName'],
  [
    'lead_architects',
    peopleText([
      { name: 'Ada', photo: '' },
      { name: '', photo: 'a' },
    ]),
    'site.photoNeedsName',
  ],
  ['lead_architects', named('A', 'B', 'C', 'D'), 'site.tooManyNames'],
  ['interior_architects', named('A'.repeat(81)), 'site.tooLong'],
] as const)('%s refuses %s', (column, text, message) => {
  expect(check({ [column]: text }).errors).toMatchObject({ [column]: { message } })
})

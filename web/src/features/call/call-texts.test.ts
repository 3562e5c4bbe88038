import { expect, test } from 'vitest'
import { namesOf, shownName } from './call-texts.ts'
import type { CallDetails } from './queries.ts'

const t = (key: string, values?: Record<string, unknown>) => (values ? `د. ${String(values['first'])} ${String(values['last'])}` : key)
const details = (patient: CallDetails['patient']) =>
  ({ part: 'doctor', doctor: { first_name: 'Aylin', last_name: 'Kaya', specialization: 'x' }, patient }) as CallDetails

test('a patient whose profile may no longer be read is just the patient', () => {
  expect(namesOf(details(null), t).other).toEqual({ full: 'call.patient', plain: '' })
  expect(namesOf(details({ first_name: 'Leyla', last_name: null, phone: null }), t).other).toEqual({ full: 'Leyla', plain: 'Leyla' })
})

test('a title is read in the reader’s language, and a chosen name stays as it was chosen', () => {
  const aylin = { full: 'د. Aylin Kaya', plain: 'Aylin Kaya' }
  expect(shownName(undefined, aylin)).toBe('د. Aylin Kaya')
  expect(shownName('Dr. Aylin Kaya', aylin)).toBe('د. Aylin Kaya')
  expect(shownName('Aylin (telefondan)', aylin)).toBe('Aylin (telefondan)')
  expect(shownName('Leyla', { full: 'Hasta', plain: '' })).toBe('Leyla')
})

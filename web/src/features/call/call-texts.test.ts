import { expect, test } from 'vitest'
import { nameInCall, namesOf, shownName } from './call-texts.ts'
import type { CallDetails } from './queries.ts'

const t = (key: string, values?: Record<string, unknown>) => (values ? `د. ${String(values['first'])} ${String(values['last'])}` : key)
const details = (patient: CallDetails['patient']) =>
  ({ part: 'doctor', doctor: { first_name: 'Aylin', last_name: 'Kaya', specialization: 'x' }, patient }) as CallDetails

test('calls the other side “patient” if their profile may no longer be read', () => {
  expect(namesOf(details(null), t).other).toEqual({ full: 'call.patient', plain: '' })
  expect(namesOf(details({ first_name: 'Leyla', last_name: null, phone: null, has_account: true, notices: [] }), t).other).toEqual({
    full: 'Leyla',
    plain: 'Leyla',
  })
})

test('names a doctor with their own title', () => {
  const call = details(null)
  const titled = { ...call, doctor: { ...call.doctor, title: 'Prof. Dr.' } }
  expect(namesOf(titled, t).own).toEqual({ full: 'Prof. Dr. Aylin Kaya', plain: 'Aylin Kaya' })
  expect(nameInCall({ ...titled, part: 'patient' }, 'Dr. Aylin Kaya', t)).toBe('Prof. Dr. Aylin Kaya')
})

test('translates a doctor’s title to the reader’s language, but keeps a chosen name', () => {
  const aylin = { full: 'د. Aylin Kaya', plain: 'Aylin Kaya' }
  expect(shownName(undefined, aylin)).toBe('د. Aylin Kaya')
  expect(shownName('Dr. Aylin Kaya', aylin)).toBe('د. Aylin Kaya')
  expect(shownName('Aylin (telefondan)', aylin)).toBe('Aylin (telefondan)')
  expect(shownName('Leyla', { full: 'Hasta', plain: '' })).toBe('Leyla')
})

test('tells the doctor who joined for a patient without an account', () => {
  const words = (key: string, values?: Record<string, unknown>) => (values ? `${key} ${Object.values(values).join(' ')}` : key)
  const ali = { first_name: 'Ali', last_name: 'Kaya', phone: null }
  expect(nameInCall(details({ ...ali, notices: [], has_account: false }), 'Leyla Kaya', words)).toBe('call.guardianFor Leyla Kaya Ali Kaya')
  expect(nameInCall(details({ ...ali, notices: [], has_account: false }), undefined, words)).toBe('Ali Kaya')
  expect(nameInCall(details({ ...ali, notices: [], has_account: true }), 'Ali (telefondan)', words)).toBe('Ali (telefondan)')
  expect(nameInCall({ ...details({ ...ali, notices: [], has_account: false }), part: 'patient' }, undefined, words)).toBe(
    'doctor.name Aylin Kaya',
  )
})

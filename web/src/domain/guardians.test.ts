import { expect, test } from 'vitest'
import { isolated, isPhoneOnly, withGuardians } from './guardians.ts'

const LEYLA = { guardian_id: 'a', first_name: 'Leyla', last_name: 'Test', phone: '+90 1', relationship: 'child', authority: 'parental' }
const MURAT = { ...LEYLA, guardian_id: 'b', first_name: 'Murat' }
const t = (key: string, values = {}) => [key, ...Object.values(values)].join('|')

test.each([
  ['child', 'staff.guardianOfChild'],
  ['parent', 'staff.guardianOfParent'],
  ['spouse', 'staff.guardianOfSpouse'],
  ['other', 'staff.guardianOfOther'],
])('a guardian of a %s is named with their relationship to the patient', (relationship, text) => {
  expect(withGuardians({ has_account: false, guardians: [{ ...LEYLA, relationship }] }, t, 'en')).toBe(
    `staff.withRelation|${isolated('Leyla Test')}|${text}`,
  )
})

test('two guardians are named together', () => {
  expect(withGuardians({ has_account: false, guardians: [LEYLA, MURAT] }, t, 'ar')).toBe(
    `staff.with|${isolated('Leyla Test')}، ${isolated('Murat Test')}`,
  )
})

test('a patient with an account has no guardians, and one without guardians has only a phone', () => {
  expect(withGuardians({ has_account: true, guardians: null }, t, 'en')).toBeUndefined()
  expect([true, false, null].map((has_account) => isPhoneOnly({ has_account, guardians: null }))).toEqual([false, true, false])
  expect(isPhoneOnly({ has_account: false, guardians: [LEYLA] })).toBe(false)
  expect(isPhoneOnly(null)).toBe(false)
})

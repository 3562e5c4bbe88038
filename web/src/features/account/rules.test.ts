import { expect, test } from 'vitest'
import { checkedBy } from '../../lib/form.ts'
import { SignUp } from './rules.ts'

const check = checkedBy(SignUp)
const PERSON = {
  first_name: 'Ayşe',
  last_name: 'Yılmaz',
  phone: '+90 555',
  health_consent: false,
  date_of_birth: '',
  gender: '',
  medical_history: '',
  email: 'ayse@example.test',
  password: 'Deneme123!',
}

test('registering needs neither consent nor health data', () => {
  expect(check(PERSON).errors).toEqual({})
})

test('registering with consent requires all three health fields', () => {
  expect(Object.keys(check({ ...PERSON, health_consent: true, gender: 'Kadın' }).errors)).toEqual(['date_of_birth', 'medical_history'])
})

test('an empty form names every missing field at once', () => {
  const empty = { ...PERSON, first_name: '', last_name: ' ', phone: '', email: '', password: '' }
  expect(Object.keys(check(empty).errors)).toHaveLength(5)
  expect(Object.keys(check({ ...empty, health_consent: true }).errors)).toHaveLength(8)
})

test('a future date of birth is refused with consent; without consent the hidden field is not checked', () => {
  const input = { ...PERSON, date_of_birth: '2999-01-01', medical_history: 'a'.repeat(100_000) }
  expect(check({ ...input, health_consent: true }).errors).toMatchObject({
    date_of_birth: { message: 'account.invalidBirth' },
    medical_history: { message: 'account.tooLong' },
  })
  expect(check(input).errors).toEqual({})
})

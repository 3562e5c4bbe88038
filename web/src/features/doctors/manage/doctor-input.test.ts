import { expect, test } from 'vitest'
import { EMPTY_DOCTOR, ExistingRecord, NewDoctor, NewRecord, recordFor } from './doctor-input.ts'

const faultsOf = (result: ReturnType<typeof NewDoctor.safeParse>) =>
  result.error?.issues.map(({ path, message }) => `${String(path[0])}: ${message}`)

test('a doctor needs both names and nothing else', () => {
  expect(faultsOf(NewDoctor.safeParse({ ...EMPTY_DOCTOR, last_name: ' \t ' }))).toEqual([
    'first_name: profile.required',
    'last_name: profile.required',
  ])
  expect(NewDoctor.parse({ ...EMPTY_DOCTOR, first_name: ' Ay\nşe ', last_name: 'Ak' })).toEqual({
    ...EMPTY_DOCTOR,
    first_name: 'Ay şe',
    last_name: 'Ak',
  })
})

test.each(['ayse', 'ayse@bkv', 'a b@bkv.az', 'a@b@bkv.az', 'a,b@bkv.az', `${'a'.repeat(250)}@bkv.az`])(
  '%s is refused as an address',
  (email) => {
    expect(faultsOf(NewDoctor.safeParse({ ...EMPTY_DOCTOR, first_name: 'A', last_name: 'B', email }))).toEqual([
      'email: management.emailInvalid',
    ])
  },
)

test('text that is too long for the database is refused', () => {
  const long = { ...EMPTY_DOCTOR, first_name: 'a'.repeat(101), last_name: 'B', phone: '1'.repeat(41), bio: 'a'.repeat(4001) }
  expect(faultsOf(NewDoctor.safeParse(long))).toEqual([
    'first_name: profile.nameInvalid',
    'bio: management.bioTooLong',
    'phone: profile.phoneTooLong',
  ])
})

test('a new record has the user’s name, else the defaults', () => {
  expect(recordFor({ first_name: 'Işıl', last_name: null })).toMatchObject({
    first_name: 'Işıl',
    last_name: 'Soyisim',
    specialization: 'Genel',
    timezone: 'Asia/Baku',
  })
  expect(NewRecord.safeParse(recordFor({ first_name: null, last_name: null })).success).toBe(true)
})

test('an existing record must be selected, and the other fields may then be empty', () => {
  const empty = { first_name: '', last_name: '', specialization: '', bio: '', timezone: '', doctor_id: '' }
  expect(ExistingRecord.safeParse(empty).error?.issues.map(({ message }) => message)).toEqual(['management.recordRequired'])
  expect(ExistingRecord.safeParse({ ...empty, doctor_id: 'one' }).success).toBe(true)
})

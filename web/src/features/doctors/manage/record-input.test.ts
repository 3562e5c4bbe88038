import { expect, test } from 'vitest'
import { checkedBy } from '../../../lib/form.ts'
import { DoctorRecord, inputOf, recordChange } from './record-input.ts'

const DOCTOR = {
  first_name: 'Aylin',
  last_name: 'Kaya',
  title: null,
  specialization: 'Kardiyoloji',
  bio: 'Kalp',
  bio_language: 'tr',
  languages: ['tr'],
  licence_number: null,
  licence_authority: null,
  licence_country: null,
  contact: undefined,
  texts: [
    { language: 'en', bio: 'Heart' },
    { language: 'tr', bio: 'Eski' },
  ],
}

test('an unchanged record is valid, and its change only drops a text that is never shown', () => {
  const { errors, values } = checkedBy(DoctorRecord)(inputOf(DOCTOR))
  expect(errors).toEqual({})
  expect(recordChange(values as never)).toEqual({
    doctor: {
      first_name: 'Aylin',
      last_name: 'Kaya',
      title: '',
      specialization: 'Kardiyoloji',
      bio: 'Kalp',
      bio_language: 'tr',
      languages: ['tr'],
      licence_number: '',
      licence_authority: '',
      licence_country: '',
    },
    contact: { phone: '', email: '' },
    texts: { az: '', en: 'Heart', ru: '', ar: '', fr: '' },
  })
})

test('a country is two letters, which are capitalized', () => {
  const check = (licence_country: string) => checkedBy(DoctorRecord)({ ...inputOf(DOCTOR), licence_country })
  expect((check(' tr ').values as { licence_country: string }).licence_country).toBe('TR')
  expect(check('Türkiye').errors.licence_country?.message).toBe('record.countryWrong')
})

import { expect, test } from 'vitest'
import { shortNames } from './short-names.ts'

const names = (...doctors: [string, string][]) => [
  ...shortNames(
    doctors.map(([first_name, last_name], index) => ({ id: String(index), first_name, last_name })),
    'tr',
  ).values(),
]

test('a doctor’s short name is the surname, with more of the name if others share it', () => {
  expect(names(['Aylin', 'Demir'], ['Karim', 'Al-Hassan'])).toEqual(['Demir', 'Al-Hassan'])
  expect(names(['Aylin', 'Demir'], ['Can', 'Demir'], ['Fərid', 'Quliyev'])).toEqual(['A. Demir', 'C. Demir', 'Quliyev'])
  expect(names(['Ayşe', 'Kaya'], ['Aylin', 'Kaya'], ['Can', 'Kaya'])).toEqual(['Ayşe Kaya', 'Aylin Kaya', 'C. Kaya'])
})

test('every doctor gets a name, even without a surname or with a duplicate name', () => {
  expect(names(['Aylin', ''], ['Ayşe', 'Kaya'], ['Ayşe', 'Kaya'])).toEqual(['Aylin', 'Ayşe Kaya', 'Ayşe Kaya'])
})

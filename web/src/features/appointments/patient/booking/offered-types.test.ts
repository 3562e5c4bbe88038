import { expect, test } from 'vitest'
import { AppError } from '../../../../lib/errors.ts'
import { chosenType, nearestType, offeredTypes } from './offered-types.ts'

const typeOf = (id: string, minutes: number, who = 'everybody') => ({ id, minutes, who, names: { en: id } })
const [first, check, later, internal] = [
  typeOf('first', 45),
  typeOf('check', 15),
  typeOf('later', 30, 'returning'),
  typeOf('own', 30, 'staff'),
]

test('offers newcomers the types for everybody, returning patients theirs too, and nobody those for staff', () => {
  expect(offeredTypes([first, later, internal], false)).toEqual([first])
  expect(offeredTypes([first, later, internal], true)).toEqual([first, later])
})

test('chooses a single type by default, but leaves the choice among several to the patient', () => {
  expect(chosenType([first, check], undefined, false)).toBeUndefined()
  expect(chosenType([first, check], 'check', false)).toBe(check)
  expect(chosenType([first], undefined, false)).toBe(first)
  expect(chosenType([], undefined, true)).toBeUndefined()
})

test('takes the first type for a time that was chosen in the list of doctors', () => {
  expect(chosenType([first, check], undefined, true)).toBe(first)
})

test('does not silently replace a type that is gone', () => {
  expect(chosenType([first], 'gone', true)).toBeUndefined()
})

test('suggests the type that the database names, or else the one nearest in length', () => {
  const refusal = new AppError('type_not_offered', { type_id: 'first' })
  expect(nearestType([first, check], refusal, 15)).toBe(first)
  expect(nearestType([first, check], undefined, 20)).toBe(check)
  expect(nearestType([first, check], undefined, undefined)).toBeUndefined()
  expect(nearestType([], refusal, 20)).toBeUndefined()
})

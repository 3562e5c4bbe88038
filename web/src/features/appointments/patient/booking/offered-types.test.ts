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

test('newcomers are offered what everybody may book, returning patients more, and nobody what staff book', () => {
  expect(offeredTypes([first, later, internal], false)).toEqual([first])
  expect(offeredTypes([first, later, internal], true)).toEqual([first, later])
})

test('of several the patient chooses one, a single one is stated', () => {
  expect(chosenType([first, check], undefined, false)).toBeUndefined()
  expect(chosenType([first, check], 'check', false)).toBe(check)
  expect(chosenType([first], undefined, false)).toBe(first)
  expect(chosenType([], undefined, true)).toBeUndefined()
})

test('a time from a list was offered for the first type', () => {
  expect(chosenType([first, check], undefined, true)).toBe(first)
})

test('a type that is gone is not replaced without a word', () => {
  expect(chosenType([first], 'gone', true)).toBeUndefined()
})

test('the nearest type is the one that the database names, or the one that comes nearest in length', () => {
  const refusal = new AppError('type_not_offered', { type_id: 'first' })
  expect(nearestType([first, check], refusal, 15)).toBe(first)
  expect(nearestType([first, check], undefined, 20)).toBe(check)
  expect(nearestType([first, check], undefined, undefined)).toBeUndefined()
  expect(nearestType([], refusal, 20)).toBeUndefined()
})

import { describe, expect, test } from 'vitest'
import { ageOf, isAdult, isAdultBornIn, isPossibleBirth, isPossibleBirthYear } from './age.ts'

describe('an age', () => {
  test.for([
    ['2026-11-18', 0, 'months'],
    ['2026-10-19', 0, 'months'],
    ['2026-10-18', 1, 'months'],
    ['2024-11-19', 23, 'months'],
    ['2024-11-18', 2, 'years'],
    ['2022-11-19', 3, 'years'],
    ['2022-11-18', 4, 'years'],
    ['2027-01-01', 0, 'months'],
  ] as const)('is, for a birth on %s, %i %s', ([born, count, unit]) => {
    expect(ageOf(born, '2026-11-18')).toEqual({ count, unit })
  })
})

test('a child is an adult from the 18th birthday on', () => {
  expect(isAdult('2008-11-19', '2026-11-18')).toBe(false)
  expect(isAdult('2008-11-18', '2026-11-18')).toBe(true)
  expect(isAdult('2008-02-29', '2026-02-27')).toBe(false)
  expect(isAdult('2008-02-29', '2026-02-28')).toBe(true)
})

test('nobody is born in the future or 120 years ago', () => {
  expect(isPossibleBirth('2026-11-18', '2026-11-18')).toBe(true)
  expect(isPossibleBirth('2026-11-19', '2026-11-18')).toBe(false)
  expect(isPossibleBirth('1906-11-19', '2026-11-18')).toBe(true)
  expect(isPossibleBirth('1906-11-18', '2026-11-18')).toBe(false)
  expect(isPossibleBirth('', '2026-11-18')).toBe(false)
})

test('a birth year has four digits and is neither in the future nor too long ago', () => {
  expect(['1906', '1956', '2026'].every((year) => isPossibleBirthYear(year, '2026-11-18'))).toBe(true)
  expect(['1905', '2027', '56', '19566', ''].some((year) => isPossibleBirthYear(year, '2026-11-18'))).toBe(false)
})

test('a person counts as an adult in the whole year of the 18th birthday', () => {
  expect(isAdultBornIn('2008', '2026-11-18')).toBe(true)
  expect(isAdultBornIn('2009', '2026-11-18')).toBe(false)
})

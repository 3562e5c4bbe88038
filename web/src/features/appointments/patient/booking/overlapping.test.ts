import { expect, test } from 'vitest'
import { overlapping } from './overlapping.ts'

const [son, mother] = [
  { id: 'son', name: 'Ali' },
  { id: 'mother', name: 'Nərmin' },
]
const TEN = { starts_at: '2026-11-20T10:00:00+00:00' }
const at = (from: string, to: string, person?: typeof son, status: 'pending' | 'confirmed' | 'cancelled' | 'completed' = 'confirmed') => ({
  starts_at: `2026-11-20T${from}:00+00:00`,
  ends_at: `2026-11-20T${to}:00+00:00`,
  status,
  person,
})

test('an appointment of somebody else at the same time is found', () => {
  const ofSon = at('10:15', '10:45', son)
  expect(overlapping([ofSon], TEN, 30, mother)).toBe(ofSon)
  expect(overlapping([ofSon], TEN, 30, undefined)).toBe(ofSon)
})

test('one of oneself is found when booking for somebody else', () => {
  const own = at('09:45', '10:15')
  expect(overlapping([own], TEN, 30, son)).toBe(own)
})

test('one of the same person is left to the database, which forbids it', () => {
  expect(overlapping([at('10:00', '10:30', son)], TEN, 30, son)).toBeUndefined()
  expect(overlapping([at('10:00', '10:30')], TEN, 30, undefined)).toBeUndefined()
})

test('one that only touches, is cancelled or has ended is not', () => {
  const others = [
    at('09:30', '10:00', son),
    at('10:30', '11:00', son),
    at('10:00', '10:30', son, 'cancelled'),
    at('10:00', '10:30', son, 'completed'),
  ]
  expect(overlapping(others, TEN, 30, mother)).toBeUndefined()
})

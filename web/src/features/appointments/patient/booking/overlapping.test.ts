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

test('finds an overlapping appointment of another person', () => {
  const ofSon = at('10:15', '10:45', son)
  expect(overlapping([ofSon], TEN, 30, mother)).toBe(ofSon)
  expect(overlapping([ofSon], TEN, 30, undefined)).toBe(ofSon)
})

test('finds the user’s own overlapping appointment when booking for somebody else', () => {
  const own = at('09:45', '10:15')
  expect(overlapping([own], TEN, 30, son)).toBe(own)
})

test('ignores an overlapping appointment of the same person, which the database forbids', () => {
  expect(overlapping([at('10:00', '10:30', son)], TEN, 30, son)).toBeUndefined()
  expect(overlapping([at('10:00', '10:30')], TEN, 30, undefined)).toBeUndefined()
})

test('ignores appointments that are adjacent, cancelled or completed', () => {
  const others = [
    at('09:30', '10:00', son),
    at('10:30', '11:00', son),
    at('10:00', '10:30', son, 'cancelled'),
    at('10:00', '10:30', son, 'completed'),
  ]
  expect(overlapping(others, TEN, 30, mother)).toBeUndefined()
})

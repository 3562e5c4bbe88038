import { expect, test } from 'vitest'
import { isOver } from './over.ts'

const NOW = new Date('2026-11-17T12:10:00Z')
const at = (status: 'pending' | 'confirmed' | 'completed' | 'cancelled', starts: string, cancelled_by: string | null = null) => ({
  id: 'a',
  status,
  cancelled_by,
  starts_at: `2026-11-17T${starts}:00Z`,
  ends_at: `2026-11-17T${starts.replace(/00$/, '30')}:00Z`,
})

test('a completed appointment is over at its end, a request at its start, and an unclosed one never', () => {
  expect(isOver(at('completed', '11:00'), NOW)).toBe(true)
  expect(isOver(at('completed', '12:00'), NOW)).toBe(false)
  expect(isOver(at('pending', '12:00'), NOW)).toBe(true)
  expect(isOver(at('pending', '13:00'), NOW)).toBe(false)
  expect(isOver(at('confirmed', '11:00'), NOW)).toBe(false)
  expect(isOver(at('cancelled', '13:00', 'expired'), NOW)).toBe(true)
  expect(isOver(at('cancelled', '13:00', 'patient'), NOW)).toBe(false)
})

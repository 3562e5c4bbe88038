import { expect, test } from 'vitest'
import { chosenPlace, takesAnswers } from './answers.ts'

const NOW = new Date('2026-11-20T10:00:00Z')
const typed = { type_id: 'check-up', status: 'pending' as const, starts_at: '2026-11-20T10:01:00Z' }

test('takes answers until the start of the appointment', () => {
  expect(takesAnswers(typed, NOW)).toBe(true)
  expect(takesAnswers({ ...typed, status: 'confirmed' }, NOW)).toBe(true)
  expect(takesAnswers({ ...typed, starts_at: '2026-11-20T10:00:00Z' }, NOW)).toBe(false)
})

test('takes no answers for an appointment without a type or a cancelled one', () => {
  expect(takesAnswers({ ...typed, type_id: null }, NOW)).toBe(false)
  expect(takesAnswers({ ...typed, status: 'cancelled' }, NOW)).toBe(false)
})

test('finds the chosen answer among the choices, unless the choices have changed since', () => {
  const choices = [{ en: 'Yes', tr: 'Evet' }, { en: 'No' }]
  expect(chosenPlace({ choices, choice: { en: 'No' } })).toBe(1)
  expect(chosenPlace({ choices, choice: { en: 'Never' } })).toBe(-1)
  expect(chosenPlace({ choices, choice: null })).toBe(-1)
})

import { expect, test } from 'vitest'
import { newsOf } from './news.ts'

const appointment = { status: 'pending', cancelled_by: null, rescheduled_by: null } as const

test('reports changes by the patient as news, but not changes by staff', () => {
  expect(newsOf(appointment)).toBe('requested')
  expect(newsOf({ ...appointment, rescheduled_by: 'patient' })).toBe('moved')
  expect(newsOf({ ...appointment, rescheduled_by: 'doctor' })).toBeUndefined()
  expect(newsOf({ ...appointment, status: 'cancelled', cancelled_by: 'patient' })).toBe('cancelled')
  expect(newsOf({ ...appointment, status: 'cancelled', cancelled_by: 'admin' })).toBeUndefined()
  expect(newsOf({ ...appointment, status: 'confirmed' })).toBeUndefined()
})

import { expect, test } from 'vitest'
import { newsOf } from './news.ts'

const appointment = { status: 'pending', cancelled_by: null, rescheduled_by: null } as const

test('what the patient did is news to the doctor, what staff did is not', () => {
  expect(newsOf(appointment)).toBe('requested')
  expect(newsOf({ ...appointment, rescheduled_by: 'patient' })).toBe('moved')
  expect(newsOf({ ...appointment, rescheduled_by: 'doctor' })).toBeUndefined()
  expect(newsOf({ ...appointment, status: 'cancelled', cancelled_by: 'patient' })).toBe('cancelled')
  expect(newsOf({ ...appointment, status: 'cancelled', cancelled_by: 'admin' })).toBeUndefined()
  expect(newsOf({ ...appointment, status: 'confirmed' })).toBeUndefined()
})

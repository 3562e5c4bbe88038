import { expect, test } from 'vitest'
import { bookingPath, groupSlots, type NextSlot } from './next-slots.ts'

const slot = (doctor_id: string, appointment_time: string): NextSlot => ({
  doctor_id,
  appointment_date: '2026-11-16',
  appointment_time,
  starts_at: `2026-11-16T${appointment_time}:00+00:00`,
})

test('the times of a doctor stay together, and the doctors keep the order of the response', () => {
  const { byDoctor, isComplete } = groupSlots([slot('b', '09:00'), slot('b', '09:15'), slot('a', '09:05')])
  expect([...byDoctor.keys()]).toEqual(['b', 'a'])
  expect(byDoctor.get('b')?.map(({ appointment_time }) => appointment_time)).toEqual(['09:00', '09:15'])
  expect(isComplete).toBe(true)
})

test('a response with the maximum number of doctors counts as incomplete', () => {
  const rows = Array.from({ length: 50 }, (_, place) => slot(String(place), '09:00'))
  expect(groupSlots(rows).isComplete).toBe(false)
})

test('booking opens with the time on the doctor’s clock', () => {
  expect(bookingPath(slot('a', '09:00'))).toBe('/appointments?doctor=a&date=2026-11-16&time=09:00')
})

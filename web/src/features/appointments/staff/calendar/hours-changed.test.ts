import { expect, test } from 'vitest'
import { isAbout } from './hours-changed.ts'

test('a doctor’s calendar follows only their own hours, an admin’s calendar those of every doctor', () => {
  const mine = { payload: { doctor_id: 'a' } }
  expect(isAbout(mine, { doctor_id: 'a' })).toBe(true)
  expect(isAbout(mine, { doctor_id: 'b' })).toBe(false)
  expect(isAbout({ payload: 'a' }, { doctor_id: 'a' })).toBe(false)
  expect(isAbout({}, { doctor_id: 'a' })).toBe(false)
  expect(isAbout(mine, 'all')).toBe(true)
})

import { expect, test } from 'vitest'
import { timeLeft } from './minutes-left.ts'

const appointment = { starts_at: '2026-11-16T10:00:00+00:00', ends_at: '2026-11-16T10:30:00+00:00' }
const at = (clock: string) => timeLeft(appointment, new Date(`2026-11-16T${clock}Z`))

test.each([
  ['09:59:59.999', { state: 'early' }],
  ['10:00:00.000', { state: 'running', minutes: 30 }],
  ['10:00:00.001', { state: 'running', minutes: 30 }],
  ['10:24:59.000', { state: 'running', minutes: 6 }],
  ['10:25:00.000', { state: 'ending', minutes: 5 }],
  ['10:29:59.999', { state: 'ending', minutes: 1 }],
  ['10:30:00.000', { state: 'over' }],
  ['11:45:00.000', { state: 'over' }],
])('at %s the time left is %o', (clock, expected) => {
  expect(at(clock)).toEqual(expected)
})

import { expect, test } from 'vitest'
import { NOTHING_SEEN, passSecond, type SeenTimes, seeTimes, shownTimes, TAKEN_SECONDS } from './taken-times.ts'

const DAY = '2026-11-20'
const NOW = Date.parse('2026-11-20T06:00:00Z')
const at = (...times: string[]) =>
  times.map((time) => ({ appointment_date: DAY, appointment_time: time, starts_at: `${DAY}T${time}:00+00:00` }))
const opened = seeTimes(NOTHING_SEEN, DAY, at('09:00', '09:15', '09:30'), NOW)
const shown = (seen: SeenTimes) =>
  shownTimes(seen).map(({ appointment_time, isTaken }) => (isTaken ? `(${appointment_time})` : appointment_time))
const never = () => false

test('opening a day counts its free times and marks none as taken', () => {
  expect(opened.found).toBe(3)
  expect(shown(opened)).toEqual(['09:00', '09:15', '09:30'])
})

test('a time that is no longer free stays in its place, marked as taken, without changing the day’s count', () => {
  const after = seeTimes(opened, DAY, at('09:00', '09:30'), NOW)
  expect(shown(after)).toEqual(['09:00', '(09:15)', '09:30'])
  expect(after.found).toBe(3)
})

test('a taken time disappears after a second unless it has the focus, and is announced for five seconds', () => {
  const after = (seconds: number, isFocused = never as Parameters<typeof passSecond>[1]) => {
    let seen = seeTimes(opened, DAY, at('09:00', '09:30'), NOW)
    for (let second = 0; second < seconds; second++) seen = passSecond(seen, isFocused)
    return seen
  }
  expect(shown(after(0))).toContain('(09:15)')
  expect(shown(after(1))).toEqual(['09:00', '09:30'])
  expect(after(TAKEN_SECONDS - 1).taken).toHaveLength(1)
  expect(after(TAKEN_SECONDS).taken).toHaveLength(0)
  const focused = after(3 * TAKEN_SECONDS, ({ appointment_time }) => appointment_time === '09:15')
  expect(shown(focused)).toContain('(09:15)')
  expect(shown(passSecond(focused, never))).toEqual(['09:00', '09:30'])
})

test('a time that is free again is no longer marked as taken', () => {
  const after = seeTimes(opened, DAY, at('09:00'), NOW)
  expect(shown(seeTimes(after, DAY, at('09:00', '09:15', '09:30'), NOW + 1000))).toEqual(['09:00', '09:15', '09:30'])
})

test('a time that has passed is not marked as taken', () => {
  expect(shown(seeTimes(opened, DAY, at('09:15', '09:30'), Date.parse(`${DAY}T09:00:00Z`)))).toEqual(['09:15', '09:30'])
})

test('another day starts without taken times', () => {
  expect(shown(seeTimes(opened, '2026-11-21', at('09:00'), NOW))).toEqual(['09:00'])
})

import { expect, test } from 'vitest'
import { listClock } from './list-clock.ts'

const rows = (...zones: string[]) => zones.map((timezone) => ({ timezone }))

test('names no time zone if all doctors have the reader’s time', () => {
  expect(listClock(rows('Europe/Istanbul', 'Europe/Istanbul'), 'Europe/Istanbul')).toBeUndefined()
  expect(listClock(rows('Europe/Istanbul', 'Europe/Moscow'), 'Europe/Istanbul')).toBeUndefined()
  expect(listClock([], 'Asia/Baku')).toBeUndefined()
})

test('names another time zone once if all rows share it, and otherwise in each row', () => {
  expect(listClock(rows('Europe/Istanbul', 'Europe/Istanbul'), 'Asia/Baku')).toBe('Europe/Istanbul')
  expect(listClock(rows('Europe/Istanbul', 'Asia/Baku'), 'Asia/Baku')).toBe('mixed')
  expect(listClock(rows('Asia/Dubai', 'Europe/Berlin'), 'Europe/Istanbul')).toBe('mixed')
})

test('names no time zone until the reader’s is known', () => {
  expect(listClock(rows('Europe/Istanbul'), undefined)).toBeUndefined()
})

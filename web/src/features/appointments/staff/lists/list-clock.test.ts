import { expect, test } from 'vitest'
import { listClock } from './list-clock.ts'

const rows = (...zones: string[]) => zones.map((timezone) => ({ timezone }))

test('a list on the reader’s own clock names no zone, wherever its doctors are', () => {
  expect(listClock(rows('Europe/Istanbul', 'Europe/Istanbul'), 'Europe/Istanbul')).toBeUndefined()
  expect(listClock(rows('Europe/Istanbul', 'Europe/Moscow'), 'Europe/Istanbul')).toBeUndefined()
  expect(listClock([], 'Asia/Baku')).toBeUndefined()
})

test('another clock is named once if all rows share it, and otherwise in each row', () => {
  expect(listClock(rows('Europe/Istanbul', 'Europe/Istanbul'), 'Asia/Baku')).toBe('Europe/Istanbul')
  expect(listClock(rows('Europe/Istanbul', 'Asia/Baku'), 'Asia/Baku')).toBe('mixed')
  expect(listClock(rows('Asia/Dubai', 'Europe/Berlin'), 'Europe/Istanbul')).toBe('mixed')
})

test('until the reader’s zone is known, no zone is named', () => {
  expect(listClock(rows('Europe/Istanbul'), undefined)).toBeUndefined()
})

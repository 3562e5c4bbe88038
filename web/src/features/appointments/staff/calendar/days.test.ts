import { describe, expect, test } from 'vitest'
import { clockChangeOn, clockOf, minuteOf, placeOf, weekAround, weekTitle } from './days.ts'

test('a week runs from Monday to Sunday, across months and years', () => {
  expect(weekAround('2026-11-15')).toEqual([
    '2026-11-09',
    '2026-11-10',
    '2026-11-11',
    '2026-11-12',
    '2026-11-13',
    '2026-11-14',
    '2026-11-15',
  ])
  expect(weekAround('2027-01-01')[0]).toBe('2026-12-28')
  expect(weekAround('2026-11-16')[0]).toBe('2026-11-16')
})

test('a week’s title has its first and last day, with both months in the same form', () => {
  expect(weekTitle('2026-11-18', 'en')).toBe('16 – 22\u00a0November 2026')
  expect(weekTitle('2026-11-18', 'tr')).toBe('16 – 22\u00a0Kasım 2026')
  expect(weekTitle('2026-11-18', 'tr', 'dayMonth')).toBe('16 – 22\u00a0Kas 2026')
  expect(weekTitle('2026-12-01', 'tr')).toBe('30\u00a0Kas – 6\u00a0Ara 2026')
  expect(weekTitle('2027-01-01', 'az')).toBe('28\u00a0dek – 3\u00a0yan 2027')
})

test('converts minutes of the day to a clock time and back', () => {
  expect(clockOf(0)).toBe('00:00')
  expect(clockOf(570)).toBe('09:30')
  expect(clockOf(1440)).toBe('24:00')
  expect(minuteOf('23:45')).toBe(1425)
})

test('places an instant on the day of the given time zone', () => {
  expect(placeOf('2026-11-16T20:30:00Z', 'Asia/Baku')).toEqual({ day: '2026-11-17', minute: 30 })
  expect(placeOf('2026-11-16T20:30:00Z', 'Europe/Istanbul')).toEqual({ day: '2026-11-16', minute: 1410 })
})

describe('days on which the clocks change', () => {
  test.each([
    ['Europe/Berlin', '2027-03-28', { kind: 'missing', from: 120, to: 180 }],
    ['Europe/Berlin', '2027-10-31', { kind: 'doubled', from: 120, to: 180 }],
    ['America/New_York', '2027-03-14', { kind: 'missing', from: 120, to: 180 }],
    ['America/New_York', '2026-11-01', { kind: 'doubled', from: 60, to: 120 }],
    // These change at midnight: the day begins at 01:00, or its first hour comes twice.
    ['America/Havana', '2027-03-14', { kind: 'missing', from: 0, to: 60 }],
    ['America/Havana', '2026-11-01', { kind: 'doubled', from: 0, to: 60 }],
    ['Africa/Cairo', '2027-04-30', { kind: 'missing', from: 0, to: 60 }],
    // Lord Howe changes by half an hour.
    ['Australia/Lord_Howe', '2026-10-04', { kind: 'missing', from: 120, to: 150 }],
  ])('finds the change in %s on %s', (zone, day, expected) => {
    expect(clockChangeOn(day, zone)).toEqual(expected)
  })

  test.each([
    ['Europe/Berlin', '2027-03-27'],
    ['Europe/Berlin', '2027-03-29'],
    ['Africa/Cairo', '2027-04-29'],
    ['Africa/Cairo', '2027-05-01'],
    ['Asia/Baku', '2027-03-28'],
  ])('finds no change in %s on %s', (zone, day) => {
    expect(clockChangeOn(day, zone)).toBeUndefined()
  })
})

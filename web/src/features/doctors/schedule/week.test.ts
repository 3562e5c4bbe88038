import { expect, test } from 'vitest'
import { type Day, hoursFaults, nextWindow, offerOf, rangeOf, runsOf, spansInDay, storedRows, usualOffer, weekFromRows } from './week.ts'

const open = (...windows: [start: string, end: string][]): Day => ({
  isAvailable: true,
  windows: windows.map(([start, end]) => ({ start, end })),
})

test('a week without any hours shows 09:00 to 17:00 on seven closed days', () => {
  const week = weekFromRows([])
  expect(week).toHaveLength(7)
  for (const day of week) expect(day).toEqual({ isAvailable: false, windows: [{ start: '09:00', end: '17:00' }] })
})

test('a stored week is read back unchanged, including a lunch break and a closed day', () => {
  const rows = [
    { day_of_week: 0, start_time: '13:00:00', end_time: '17:00:00', is_available: true },
    { day_of_week: 0, start_time: '09:00:00', end_time: '12:00:00', is_available: true },
    { day_of_week: 6, start_time: '10:00:00', end_time: '00:00:00', is_available: false },
  ]
  const week = weekFromRows(rows)
  expect(week[0]).toEqual(open(['09:00', '12:00'], ['13:00', '17:00']))
  expect(week[6]).toEqual({ isAvailable: false, windows: [{ start: '10:00', end: '00:00' }] })
  const saved = storedRows(week)
  expect(saved.filter(({ is_available }) => is_available)).toHaveLength(2)
  expect(weekFromRows(saved)).toEqual(week)
})

test('an unavailable window is ignored on an open day', () => {
  const [monday] = weekFromRows([
    { day_of_week: 0, start_time: '09:00', end_time: '12:00', is_available: true },
    { day_of_week: 0, start_time: '10:00', end_time: '11:00', is_available: false },
  ])
  expect(monday).toEqual(open(['09:00', '12:00']))
})

test('a start after the end is an error unless the end is midnight; equal times are allowed; an empty time is missing', () => {
  expect(hoursFaults(open(['17:00', '09:00']))).toEqual([{ kind: 'order' }])
  expect(hoursFaults(open(['17:00', '00:00']))).toEqual([undefined])
  expect(hoursFaults(open(['09:00', '09:00']))).toEqual([undefined])
  expect(hoursFaults(open(['09:00', '']))).toEqual([{ kind: 'missing' }])
})

test('windows may touch but not overlap; the later one has the error', () => {
  expect(hoursFaults(open(['09:00', '12:00'], ['12:00', '15:00']))).toEqual([undefined, undefined])
  expect(hoursFaults(open(['09:00', '12:00'], ['11:59', '15:00']))).toEqual([
    undefined,
    { kind: 'overlap', other: { start: '09:00', end: '12:00' } },
  ])
  expect(hoursFaults(open(['20:00', '00:00'], ['23:00', '23:30']))[1]).toMatchObject({ kind: 'overlap' })
  expect(hoursFaults(open(['09:00', '12:00'], ['10:00', '10:00']))).toEqual([undefined, undefined])
})

test('a closed day has no errors, and windows that could not be stored are omitted', () => {
  const closed = { ...open(['17:00', '09:00'], ['10:00', '11:00']), isAvailable: false }
  expect(hoursFaults(closed)).toEqual([undefined, undefined])
  expect(storedRows([closed])).toEqual([{ day_of_week: 0, start_time: '10:00', end_time: '11:00', is_available: false }])
})

test('a day offers a time every 15 minutes while the session fits, and as many appointments as the gap allows', () => {
  expect(offerOf(open(['09:00', '17:00']), 30)).toEqual({ times: 31, most: 11 })
  expect(offerOf(open(['09:00', '17:00']), 30, 0)).toEqual({ times: 31, most: 16 })
  expect(offerOf(open(['09:00', '10:00']), 60)).toEqual({ times: 1, most: 1 })
  expect(offerOf(open(['09:00', '09:59']), 60)).toEqual({ times: 0, most: 0 })
  expect(offerOf(open(['23:00', '00:00']), 30)).toEqual({ times: 3, most: 1 })
  expect(offerOf(open(['00:00', '00:00']), 120)).toEqual({ times: 89, most: 10 })
})

test('no session spans two windows, and the gap holds between them too', () => {
  expect(offerOf(open(['09:00', '09:30'], ['09:30', '10:00']), 30)).toEqual({ times: 2, most: 1 })
  expect(offerOf(open(['09:00', '09:30'], ['09:40', '10:10']), 30)).toEqual({ times: 2, most: 2 })
})

test('a closed day offers nothing, nor does an invalid window', () => {
  expect(offerOf({ ...open(['09:00', '17:00']), isAvailable: false }, 30)).toEqual({ times: 0, most: 0 })
  expect(offerOf(open(['17:00', '09:00'], ['', '12:00']), 30)).toEqual({ times: 0, most: 0 })
})

test('consecutive days with the same hours are one run, and closed days are equal whatever hours they keep', () => {
  const [long, short] = [open(['09:00', '17:00']), open(['09:00', '12:00'])]
  const closed = (day: Day) => ({ ...day, isAvailable: false })
  const week = [long, long, short, long, long, closed(long), closed(short)]
  expect(runsOf(week).map(({ first, last, day }) => [first, last, day.isAvailable])).toEqual([
    [0, 1, true],
    [2, 2, true],
    [3, 4, true],
    [5, 6, false],
  ])
})

test('the usual offer is that of most days; days that all differ, or that offer nothing, have none', () => {
  const [short, long, none] = [
    { times: 3, most: 1 },
    { times: 31, most: 11 },
    { times: 0, most: 0 },
  ]
  expect(usualOffer([short, long, long, none, none, none, none])).toEqual(long)
  expect(usualOffer([short, long, none, none])).toBeUndefined()
  expect(usualOffer([])).toBeUndefined()
})

test('a new window begins an hour after the last one; after midnight it is empty', () => {
  expect(nextWindow([{ start: '09:00', end: '12:00' }])).toEqual({ start: '13:00', end: '17:00' })
  expect(nextWindow([{ start: '09:00', end: '17:00' }])).toEqual({ start: '18:00', end: '20:00' })
  expect(nextWindow([{ start: '09:00', end: '21:30' }])).toEqual({ start: '22:30', end: '00:00' })
  expect(nextWindow([{ start: '18:00', end: '00:00' }])).toEqual({ start: '', end: '' })
})

test('a range that ends at midnight ends at 24:00', () => {
  expect([rangeOf({ start: '14:00', end: '00:00' }), rangeOf({ start: '00:00', end: '12:30' })]).toEqual(['14:00–24:00', '00:00–12:30'])
})

test('the bar of a day shows hours until midnight, but not those of a closed day or invalid ones', () => {
  expect(spansInDay(open(['06:00', '12:00'], ['18:00', '00:00']))).toEqual([
    { from: 25, to: 50 },
    { from: 75, to: 100 },
  ])
  expect(spansInDay(open(['', '12:00'], ['17:00', '09:00']))).toEqual([])
  expect(spansInDay({ ...open(['09:00', '17:00']), isAvailable: false })).toEqual([])
})

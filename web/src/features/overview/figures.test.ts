import { expect, test } from 'vitest'
import {
  axisNames,
  countAxis,
  feesText,
  firstMeasured,
  firstPlotted,
  hoursByPeriod,
  patientsText,
  periodName,
  shareAxis,
  shareOf,
  shareText,
  waitAxis,
  waitOf,
} from './figures.ts'

test('hours of all doctors are added up by period, including periods without work', () => {
  const periods = ['2026-11-09', '2026-11-16'].map((period) => ({ period })) as never
  const row = (doctor_id: string, offered_minutes: number, booked_minutes: number) => ({
    period: '2026-11-16',
    doctor_id,
    offered_minutes,
    booked_minutes,
  })
  const hours = hoursByPeriod({ periods, hours: [row('a', 600, 150), row('b', 0, 30)] })
  expect(hours).toEqual([
    { offered: 0, booked: 0 },
    { offered: 600, booked: 180 },
  ])
  expect(hours.map(shareOf)).toEqual([undefined, 0.3])
})

test('nothing was measured before the first appointment', () => {
  const empty = { booked: 0, cancelled_by_patient: 0, cancelled_by_doctor: 0, cancelled_by_admin: 0, expired: 0, answered: 0 }
  const firstOf = (...periods: object[]) => firstMeasured({ periods } as never)
  const none = Array.from({ length: 12 }, () => empty)
  expect(firstOf(...none.with(2, { ...empty, cancelled_by_patient: 1 }))).toBe(2)
  expect(firstOf(...none.with(10, { ...empty, booked: 1 }))).toBe(10)
  expect(firstOf(...none)).toBe(12)
})

test('plots begin with the first appointment, but never with fewer than six columns', () => {
  const of = (booked: number) => ({
    booked,
    cancelled_by_patient: 0,
    cancelled_by_doctor: 0,
    cancelled_by_admin: 0,
    expired: 0,
    answered: 0,
  })
  const plottedFrom = (first: number) => firstPlotted({ periods: Array.from({ length: 12 }, (_, at) => of(at >= first ? 1 : 0)) } as never)
  expect([0, 4, 6, 9, 12].map(plottedFrom)).toEqual([0, 4, 6, 6, 6])
})

test('small shares are shown with a decimal, so that they differ', () => {
  expect([0, 0.0174, 0.02, 0.096, 0.1, 0.256, undefined].map((share) => shareText(share, 'tr'))).toEqual([
    '%0',
    '%1,7',
    '%2',
    '%9,6',
    '%10',
    '%26',
    '–',
  ])
  expect(shareText(0.0174, 'az')).toBe('1,7%')
})

test('the axis names each week by its day, and each month once', () => {
  const weeks = ['2026-10-26', '2026-11-02', '2026-11-09', '2026-11-30', '2026-12-07']
  expect(axisNames(weeks, 'week', 'tr')).toEqual([
    { period: '2026-10-26', name: '26', under: '' },
    { period: '2026-11-02', name: '2', under: 'Kas' },
    { period: '2026-11-09', name: '9', under: '' },
    { period: '2026-11-30', name: '30', under: '' },
    { period: '2026-12-07', name: '7', under: 'Ara' },
  ])
  expect(axisNames(['2026-10-01', '2026-11-01', '2027-01-01'], 'month', 'az')).toEqual([
    { period: '2026-10-01', name: 'okt', under: '2026' },
    { period: '2026-11-01', name: 'noy', under: '' },
    { period: '2027-01-01', name: 'yan', under: '2027' },
  ])
})

test.each([
  [0, 'overview.minutes', 0],
  [119, 'overview.minutes', 119],
  [120, 'overview.hours', 2],
  [2879, 'overview.hours', 48],
  [2880, 'overview.days', 2],
])('a wait of %i minutes is shown as %s %i', (minutes, key, number) => {
  expect(waitOf(minutes)).toEqual({ key, number })
})

test.each([
  [0.02, 0.02],
  [0.03, 0.05],
  [0.25, 0.25],
  [0.6, 0.75],
  [0.9, 1],
  [1.1, 1.25],
])('the axis for a share of %d ends at %d', (highest, axis) => {
  expect(shareAxis(highest)).toBe(axis)
})

test('the axes of counts and waits end at round numbers', () => {
  expect([1, 4, 7, 14, 29, 150].map(countAxis)).toEqual([1, 4, 8, 15, 30, 150])
  expect([4, 45, 100, 1000, 5000].map((minutes) => waitOf(waitAxis(minutes)))).toEqual([
    { key: 'overview.minutes', number: 5 },
    { key: 'overview.minutes', number: 60 },
    { key: 'overview.hours', number: 2 },
    { key: 'overview.hours', number: 18 },
    { key: 'overview.days', number: 4 },
  ])
})

test('the exact number of one to four patients is hidden', () => {
  expect([null, 0, 5, undefined].map((patients) => patientsText(patients, 'en'))).toEqual(['\u2066< 5\u2069', '0', '5', '0'])
})

test('amounts in different currencies are not added up', () => {
  const fee = (currency: string, agreed_minor: number) => ({ period: '2026-11-16', currency, agreed_minor, paid_minor: 0 })
  expect(feesText([fee('AZN', 5000), fee('EUR', 12_050)], '2026-11-16', 'agreed_minor', 'en')).toEqual(['50\u00a0AZN', '120.50\u00a0EUR'])
  expect(feesText([fee('AZN', 5000)], '2026-11-16', 'paid_minor', 'en')).toEqual([])
})

test('a week is named by its first day and a month by its name', () => {
  expect(periodName('2026-11-16', 'week', 'tr')).toBe('16\u00a0Kas')
  expect(periodName('2026-11-01', 'month', 'az')).toBe('noyabr')
})

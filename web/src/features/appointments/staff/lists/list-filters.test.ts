import { expect, test } from 'vitest'
import { allAppointments, isFiltered, listFilterOf, readFilters, whenOf } from './list-filters.ts'

const read = (text: string) => readFilters(new URLSearchParams(text))
const DOCTOR = '0f0e0d0c-0b0a-4908-8706-050403020100'

test('reads the filters from the URL and drops invalid values', () => {
  expect(read(`q=ley&status=pending&doctor=${DOCTOR}&from=2026-11-16&to=2026-11-20&when=past&payment=unpaid`)).toEqual({
    text: 'ley',
    status: 'pending',
    doctorId: DOCTOR,
    from: '2026-11-16',
    to: '2026-11-20',
    when: 'past',
    payment: 'unpaid',
  })
  const nonsense = read('status=gone&doctor=me&from=tomorrow&to=2026-99-99&when=never&payment=some')
  expect(nonsense).toEqual({
    text: '',
    status: undefined,
    doctorId: undefined,
    from: undefined,
    to: undefined,
    when: undefined,
    payment: undefined,
  })
  expect(isFiltered(nonsense)).toBe(false)
  expect(read(`q=${'x'.repeat(300)}`).text).toHaveLength(100)
})

test('converts days in the time zone, and includes the last day', () => {
  expect(listFilterOf(read('from=2026-11-16&to=2026-11-16'), 'Asia/Baku')).toMatchObject({
    from: '2026-11-15T20:00:00.000Z',
    to: '2026-11-16T20:00:00.000Z',
  })
})

test('ignores a search term of one letter', () => {
  expect(listFilterOf(read('q=l'), 'Asia/Baku').term).toBeUndefined()
  expect(listFilterOf(read('q=%20le%20'), 'Asia/Baku').term).toBe('le')
})

const all = (text: string) => allAppointments(read(text), 'Asia/Baku')

test('shows the coming appointments of all doctors by default, and past ones newest first', () => {
  expect(all('')).toMatchObject({ part: 'coming', from: undefined, to: undefined })
  expect(all('').newestFirst).toBeUndefined()
  expect(all('when=past')).toMatchObject({ part: 'past', from: undefined, to: undefined, newestFirst: true })
  expect(all('when=all')).toMatchObject({ from: undefined, to: undefined, newestFirst: true })
  expect(all('when=all').part).toBeUndefined()
  expect(isFiltered(read('when=past'))).toBe(false)
})

test('includes the past in a search or for ended statuses, unless a part of time is chosen', () => {
  for (const text of ['q=ley', 'status=completed', 'status=cancelled', 'from=2026-11-01', 'to=2026-11-01']) {
    expect(whenOf(read(text))).toBe('all')
    expect(whenOf(read(`${text}&when=coming`))).toBe('coming')
  }
  for (const text of ['', 'q=l', 'status=pending', 'status=confirmed', `doctor=${DOCTOR}`]) expect(whenOf(read(text))).toBe('coming')
})

test('narrows the part of time by the chosen days and never widens it', () => {
  expect(all('when=coming&from=2026-11-20')).toMatchObject({ part: 'coming', from: '2026-11-19T20:00:00.000Z' })
  expect(all('when=past&to=2026-11-10')).toMatchObject({ part: 'past', to: '2026-11-10T20:00:00.000Z' })
})

test('looks for unpaid appointments in past and future', () => {
  expect(all('payment=unpaid')).toMatchObject({ onlyUnpaid: true, newestFirst: true })
  expect(all('').onlyUnpaid).toBeUndefined()
  expect(isFiltered(read('payment=unpaid'))).toBe(true)
})

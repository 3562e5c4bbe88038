import { expect, test } from 'vitest'
import { isFiltered, listFilterOf, readFilters } from './list-filters.ts'

const read = (text: string) => readFilters(new URLSearchParams(text))
const DOCTOR = '0f0e0d0c-0b0a-4908-8706-050403020100'

test('the address says what the list shows, and nonsense in it is left out', () => {
  expect(read(`q=ley&status=pending&doctor=${DOCTOR}&from=2026-11-16&to=2026-11-20`)).toEqual({
    text: 'ley',
    status: 'pending',
    doctorId: DOCTOR,
    from: '2026-11-16',
    to: '2026-11-20',
  })
  const nonsense = read('status=gone&doctor=me&from=tomorrow&to=2026-99-99')
  expect(nonsense).toEqual({ text: '', status: undefined, doctorId: undefined, from: undefined, to: undefined })
  expect(isFiltered(nonsense)).toBe(false)
  expect(read(`q=${'x'.repeat(300)}`).text).toHaveLength(100)
})

test('days are those of the zone, and the last one is included', () => {
  expect(listFilterOf(read('from=2026-11-16&to=2026-11-16'), 'Asia/Baku')).toMatchObject({
    from: '2026-11-15T20:00:00.000Z',
    to: '2026-11-16T20:00:00.000Z',
  })
})

test('a single letter is not searched for yet', () => {
  expect(listFilterOf(read('q=l'), 'Asia/Baku').term).toBeUndefined()
  expect(listFilterOf(read('q=%20le%20'), 'Asia/Baku').term).toBe('le')
})

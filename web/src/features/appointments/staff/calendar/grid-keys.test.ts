import { describe, expect, test } from 'vitest'
import { spotAfter } from './grid-keys.ts'

const grid = {
  columns: 3,
  rows: [540, 570, 600],
  isRtl: false,
  // Two appointments begin at 10:00 on the second day.
  placesIn: (column: number, minute: number) => (column === 1 && minute === 600 ? 2 : 1),
  hoursOf: (column: number) => (column === 0 ? undefined : { first: 570, last: 600 }),
}
const at = (column: number, minute: number, place = 0) => ({ column, minute, place })

describe('grid keys', () => {
  test.each([
    ['ArrowDown', at(0, 540), at(0, 570)],
    ['ArrowDown', at(0, 600), at(0, 600)],
    ['ArrowUp', at(0, 570), at(0, 540)],
    ['ArrowUp', at(0, 540), at(0, 540)],
    ['ArrowRight', at(0, 570), at(1, 570)],
    ['ArrowRight', at(2, 570), at(2, 570)],
    ['ArrowLeft', at(1, 570), at(0, 570)],
    ['Home', at(1, 600, 1), at(1, 570)],
    ['End', at(1, 570), at(1, 600)],
    // On a day without working hours, Home and End lead to the first and the last row.
    ['Home', at(0, 570), at(0, 540)],
    ['End', at(0, 540), at(0, 600)],
    ['ArrowDown', at(1, 600), at(1, 600, 1)],
    ['ArrowUp', at(1, 600, 1), at(1, 600)],
    ['PageUp', at(1, 570), 'before'],
    ['PageDown', at(1, 570), 'after'],
    ['a', at(1, 570), undefined],
    ['Tab', at(1, 570), undefined],
  ])('%s at %o leads to %o', (key, from, to) => {
    expect(spotAfter(key, from, grid)).toEqual(to)
  })

  test('ArrowUp enters a cell with several appointments at the last one', () => {
    const tall = { ...grid, rows: [540, 570, 600, 630] }
    expect(spotAfter('ArrowUp', at(1, 630), tall)).toEqual(at(1, 600, 1))
  })

  test('ArrowLeft leads to the next day in a right-to-left page', () => {
    expect(spotAfter('ArrowLeft', at(0, 570), { ...grid, isRtl: true })).toEqual(at(1, 570))
    expect(spotAfter('ArrowRight', at(1, 570), { ...grid, isRtl: true })).toEqual(at(0, 570))
  })
})

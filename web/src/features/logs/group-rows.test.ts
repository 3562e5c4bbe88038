import { expect, test } from 'vitest'
import { groupRows } from './group-rows.ts'

const rows = (text: string) => text.split(' ').map((each, id) => ({ id, day: each[0] ?? '', kind: each[1] ?? '' }))
const group = (text: string, isFolded = true) =>
  groupRows(rows(text), ({ day }) => day, isFolded ? ({ kind }) => kind : undefined).map(({ day, runs }) => [
    day,
    runs.map((run) => run.length),
  ])

test('rows are grouped by day', () => {
  expect(group('1a 1b 2a')).toEqual([
    ['1', [1, 1]],
    ['2', [1]],
  ])
})

test('four consecutive rows of a kind are folded, three are not', () => {
  expect(group('1a 1a 1a 1a 1b 1b 1b')).toEqual([['1', [4, 1, 1, 1]]])
})

test('a run ends with its day, and nothing is folded without kinds', () => {
  expect(group('1a 1a 1a 2a 2a 2a')).toEqual([
    ['1', [1, 1, 1]],
    ['2', [1, 1, 1]],
  ])
  expect(group('1a 1a 1a 1a', false)).toEqual([['1', [1, 1, 1, 1]]])
})

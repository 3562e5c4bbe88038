import { QueryClient } from '@tanstack/react-query'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { createRefresher } from './refresher.ts'

beforeEach(() => void vi.useFakeTimers())
afterEach(() => void vi.useRealTimers())

function watched() {
  const client = new QueryClient()
  const invalidate = vi.spyOn(client, 'invalidateQueries')
  return { refresh: createRefresher(client), refreshed: () => invalidate.mock.calls.map(([filters]) => filters?.queryKey) }
}

test('a single change is refreshed at once, and again later ones too', () => {
  const { refresh, refreshed } = watched()
  refresh([['list']])
  expect(refreshed()).toEqual([['list']])
  vi.advanceTimersByTime(5000)
  expect(refreshed()).toHaveLength(1)
  refresh([['list']])
  expect(refreshed()).toHaveLength(2)
})

test('a burst of changes refreshes each list twice', () => {
  const { refresh, refreshed } = watched()
  for (let change = 0; change < 100; change++) refresh([['list'], ['note', change % 2]])
  expect(refreshed()).toEqual([['list'], ['note', 0]])
  vi.advanceTimersByTime(5000)
  expect(refreshed()).toHaveLength(5)
  expect(new Set(refreshed().slice(2))).toEqual(new Set([['list'], ['note', 0], ['note', 1]]))
})

test('changes that never stop are refreshed while they continue', () => {
  const { refresh, refreshed } = watched()
  for (let change = 0; change < 100; change++) {
    refresh([['list']])
    vi.advanceTimersByTime(100)
  }
  expect(refreshed().length).toBeGreaterThan(20)
  expect(refreshed().length).toBeLessThan(60)
})

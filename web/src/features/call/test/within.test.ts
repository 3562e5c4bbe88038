import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { within } from './within.ts'

beforeEach(() => void vi.useFakeTimers())
afterEach(() => void vi.useRealTimers())

test('passes on a value or error that arrives in time, and leaves no timer behind', async () => {
  expect(await within(1000, 'late', Promise.resolve('here'))).toBe('here')
  await expect(within(1000, 'late', Promise.reject(new Error('broken')))).rejects.toThrow('broken')
  expect(vi.getTimerCount()).toBe(0)
})

test('throws the named error when nothing arrives in time', async () => {
  const waiting = within(1000, 'late', new Promise(() => {}))
  const [ended] = await Promise.all([waiting.catch((error: unknown) => error), vi.advanceTimersByTimeAsync(1000)])
  expect(ended).toMatchObject({ reason: 'late' })
})

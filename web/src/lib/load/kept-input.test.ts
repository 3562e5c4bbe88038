import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { forgetInput, keepInput, keptInput } from './kept-input.ts'

const kept = new Map<string, string>()
const place = () =>
  ({
    getItem: (key: string) => kept.get(key) ?? null,
    setItem: (key: string, value: string) => void kept.set(key, value),
    removeItem: (key: string) => void kept.delete(key),
  }) as Storage
const forbidden = () => {
  throw new DOMException('The operation is insecure.', 'SecurityError')
}

beforeEach(() => {
  kept.clear()
  vi.useFakeTimers({ now: new Date('2026-11-15T10:00:00Z') })
})
afterEach(() => vi.useRealTimers())

test('keeps typed input for its person until it is deleted', () => {
  keepInput(place, 'typed:reason', { text: 'izin' }, 'ada')
  expect(keptInput(place, 'typed:reason', 'ada')).toMatchObject({ text: 'izin' })
  forgetInput(place, 'typed:reason')
  expect(keptInput(place, 'typed:reason', 'ada')).toBeUndefined()
  expect(kept.size).toBe(0)
})

test('deletes it for another person, and not while the session is only being renewed', () => {
  keepInput(place, 'typed:reason', { text: 'izin' }, 'ada')
  expect(keptInput(place, 'typed:reason', undefined)).toBeUndefined()
  expect(kept.size).toBe(1)
  expect(keptInput(place, 'typed:reason', 'mallory')).toBeUndefined()
  expect(kept.size).toBe(0)
})

test('deletes it after a day', () => {
  keepInput(place, 'typed:reason', { text: 'izin' }, 'ada')
  vi.setSystemTime(new Date('2026-11-16T09:59:00Z'))
  expect(keptInput(place, 'typed:reason', 'ada')).toBeDefined()
  vi.setSystemTime(new Date('2026-11-16T10:00:00Z'))
  expect(keptInput(place, 'typed:reason', 'ada')).toBeUndefined()
  expect(kept.size).toBe(0)
})

test('works without storage, and ignores entries in another format', () => {
  keepInput(forbidden, 'typed:reason', { text: 'izin' }, 'ada')
  expect(keptInput(forbidden, 'typed:reason', 'ada')).toBeUndefined()
  kept.set('typed:reason', '[broken')
  expect(keptInput(place, 'typed:reason', 'ada')).toBeUndefined()
})

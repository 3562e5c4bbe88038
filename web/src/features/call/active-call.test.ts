import { beforeEach, expect, test, vi } from 'vitest'
import { endActiveCall, keepActiveCall, keepConnectedAt, readActiveCall, readConnectedAt, readJoin } from './active-call.ts'

const HOUR = 3_600_000
const kept = new Map<string, string>()
const KEPT = { enumerable: true, configurable: true }

beforeEach(() => {
  kept.clear()
  const storage = {
    getItem: (key: string) => kept.get(key) ?? null,
    setItem: (key: string, value: string) => void kept.set(key, value),
    removeItem: (key: string) => void kept.delete(key),
  }
  // Like a real Storage, stored items are also visible as properties.
  vi.stubGlobal('localStorage', new Proxy(storage, { ownKeys: () => [...kept.keys()], getOwnPropertyDescriptor: () => KEPT }))
})

test('keeps a call with its code and name for its appointment only, until it ends', () => {
  keepActiveCall('one', { name: 'Ela', code: 'BKV-1' })
  expect(readActiveCall('one')).toMatchObject({ name: 'Ela', code: 'BKV-1' })
  expect(readActiveCall('other')).toBeUndefined()
  endActiveCall('one')
  expect(readActiveCall('one')).toBeUndefined()
})

test('forgets a call two hours after the first entry, regardless of later entries', () => {
  keepActiveCall('one', { name: 'Ela' })
  const started = Date.now()
  expect(readActiveCall('one', started + 1.9 * HOUR)).toBeDefined()
  kept.set('active-call:one', JSON.stringify({ name: 'Ela', startedAt: started - 1.5 * HOUR }))
  keepActiveCall('one', { name: 'Ela' })
  expect(readActiveCall('one', started + 0.6 * HOUR)).toBeUndefined()
  expect(kept.size).toBe(0)
})

test('keeps the time of the connection across a reload, until the call ends', () => {
  keepActiveCall('one', { name: 'Ela' })
  const at = Date.now() - 60_000
  keepConnectedAt('one', at)
  keepActiveCall('one', { name: 'Ela' })
  expect(readConnectedAt('one')).toBe(at)
  expect(readConnectedAt('one', at - 1)).toBeUndefined()
  endActiveCall('one')
  expect(readConnectedAt('one')).toBeUndefined()
  keepConnectedAt('one', at)
  expect(readConnectedAt('one')).toBeUndefined()
})

test('removes every expired record, even when another appointment is read', () => {
  kept.set('active-call:old', JSON.stringify({ name: 'Ela', startedAt: Date.now() - 3 * HOUR }))
  kept.set('theme', 'dark')
  expect(readActiveCall('other')).toBeUndefined()
  expect([...kept.keys()]).toEqual(['theme'])
})

test.each(['', 'null', '{', '{"name":1,"startedAt":0}', '{"startedAt":9e15,"name":"Ela"}'])('ignores the invalid record %s', (text) => {
  kept.set('active-call:one', text)
  expect(readActiveCall('one')).toBeUndefined()
})

test('works without storage', () => {
  vi.stubGlobal('localStorage', undefined)
  keepActiveCall('one', { name: 'Ela' })
  expect(readActiveCall('one')).toBeUndefined()
})

test('reads a link’s join options and rejects invalid ones', () => {
  expect(readJoin({ join: {} })).toEqual({})
  expect(readJoin({ join: { name: 'Ela', code: 'X' } })).toEqual({ name: 'Ela', code: 'X' })
  for (const state of [null, undefined, 'join', { join: 1 }, { join: { name: 1 } }]) expect(readJoin(state)).toBeUndefined()
})

import { afterEach, expect, test, vi } from 'vitest'
import { readStoredSession } from './stored-session.ts'

const NOW = Date.parse('2027-01-15T10:00:00Z')
const session = (inSeconds: number) => ({
  access_token: 'token',
  refresh_token: 'next',
  expires_at: NOW / 1000 + inSeconds,
  user: { id: 'person' },
})

function read(stored: string | null) {
  vi.stubGlobal('localStorage', { getItem: (key: string) => (key === 'sb-site-auth-token' ? stored : null) })
  return readStoredSession('sb-site-auth-token', NOW)
}

afterEach(() => vi.unstubAllGlobals())

test('a valid session is read as it is stored', () => {
  expect(read(JSON.stringify(session(121)))).toEqual(session(121))
})

test('a session that is not stored is null', () => {
  expect(read(null)).toBeNull()
})

test.each([
  ['has to be renewed soon', JSON.stringify(session(120))],
  ['has ended', JSON.stringify(session(-1))],
  ['says not when it ends', JSON.stringify({ ...session(500), expires_at: undefined })],
  ['has no person', JSON.stringify({ ...session(500), user: null })],
  ['cannot be renewed', JSON.stringify({ ...session(500), refresh_token: '' })],
  ['is not JSON', 'not JSON'],
  ['is null', 'null'],
])('a session that %s is left to the client', (_, stored) => {
  expect(read(stored)).toBeUndefined()
})

test('a session in storage that the browser denies is left to the client', () => {
  vi.stubGlobal('localStorage', {
    getItem() {
      throw new DOMException('denied', 'SecurityError')
    },
  })
  expect(readStoredSession('sb-site-auth-token')).toBeUndefined()
})

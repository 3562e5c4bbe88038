import { QueryClient, type QueryKey } from '@tanstack/react-query'
import { expect, test } from 'vitest'
import { keys } from './keys.ts'
import { type LiveScope, liveSource, staleKeys } from './live-source.ts'

const [ME, OTHER, DOCTOR] = ['me', 'other', 'doctor']

const CACHED = {
  mine: keys.mine(ME),
  theirs: keys.theirs(ME, ['son']),
  stats: keys.stats,
  pending: keys.pending(50, 'newest'),
  list: keys.list({ doctorId: DOCTOR }),
  unclosed: keys.unclosed(DOCTOR, 3),
  recent: keys.recent(DOCTOR),
  counts: keys.counts(DOCTOR, '2026-11-15'),
  note: keys.note('a', DOCTOR),
  call: keys.call('a'),
  otherNote: keys.note('b', DOCTOR),
  otherCall: keys.call('b'),
  freeDays: keys.freeDays(DOCTOR, '2026-11-15'),
  freeTimes: keys.freeWeek(DOCTOR, '2026-11-15'),
} satisfies Record<string, QueryKey>

const STAFF = ['stats', 'pending', 'list', 'unclosed', 'recent', 'counts']

async function staleAfter(invalidate: (client: QueryClient) => Promise<unknown>) {
  const client = new QueryClient()
  for (const key of Object.values(CACHED)) client.setQueryData(key, 'cached')
  await invalidate(client)
  return Object.entries(CACHED).flatMap(([name, key]) => (client.getQueryState(key)?.isInvalidated ? [name] : []))
}

const staleAfterRow = (row: Record<string, unknown> | undefined) =>
  staleAfter((client) => Promise.all(staleKeys({ ...(row && { row }) }, ME).map((queryKey) => client.invalidateQueries({ queryKey }))))

test('every key has its own cache entry', () => {
  const entries = Object.values(CACHED).map((key) => JSON.stringify(key))
  expect(new Set(entries).size).toBe(entries.length)
})

test('a change of my appointment invalidates my list, the staff lists and its own entries', async () => {
  expect(await staleAfterRow({ id: 'a', user_id: ME })).toEqual(['mine', 'theirs', ...STAFF, 'note', 'call'])
})

test("a change of another patient's appointment keeps my own list but invalidates that of people I act for", async () => {
  expect(await staleAfterRow({ id: 'a', user_id: OTHER })).toEqual(['theirs', ...STAFF, 'note', 'call'])
})

test('a row without its patient invalidates my list', async () => {
  expect(await staleAfterRow({ id: 'a' })).toContain('mine')
})

test('a reconnection or a deletion without a row invalidates everything except the free slots', async () => {
  const everything = ['mine', 'theirs', ...STAFF, 'note', 'call', 'otherNote', 'otherCall']
  expect(await staleAfterRow(undefined)).toEqual(everything)
  expect(await staleAfterRow({})).toEqual(everything)
  expect(await staleAfter((client) => client.invalidateQueries({ queryKey: keys.all }))).toEqual(everything)
})

test('a doctor’s free slots are invalidated together and nothing else', async () => {
  const stale = await staleAfter((client) => client.invalidateQueries({ queryKey: keys.free(DOCTOR) }))
  expect(stale).toEqual(['freeDays', 'freeTimes'])
})

test.each<[LiveScope, string | undefined]>([
  ['all', undefined],
  [{ user_id: ME }, 'user_id=eq.me'],
  [{ user_id: [ME] }, 'user_id=eq.me'],
  [{ user_id: [ME, 'son', 'mother'] }, 'user_id=in.(me,son,mother)'],
  [{ doctor_id: DOCTOR }, 'doctor_id=eq.doctor'],
  [{ id: 'a' }, 'id=eq.a'],
])('a user has one channel, and the scope %j only narrows it', (scope, filter) => {
  const { topic, rows } = liveSource(ME, scope)
  expect(topic).toBe('appointments:me')
  expect(rows).toEqual([filter ? { table: 'appointments', filter } : { table: 'appointments' }])
})

import pg from 'pg'
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest'
import { idOf, superuser } from '../testing/database.ts'
import { startTestServer } from '../testing/server.ts'
import { MAX_LOCK_ATTEMPTS } from './limits.ts'
import { fillLibrary } from './test-library.ts'

/** The duration of every write here without a limit. */
const SLOW_SECONDS = 5
/** A second of locks plus time for a busy machine. Without the limit, a write takes SLOW_SECONDS. */
const SOON_MS = 2500

const FUNCTIONS = [
  `create function public.update_slowly(book integer) returns void language plpgsql as $$
   begin update public.books set pages = 1 where id = book; perform pg_sleep(${SLOW_SECONDS}); end $$`,
  // Has its own timeout, because the project knows that it is slow.
  `create function public.update_patiently(book integer) returns void language plpgsql set statement_timeout = '8s' as $$
   begin update public.books set pages = 2 where id = book; perform pg_sleep(1.5); end $$`,
  `create function public.update_two(one integer, other integer) returns void language plpgsql as $$
   begin update public.books set pages = 3 where id = one; update public.books set pages = 3 where id = other; end $$`,
  `create function public.lock_slowly() returns void language plpgsql as $$
   begin perform pg_advisory_xact_lock(4711); perform pg_sleep(${SLOW_SECONDS}); end $$`,
  // The first row is updated before the filter evaluates the second one.
  `create function public.is_judged(public.books) returns boolean language plpgsql as $$
   begin if $1.id <> 1 then perform pg_sleep(${SLOW_SECONDS}); end if; return true; end $$`,
  `create function public.shown_slowly(public.books) returns text language plpgsql as $$
   begin perform pg_sleep(${SLOW_SECONDS}); return 'shown'; end $$`,
  `create function public.count_slowly() returns trigger language plpgsql as $$
   begin update public.books set pages = 4 where id = 1; perform pg_sleep(0.05); return new; end $$`,
  'create trigger tags_count before insert on public.tags for each row execute function public.count_slowly()',
]

const openLibrary = async () => fillLibrary(await startTestServer(), idOf)
let library: Awaited<ReturnType<typeof openLibrary>>
/** Another session on its own connection. */
let other: pg.Client

beforeAll(async () => {
  library = await openLibrary()
  await library.database.keep(superuser, async ({ query }) => {
    for (const sql of FUNCTIONS) await query(sql)
    await query('grant execute on all functions in schema public to authenticated')
    await query("notify pgrst, 'reload schema'")
  })
  other = new pg.Client({ connectionString: library.database.url })
  await other.connect()
  // Before any test, because each may run alone.
  await vi.waitUntil(async () => (await library.fetch('/books?id=eq.-1&select=shown_slowly')).ok, 20_000)
})
afterAll(async () => {
  await other.end()
  await library.stop()
})

const pagesOf = async (book: number) => {
  const { rows } = await other.query<{ pages: number }>('select pages from public.books where id = $1', [book])
  return rows[0]?.pages
}

const isWaitingOrWorking = async () => {
  const { rowCount } = await other.query("select from pg_locks where locktype in ('transactionid', 'advisory') and pid <> pg_backend_pid()")
  return Boolean(rowCount)
}

describe('the write timeout', () => {
  const representation = { prefer: 'return=representation' }
  test.each([
    ['a function', () => library.send('POST', '/rpc/update_slowly', { book: 1 })],
    ['a filter', () => library.send('PATCH', '/books?is_judged=is.true&id=lte.2', { pages: 5 })],
    [
      'many rows',
      () =>
        library.send(
          'POST',
          '/tags',
          Array.from({ length: 100 }, (_, n) => ({ name: `tag ${n}` })),
        ),
    ],
    [
      'a computed column of its representation',
      () => library.send('PATCH', '/books?id=eq.1&select=shown_slowly', { pages: 6 }, representation),
    ],
  ])('releases the locks of %s after a second', async (_, write) => {
    const before = await pagesOf(1)
    const answer = write()
    await expect.poll(isWaitingOrWorking).toBe(true)
    const started = performance.now()
    // Waits for the lock of the write above.
    await other.query('update public.books set title = title where id = 1')
    expect(performance.now() - started).toBeLessThan(SOON_MS)
    const { status, headers } = await answer
    expect([status, headers.get('retry-after'), await pagesOf(1)]).toEqual([503, '1', before])
  })

  test('also applies to a function called with GET, which cannot write but can lock', async () => {
    const answer = library.fetch('/rpc/lock_slowly', { headers: { authorization: `Bearer ${library.adaToken}` } })
    await expect.poll(isWaitingOrWorking).toBe(true)
    const started = performance.now()
    await other.query('select pg_advisory_lock(4711)')
    await other.query('select pg_advisory_unlock(4711)')
    expect(performance.now() - started).toBeLessThan(SOON_MS)
    expect((await answer).status).toBe(500)
  })

  test('does not apply to a function with its own timeout', async () => {
    expect((await library.send('POST', '/rpc/update_patiently', { book: 4 })).status).toBe(204)
    expect(await pagesOf(4)).toBe(2)
  })
})

describe('a write that waits for another session’s lock', () => {
  const heldByOther = async (work: () => Promise<void>) => {
    await other.query('begin')
    try {
      await other.query('select from public.books where id = 2 for update')
      await work()
    } finally {
      await other.query('rollback')
    }
  }

  test('releases its own locks, and finally asks the client to retry', { tags: 'long' }, async () => {
    const third = new pg.Client({ connectionString: library.database.url })
    await third.connect()
    const [before, beforeOfOther] = [await pagesOf(3), await pagesOf(2)]
    await heldByOther(async () => {
      const answer = library.send('POST', '/rpc/update_two', { one: 3, other: 2 })
      await expect
        .poll(
          async () =>
            (await third.query("select from pg_stat_activity where wait_event_type = 'Lock' and datname = current_database()")).rowCount,
        )
        .toBeGreaterThan(0)
      const started = performance.now()
      await third.query('update public.books set title = title where id = 3')
      expect(performance.now() - started).toBeLessThan(SOON_MS)
      const refused = await answer
      expect([refused.status, refused.headers.get('retry-after'), await refused.json()]).toMatchObject([503, '1', { code: '55P03' }])
    })
    expect([await pagesOf(3), await pagesOf(2)]).toEqual([before, beforeOfOther])
    await third.end()
  })

  test('succeeds once the lock is released', async () => {
    expect(MAX_LOCK_ATTEMPTS).toBeGreaterThan(1)
    let answer: Promise<Response> | undefined
    await heldByOther(async () => {
      answer = library.send('POST', '/rpc/update_two', { one: 3, other: 2 })
      // Longer than the lock timeout of one attempt.
      await other.query('select pg_sleep(0.9)')
    })
    expect((await answer)?.status).toBe(204)
    expect([await pagesOf(3), await pagesOf(2)]).toEqual([3, 3])
  })
})

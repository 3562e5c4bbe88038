import pg from 'pg'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { idOf, superuser } from '../testing/database.ts'
import { startTestServer } from '../testing/server.ts'
import { MAX_LOCK_ATTEMPTS } from './limits.ts'
import { fillLibrary } from './test-library.ts'

/** Everything here would take this long if nobody ended it. */
const SLOW_SECONDS = 5
/** A second of locks and some time for a busy machine; without the bound it would be the five seconds above. */
const SOON_MS = 2500

const FUNCTIONS = [
  `create function public.update_slowly(book integer) returns void language plpgsql as $$
   begin update public.books set pages = 1 where id = book; perform pg_sleep(${SLOW_SECONDS}); end $$`,
  // With a timeout of its own, because the project knows that it takes long.
  `create function public.update_patiently(book integer) returns void language plpgsql set statement_timeout = '8s' as $$
   begin update public.books set pages = 2 where id = book; perform pg_sleep(1.5); end $$`,
  `create function public.update_two(one integer, other integer) returns void language plpgsql as $$
   begin update public.books set pages = 3 where id = one; update public.books set pages = 3 where id = other; end $$`,
  `create function public.lock_slowly() returns void language plpgsql as $$
   begin perform pg_advisory_xact_lock(4711); perform pg_sleep(${SLOW_SECONDS}); end $$`,
  // The first row is changed before the filter reaches the second one.
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
/** Somebody else on a connection of their own. */
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
})
afterAll(async () => {
  await other.end()
  await library.stop()
})

test('the functions of these tests are known', async () => {
  await expect.poll(async () => (await library.fetch('/books?id=eq.-1&select=shown_slowly')).status, { timeout: 20_000 }).toBe(200)
})

const pagesOf = async (book: number) => {
  const { rows } = await other.query<{ pages: number }>('select pages from public.books where id = $1', [book])
  return rows[0]?.pages
}

const isWaitingOrWorking = async () => {
  const { rowCount } = await other.query("select from pg_locks where locktype in ('transactionid', 'advisory') and pid <> pg_backend_pid()")
  return Boolean(rowCount)
}

describe('a write holds its locks for a second at most, whatever makes it slow', () => {
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
  ])('%s', async (_, write) => {
    const before = await pagesOf(1)
    const answer = write()
    await expect.poll(isWaitingOrWorking).toBe(true)
    const started = performance.now()
    // It waits for the lock of the write above.
    await other.query('update public.books set title = title where id = 1')
    expect(performance.now() - started).toBeLessThan(SOON_MS)
    const { status, headers } = await answer
    expect([status, headers.get('retry-after'), await pagesOf(1)]).toEqual([503, '1', before])
  })

  test('a function called with GET, which may lock though it cannot write', async () => {
    const answer = library.fetch('/rpc/lock_slowly', { headers: { authorization: `Bearer ${library.adaToken}` } })
    await expect.poll(isWaitingOrWorking).toBe(true)
    const started = performance.now()
    await other.query('select pg_advisory_lock(4711)')
    await other.query('select pg_advisory_unlock(4711)')
    expect(performance.now() - started).toBeLessThan(SOON_MS)
    expect((await answer).status).toBe(500)
  })

  test('unless the function has a timeout of its own', async () => {
    expect((await library.send('POST', '/rpc/update_patiently', { book: 4 })).status).toBe(204)
    expect(await pagesOf(4)).toBe(2)
  })
})

describe('a write that waits for somebody else’s lock', () => {
  const heldByOther = async (work: () => Promise<void>) => {
    await other.query('begin')
    try {
      await other.query('select from public.books where id = 2 for update')
      await work()
    } finally {
      await other.query('rollback')
    }
  }

  test('lets go of its own locks, and in the end says when to come back', { tags: 'long' }, async () => {
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

  test('is done once the lock is free', async () => {
    expect(MAX_LOCK_ATTEMPTS).toBeGreaterThan(1)
    let answer: Promise<Response> | undefined
    await heldByOther(async () => {
      answer = library.send('POST', '/rpc/update_two', { one: 3, other: 2 })
      // Longer than one attempt waits.
      await other.query('select pg_sleep(0.9)')
    })
    expect((await answer)?.status).toBe(204)
    expect([await pagesOf(3), await pagesOf(2)]).toEqual([3, 3])
  })
})

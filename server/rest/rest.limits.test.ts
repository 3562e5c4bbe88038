import pg from 'pg'
import pino from 'pino'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { idOf, superuser } from '../testing/database.ts'
import { startTestServer } from '../testing/server.ts'
import { startRest } from './handler.ts'
import { MAX_COLUMN_REPEATS, MAX_EMBEDDED_RESOURCES, MAX_SELECTED_ITEMS } from './limits.ts'
import { fillLibrary } from './test-library.ts'

const ANONYMOUS = { role: 'anon' as const, claims: { role: 'anon' }, sessionId: undefined }
const MAX_RESPONSE_BYTES = 1_000_000

const openLibrary = async () => fillLibrary(await startTestServer({ env: { MAX_RESPONSE_BYTES: String(MAX_RESPONSE_BYTES) } }), idOf)
let library: Awaited<ReturnType<typeof openLibrary>>
beforeAll(async () => {
  library = await openLibrary()
})
afterAll(() => library.stop())

const times = (count: number, each: (n: number) => string) => Array.from({ length: count }, (_, n) => each(n)).join(',')
const selecting = (table: string, select: string) => library.fetch(`/${table}?select=${select}`)

const statusAndBody = async (answer: Response) => [answer.status, await answer.json()] as unknown
const refusedWith = (status: number, code: string) => [
  status,
  { code, message: expect.any(String), details: null, hint: expect.any(String) },
]
const TOO_COMPLEX = refusedWith(400, '54001')
const TOO_LARGE = refusedWith(413, '54000')

describe('a selection is refused before the database is queried', () => {
  test('with too many columns and resources, counted over all levels', async () => {
    const columns = ['id', 'title', 'isbn', 'pages', 'price', 'meta']
    const select = (count: number) => times(count, (n) => `a${n}:${columns[n % columns.length]}`)
    expect((await selecting('books', select(MAX_SELECTED_ITEMS))).status).toBe(200)
    expect(await statusAndBody(await selecting('books', select(MAX_SELECTED_ITEMS + 1)))).toEqual(TOO_COMPLEX)
    expect(await statusAndBody(await selecting('books', `${select(MAX_SELECTED_ITEMS - 1)},shelves(name)`))).toEqual(TOO_COMPLEX)
  })

  test('with too many embedded resources', async () => {
    const select = (count: number) => times(count, (n) => `a${n}:covers(color)`)
    expect((await selecting('books', select(MAX_EMBEDDED_RESOURCES))).status).toBe(200)
    expect(await statusAndBody(await selecting('books', select(MAX_EMBEDDED_RESOURCES + 1)))).toEqual(TOO_COMPLEX)
  })

  test('with the same column selected too often, embedded or not', async () => {
    const select = (count: number) => times(count, (n) => `a${n}:title`)
    expect((await selecting('books', select(MAX_COLUMN_REPEATS))).status).toBe(200)
    expect(await statusAndBody(await selecting('books', select(MAX_COLUMN_REPEATS + 1)))).toEqual(TOO_COMPLEX)
    expect(await statusAndBody(await selecting('shelves', `books(${select(MAX_COLUMN_REPEATS + 1)})`))).toEqual(TOO_COMPLEX)
  })

  test('with more columns than PostgreSQL supports', async () => {
    expect(await statusAndBody(await library.fetch(`/books?select=${times(4001, () => 'id')}`))).toEqual(TOO_COMPLEX)
    expect(await statusAndBody(await library.fetch(`/books?order=${times(2000, () => 'id')}`))).toEqual(TOO_COMPLEX)
  })

  test.each([
    ['books', 'authors!author_id(books!author_id(authors!author_id(books!author_id(id))))'],
    ['authors', 'books!author_id(authors!author_id(books!author_id(authors!author_id(books!author_id(id)))))'],
    ['tags', 'books(tags(books(id)))'],
    ['books', 'same_author(same_author(id))'],
  ])('with repeated fan-outs from shared rows: %s?select=%s', async (table, select) => {
    expect(await statusAndBody(await selecting(table, select))).toEqual(TOO_COMPLEX)
  })

  test.each([
    ['books', 'authors!author_id(name,books!author_id(title,tags(name)))'],
    ['shelves', 'name,books(title,covers(color),tags(name),author:authors!author_id(name))'],
    ['tags', 'books(title,tags(name))'],
  ])('but accepted if a typical page needs it: %s?select=%s', async (table, select) => {
    expect((await selecting(table, select)).status).toBe(200)
  })

  test('in the representation of a write, without writing anything', async () => {
    const select = times(MAX_COLUMN_REPEATS + 1, (n) => `a${n}:name`)
    const answer = await library.send('POST', `/tags?select=${select}`, { name: 'refused' }, { prefer: 'return=representation' })
    expect(await statusAndBody(answer)).toEqual(TOO_COMPLEX)
    expect((await library.anonymous.from('tags').select('id').eq('name', 'refused')).data).toEqual([])
  })
})

test('an argument nested deeper than PostgreSQL supports is a client error', async () => {
  const depth = 50_000
  const body = `{"value":${'['.repeat(depth)}${']'.repeat(depth)}}`
  const answer = await library.fetch('/rpc/echo', { method: 'POST', body, headers: { 'content-type': 'application/json' } })
  expect([answer.status, await answer.json()]).toMatchObject([400, { code: '54001' }])
})

describe('a response that is too large is refused with 413', () => {
  // Repetitive text is compressed in the table, but the limit counts the response.
  const BODY = 'x'.repeat(5000)

  beforeAll(() =>
    library.database.keep(superuser, async ({ query }) => {
      await query('insert into tags (id, name) select 1000 + n, $1 || n from generate_series(1, 100) as n', [BODY])
      await query('insert into book_tags (book_id, tag_id) select 1, 1000 + n from generate_series(1, 100) as n')
      await query('insert into book_tags (book_id, tag_id) select 2, 1000 + n from generate_series(1, 100) as n')
    }),
  )

  test('a response below the limit is sent', async () => {
    const answer = await selecting('tags', 'name')
    expect([answer.status, (await answer.text()).length > MAX_RESPONSE_BYTES / 2]).toEqual([200, true])
  })

  test.each([
    ['rows', '/tags?select=name,b:name,c:name'],
    ['an embedded list', '/books?id=eq.1&select=tags(name,b:name,c:name)'],
    ['a list embedded in each row', '/book_tags?book_id=eq.1&select=tags(name,book_tags(tag_id)),books(tags(name))'],
    ['a spread list', '/books?id=eq.1&select=...tags(name,b:name,c:name)'],
  ])('%s: %s', async (_, path) => {
    expect(await statusAndBody(await library.fetch(path))).toEqual(TOO_LARGE)
  })

  test('a response as CSV or as a single object is limited', async () => {
    expect(await statusAndBody(await library.fetch('/tags?select=name,b:name,c:name', { headers: { accept: 'text/csv' } }))).toEqual(
      TOO_LARGE,
    )
    const accept = 'application/vnd.pgrst.object+json'
    expect(await statusAndBody(await library.fetch('/books?id=eq.1&select=tags(name,b:name,c:name)', { headers: { accept } }))).toEqual(
      TOO_LARGE,
    )
  })

  test('the result of a function is limited', async () => {
    const body = JSON.stringify([BODY.repeat(250)])
    const headers = { apikey: library.keys.secret, 'content-type': 'application/json' }
    expect(await statusAndBody(await library.fetch('/rpc/echo', { method: 'POST', body, headers }))).toEqual(TOO_LARGE)
  })

  test('a write whose representation is too large is rolled back', async () => {
    const prefer = { prefer: 'return=representation' }
    const path = '/books?id=eq.1&select=id,tags(name,b:name,c:name)'
    expect(await statusAndBody(await library.send('PATCH', path, { pages: 999 }, prefer))).toEqual(TOO_LARGE)
    expect((await library.anonymous.from('books').select('pages').eq('id', 1).single()).data).toEqual({ pages: 341 })
  })

  test('a numeric overflow in the project is not mistaken for a response that is too large', async () => {
    await library.database.keep(superuser, async ({ query }) => {
      await query('create function public.overflowing() returns float8 language plpgsql as $$ begin return 1e308::float8 * 1e308; end $$')
      await query("notify pgrst, 'reload schema'")
    })
    await expect.poll(async () => (await library.fetch('/rpc/overflowing')).status).toBe(400)
    expect(await (await library.fetch('/rpc/overflowing')).json()).toMatchObject({ code: '22003' })
  })
})

test('a client that disconnects in the middle of a body is not logged as an error', async () => {
  const lines: string[] = []
  const log = pino({ level: 'debug' }, { write: (line: string) => void lines.push(line) })
  const pool = new pg.Pool({ connectionString: library.database.url, max: 1 })
  const rest = await startRest({ pool, identify: async () => ANONYMOUS, log })
  try {
    const body = new ReadableStream({ pull: (controller) => controller.error(new Error('aborted')) })
    const request = new Request('http://localhost/rest/v1/tags', { method: 'POST', body, duplex: 'half' })
    expect((await rest.handle(request, '/tags', '127.0.0.1')).status).toBe(499)
    expect(lines.filter((line) => line.includes('"level":50'))).toEqual([])
  } finally {
    await rest.stop()
    await pool.end()
  }
})

test('the write timeout is configurable', { tags: 'long' }, async () => {
  await library.database.keep(superuser, ({ query }) =>
    query('create function public.slow_write() returns int language sql volatile as $$ select 1 from pg_sleep(1.3) $$'),
  )
  const pool = new pg.Pool({ connectionString: library.database.url, max: 1 })
  const write = async (writeTimeoutMs?: number) => {
    const rest = await startRest({
      pool,
      identify: async () => ANONYMOUS,
      log: pino({ level: 'silent' }),
      ...(writeTimeoutMs && { writeTimeoutMs }),
    })
    try {
      const request = new Request('http://localhost/rest/v1/rpc/slow_write', { method: 'POST' })
      return (await rest.handle(request, '/rpc/slow_write', '127.0.0.1')).status
    } finally {
      await rest.stop()
    }
  }
  try {
    expect([await write(), await write(8000)]).toEqual([503, 200])
  } finally {
    await pool.end()
  }
})

describe('a write whose representation reads related rows', () => {
  const prefer = { prefer: 'return=representation' }

  test('holds its locks for at most a second, and is rolled back', { tags: 'long' }, async () => {
    await library.database.keep(superuser, async ({ query }) => {
      await query(
        'create function public.slow_tags(book public.books) returns setof public.tags language sql volatile as $$ select t.* from public.tags t, pg_sleep(3) limit 1 $$',
      )
      await query("notify pgrst, 'reload schema'")
    })
    const write = () => library.send('PATCH', '/books?id=eq.3&select=id,slow_tags(id)', { pages: 777 }, prefer)
    await expect.poll(async () => (await library.fetch('/books?id=eq.-1&select=slow_tags(id)')).status).toBe(200)
    const started = performance.now()
    expect(await statusAndBody(await write())).toMatchObject([503, { code: '57014' }])
    expect(performance.now() - started).toBeLessThan(2500)
    expect((await library.anonymous.from('books').select('pages').eq('id', 3).single()).data).toEqual({ pages: 184 })
    // A rolled-back write uses up the budget too, so that repeating it is soon refused.
    const more = await Promise.all(Array.from({ length: 6 }, write))
    const refused = more.filter(({ status }) => status === 429)
    expect(refused.length).toBeGreaterThan(0)
    expect(Number(refused[0]?.headers.get('retry-after'))).toBeGreaterThan(0)
    // A write without related rows does not need the budget.
    expect((await library.send('PATCH', '/books?id=eq.3&select=id', { pages: 184 }, prefer)).status).toBe(200)
  })

  test('is not limited while it is quick', async () => {
    const boToken = await library.tokenOf('bo')
    for (let n = 0; n < 8; n++) {
      const answer = await library.send(
        'PATCH',
        '/books?id=eq.2&select=id,tags(id)',
        { pages: 165 },
        { ...prefer, authorization: `Bearer ${boToken}` },
      )
      expect(answer.status).toBe(200)
    }
  })
})

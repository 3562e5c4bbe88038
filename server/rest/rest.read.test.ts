import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { idOf } from '../testing/database.ts'
import { startTestServer } from '../testing/server.ts'
import { fillLibrary } from './test-library.ts'

const openLibrary = async () => fillLibrary(await startTestServer(), idOf)
let library: Awaited<ReturnType<typeof openLibrary>>
beforeAll(async () => {
  library = await openLibrary()
})
afterAll(() => library.stop())

const books = () => library.anonymous.from('books')

describe('columns', () => {
  test('can be selected, renamed, cast and read by JSON path', async () => {
    const { data } = await books()
      .select('name:title, pages::text, meta->year, first:meta->awards->>0, sale:meta->on->sale')
      .eq('id', 1)
      .single()
    expect(data).toEqual({ name: 'The Dispossessed', pages: '341', year: 1974, first: 'Hugo', sale: true })
  })

  test('are encoded as JSON: numbers, lists, objects, timestamps with a time zone', async () => {
    const { data } = await books().select('price, languages, ages, is_lent, added_at').eq('id', 1).single()
    expect(data).toEqual({
      price: 9.5,
      languages: ['en', 'de'],
      ages: '[12,99)',
      is_lent: false,
      added_at: '2026-01-01T12:00:00+00:00',
    })
  })

  test('computed by a function are returned only when selected', async () => {
    const { data } = await books().select('blurb').eq('blurb', 'Invisible Cities, 165 pages')
    expect(data).toEqual([{ blurb: 'Invisible Cities, 165 pages' }])
    const { data: all } = await books().select().eq('id', 1).single()
    expect(all).not.toHaveProperty('blurb')
  })

  test('read from a view behave like those of a table', async () => {
    const { data } = await library.anonymous.from('long_books').select('title, authors(name)').order('id')
    expect(data).toEqual([
      { title: 'The Dispossessed', authors: { name: 'Ursula' } },
      { title: 'A, "quoted" (title)', authors: null },
    ])
  })

  test('are all returned for an empty selection', async () => {
    const all = await (await library.fetch('/books?id=eq.1')).json()
    expect(await (await library.fetch('/books?select=&id=eq.1')).json()).toEqual(all)
  })
})

describe('order', () => {
  const ids = async (order: string) => (await (await library.fetch(`/books?select=id&order=${order}`)).json()) as { id: number }[]

  test.each([
    ['pages', [2, 3, 1, 4]],
    ['pages.desc', [4, 1, 3, 2]],
    ['price.asc.nullsfirst', [3, 4, 1, 2]],
    ['price.desc.nullslast', [2, 1, 4, 3]],
    ['meta->>year.desc.nullslast,id', [4, 1, 2, 3]],
    ['is_lent.asc.nullslast,id.desc', [1, 4, 2, 3]],
    ['blurb', [4, 2, 1, 3]],
  ])('sorts by %s', async (order, expected) => {
    expect((await ids(order)).map(({ id }) => id)).toEqual(expected)
  })
})

describe('pages', () => {
  test('are limited by limit and offset', async () => {
    const { data } = await books().select('id').order('id').range(1, 2)
    expect(data).toEqual([{ id: 2 }, { id: 3 }])
  })

  test('are limited by the Range header, within limit and offset', async () => {
    const response = await library.fetch('/books?select=id&order=id&offset=1', { headers: { range: '0-2' } })
    expect(await response.json()).toEqual([{ id: 2 }, { id: 3 }])
    expect(response.headers.get('content-range')).toBe('1-2/*')
  })

  test('report their range and total, with status 206 for a partial result', async () => {
    const response = await library.fetch('/books?select=id&order=id&limit=2', { headers: { prefer: 'count=exact' } })
    expect([response.status, response.headers.get('content-range')]).toEqual([206, '0-1/4'])
    expect(response.headers.get('preference-applied')).toBe('count=exact')
  })

  test('have status 200 when they contain all rows', async () => {
    const response = await library.fetch('/books?select=id', { headers: { prefer: 'count=exact' } })
    expect([response.status, response.headers.get('content-range')]).toEqual([200, '0-3/4'])
  })

  test('have an empty range when no rows match', async () => {
    const response = await library.fetch('/books?limit=0', { headers: { prefer: 'count=exact' } })
    expect([response.status, response.headers.get('content-range'), await response.json()]).toEqual([206, '*/4', []])
  })

  test('past the end are answered with 416 when the total is known', async () => {
    const { error, status } = await books().select('*', { count: 'exact' }).range(10, 12)
    expect([status, error?.code]).toEqual([416, 'PGRST103'])
    expect(error?.details).toBe('An offset of 10 was requested, but there are only 4 rows.')
    expect((await books().select().range(10, 12)).data).toEqual([])
  })

  test.each([
    ['3-1', ''],
    ['', 'limit=-1'],
    ['', 'offset=-1'],
  ])('with an invalid size are refused: %s %s', async (range, parameters) => {
    const response = await library.fetch(`/books?${parameters}`, { headers: range ? { range } : {} })
    expect([response.status, await response.json()]).toMatchObject([416, { code: 'PGRST103' }])
  })
})

describe('counts', () => {
  test('are exact, also for HEAD requests, which have no body', async () => {
    const { count, data } = await books().select('*', { count: 'exact', head: true }).gt('pages', 170)
    expect({ count, data }).toEqual({ count: 3, data: null })
  })

  test('consider inner embedded resources and filters on absent ones', async () => {
    const inner = await books().select('id, covers!inner(color)', { count: 'exact' }).eq('covers.color', 'red').limit(1)
    const absent = await books().select('id, covers()', { count: 'exact' }).is('covers', null).limit(1)
    expect([inner.count, absent.count]).toEqual([1, 2])
  })

  test('can be the planner’s estimates', async () => {
    const { count } = await books().select('id', { count: 'planned' })
    expect(count).toEqual(expect.any(Number))
  })

  test('are exact for small tables when estimates are requested', async () => {
    const few = await books().select('id', { count: 'estimated' })
    expect(few.count).toBe(4)
  })
})

describe('response formats', () => {
  test('a single row is returned as an object', async () => {
    const { data } = await books().select('id').eq('id', 1).single()
    expect(data).toEqual({ id: 1 })
  })

  test('a request for one row is refused if another number of rows matches', async () => {
    const { error, status } = await books().select('id').single()
    expect([status, error?.code, error?.details]).toEqual([406, 'PGRST116', 'The result contains 4 rows'])
  })

  test('a request for at most one row returns null if none matches', async () => {
    expect((await books().select('id').eq('id', 99).maybeSingle()).data).toBeNull()
    expect((await books().select('id').eq('id', 1).maybeSingle()).data).toEqual({ id: 1 })
    expect((await books().select('id').maybeSingle()).error?.code).toBe('PGRST116')
  })

  test('rows can be returned as CSV', async () => {
    const { data } = await books().select('id, title, is_lent').order('id').range(1, 3).csv()
    expect(data).toBe('id,title,is_lent\n2,"Invisible Cities",t\n3,"The Lathe of Heaven",\n4,"A, ""quoted"" (title)",t')
  })

  test('nulls can be stripped', async () => {
    const { data } = await books().select('id, price, is_lent').eq('id', 3).stripNulls().single()
    expect(data).toEqual({ id: 3 })
    expect((await books().select('id, price').eq('id', 3).stripNulls()).data).toEqual([{ id: 3 }])
    const short = await library.fetch('/books?select=id,price&id=eq.3', {
      headers: { accept: 'application/vnd.pgrst.array;nulls=stripped' },
    })
    expect(short.headers.get('content-type')).toBe('application/vnd.pgrst.array+json;nulls=stripped; charset=utf-8')
    expect(await short.json()).toEqual([{ id: 3 }])
  })

  test('an unsupported media type is refused', async () => {
    const response = await library.fetch('/books', { headers: { accept: 'image/png' } })
    expect([response.status, await response.json()]).toMatchObject([406, { code: 'PGRST107' }])
  })

  test('plans and aggregates are disabled until the project enables them', async () => {
    expect((await books().select('id').explain()).error?.code).toBe('PGRST107')
    expect((await books().select('pages.sum()')).error?.code).toBe('PGRST123')
  })
})

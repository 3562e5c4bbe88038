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
  test('are chosen, renamed, cast and reached into', async () => {
    const { data } = await books()
      .select('name:title, pages::text, meta->year, first:meta->awards->>0, sale:meta->on->sale')
      .eq('id', 1)
      .single()
    expect(data).toEqual({ name: 'The Dispossessed', pages: '341', year: 1974, first: 'Hugo', sale: true })
  })

  test('come as JSON has them: numbers, lists, objects, times with their zone', async () => {
    const { data } = await books().select('price, languages, ages, is_lent, added_at').eq('id', 1).single()
    expect(data).toEqual({
      price: 9.5,
      languages: ['en', 'de'],
      ages: '[12,99)',
      is_lent: false,
      added_at: '2026-01-01T12:00:00+00:00',
    })
  })

  test('that are functions of the row are there when named', async () => {
    const { data } = await books().select('blurb').eq('blurb', 'Invisible Cities, 165 pages')
    expect(data).toEqual([{ blurb: 'Invisible Cities, 165 pages' }])
    const { data: all } = await books().select().eq('id', 1).single()
    expect(all).not.toHaveProperty('blurb')
  })

  test('of a view are read like those of a table', async () => {
    const { data } = await library.anonymous.from('long_books').select('title, authors(name)').order('id')
    expect(data).toEqual([
      { title: 'The Dispossessed', authors: { name: 'Ursula' } },
      { title: 'A, "quoted" (title)', authors: null },
    ])
  })

  test('an empty selection gives all columns', async () => {
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
  ])('by %s', async (order, expected) => {
    expect((await ids(order)).map(({ id }) => id)).toEqual(expected)
  })
})

describe('pages', () => {
  test('are cut by limit and offset', async () => {
    const { data } = await books().select('id').order('id').range(1, 2)
    expect(data).toEqual([{ id: 2 }, { id: 3 }])
  })

  test('are cut by the Range header, within limit and offset', async () => {
    const response = await library.fetch('/books?select=id&order=id&offset=1', { headers: { range: '0-2' } })
    expect(await response.json()).toEqual([{ id: 2 }, { id: 3 }])
    expect(response.headers.get('content-range')).toBe('1-2/*')
  })

  test('tell where they stand, and that there is more', async () => {
    const response = await library.fetch('/books?select=id&order=id&limit=2', { headers: { prefer: 'count=exact' } })
    expect([response.status, response.headers.get('content-range')]).toEqual([206, '0-1/4'])
    expect(response.headers.get('preference-applied')).toBe('count=exact')
  })

  test('that show all rows are not partial', async () => {
    const response = await library.fetch('/books?select=id', { headers: { prefer: 'count=exact' } })
    expect([response.status, response.headers.get('content-range')]).toEqual([200, '0-3/4'])
  })

  test('of no rows have an empty range', async () => {
    const response = await library.fetch('/books?limit=0', { headers: { prefer: 'count=exact' } })
    expect([response.status, response.headers.get('content-range'), await response.json()]).toEqual([206, '*/4', []])
  })

  test('behind the end are not satisfiable when it is known where that is', async () => {
    const { error, status } = await books().select('*', { count: 'exact' }).range(10, 12)
    expect([status, error?.code]).toEqual([416, 'PGRST103'])
    expect(error?.details).toBe('An offset of 10 was requested, but there are only 4 rows.')
    expect((await books().select().range(10, 12)).data).toEqual([])
  })

  test.each([
    ['3-1', ''],
    ['', 'limit=-1'],
    ['', 'offset=-1'],
  ])('of impossible size are refused: %s %s', async (range, parameters) => {
    const response = await library.fetch(`/books?${parameters}`, { headers: range ? { range } : {} })
    expect([response.status, await response.json()]).toMatchObject([416, { code: 'PGRST103' }])
  })
})

describe('counts', () => {
  test('are exact, without a body when only the head is asked for', async () => {
    const { count, data } = await books().select('*', { count: 'exact', head: true }).gt('pages', 170)
    expect({ count, data }).toEqual({ count: 3, data: null })
  })

  test('look through inner embedded resources and questions for absent ones', async () => {
    const inner = await books().select('id, covers!inner(color)', { count: 'exact' }).eq('covers.color', 'red').limit(1)
    const absent = await books().select('id, covers()', { count: 'exact' }).is('covers', null).limit(1)
    expect([inner.count, absent.count]).toEqual([1, 2])
  })

  test('are what the planner believes', async () => {
    const { count } = await books().select('id', { count: 'planned' })
    expect(count).toEqual(expect.any(Number))
  })

  test('are estimated only where there are too many to count', async () => {
    const few = await books().select('id', { count: 'estimated' })
    expect(few.count).toBe(4)
  })
})

describe('forms', () => {
  test('a single row is an object', async () => {
    const { data } = await books().select('id').eq('id', 1).single()
    expect(data).toEqual({ id: 1 })
  })

  test('not exactly one row is refused', async () => {
    const { error, status } = await books().select('id').single()
    expect([status, error?.code, error?.details]).toEqual([406, 'PGRST116', 'The result contains 4 rows'])
  })

  test('no row is null where at most one is asked for', async () => {
    expect((await books().select('id').eq('id', 99).maybeSingle()).data).toBeNull()
    expect((await books().select('id').eq('id', 1).maybeSingle()).data).toEqual({ id: 1 })
    expect((await books().select('id').maybeSingle()).error?.code).toBe('PGRST116')
  })

  test('rows are sent as CSV', async () => {
    const { data } = await books().select('id, title, is_lent').order('id').range(1, 3).csv()
    expect(data).toBe('id,title,is_lent\n2,"Invisible Cities",t\n3,"The Lathe of Heaven",\n4,"A, ""quoted"" (title)",t')
  })

  test('nulls are stripped', async () => {
    const { data } = await books().select('id, price, is_lent').eq('id', 3).stripNulls().single()
    expect(data).toEqual({ id: 3 })
    expect((await books().select('id, price').eq('id', 3).stripNulls()).data).toEqual([{ id: 3 }])
    const short = await library.fetch('/books?select=id,price&id=eq.3', {
      headers: { accept: 'application/vnd.pgrst.array;nulls=stripped' },
    })
    expect(short.headers.get('content-type')).toBe('application/vnd.pgrst.array+json;nulls=stripped; charset=utf-8')
    expect(await short.json()).toEqual([{ id: 3 }])
  })

  test('another media type is refused', async () => {
    const response = await library.fetch('/books', { headers: { accept: 'image/png' } })
    expect([response.status, await response.json()]).toMatchObject([406, { code: 'PGRST107' }])
  })

  test('plans and aggregates stay closed until the project opens them', async () => {
    expect((await books().select('id').explain()).error?.code).toBe('PGRST107')
    expect((await books().select('pages.sum()')).error?.code).toBe('PGRST123')
  })
})

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

const rpc: (typeof library)['ada']['rpc'] = (name: string, args?: object, options?: object) => library.ada.rpc(name, args, options)

describe.each([['POST'], ['GET']])('a function called by %s', (method) => {
  const get = method === 'GET'

  test('returns a value', async () => {
    expect((await rpc('add', { a: 2, b: 3 }, { get })).data).toBe(5)
  })

  test('uses the default of a missing argument', async () => {
    expect((await rpc('add', { a: 2 }, { get })).data).toBe(3)
  })

  test('returns a row as an object', async () => {
    expect((await rpc('first_book', {}, { get })).data).toMatchObject({ id: 1, title: 'The Dispossessed' })
    expect((await rpc('first_book', {}, { get }).select('title')).data).toEqual({ title: 'The Dispossessed' })
  })

  test('returns a set of rows that can be filtered, ordered, limited and embedded into like a table', async () => {
    const { data, count } = await rpc('books_by', { author: 'Ursula' }, { get, count: 'exact' })
      .select('title, shelves(name), blurb, same_author(id)')
      .gt('pages', 100)
      .order('title')
      .limit(1)
    expect(data).toEqual([
      { title: 'The Dispossessed', shelves: { name: 'left' }, blurb: 'The Dispossessed, 341 pages', same_author: [{ id: 3 }] },
    ])
    expect(count).toBe(2)
  })

  test('returns rows with its own columns', async () => {
    const { data } = await rpc('shelf_sizes', {}, { get }).select('size').eq('shelf', 'left')
    expect(data).toEqual([{ size: 2 }])
  })

  test('returns a set of values as a list, with a count if requested', async () => {
    expect((await rpc('countdown', { start: 3 }, { get })).data).toEqual([3, 2, 1])
    const { data, count } = await rpc('countdown', { start: 3 }, { get, count: 'exact' }).limit(2)
    expect({ data, count }).toEqual({ data: [3, 2], count: 3 })
  })

  test('returns one row as an object if requested, and refuses any other number of rows', async () => {
    expect((await rpc('books_by', { author: 'Italo' }, { get }).select('id').single()).data).toEqual({ id: 2 })
    expect((await rpc('books_by', { author: 'Ursula' }, { get }).single()).error?.code).toBe('PGRST116')
  })

  test('answers 204 if it returns nothing', async () => {
    expect(await rpc('nothing', {}, { get })).toMatchObject({ data: null, error: null, status: 204 })
  })

  test('is chosen among overloads by its arguments', async () => {
    expect((await rpc('overloaded', { a: 1 }, { get })).data).toBe('a number')
    expect((await rpc('overloaded', { b: 'x' }, { get })).data).toBe('a text')
  })

  test('is an error if two overloads match', async () => {
    const { error, status } = await rpc('ambiguous', { a: 1 }, { get })
    expect([status, error?.code]).toEqual([300, 'PGRST203'])
    expect(error?.message).toContain('public.ambiguous(a => integer), public.ambiguous(a => text)')
  })
})

test('list arguments are given as JSON in a body, and as a literal or repeated values in a query', async () => {
  expect((await rpc('joined', { words: ['a', 'b,c'] })).data).toBe('a-b,c')
  expect(await (await library.fetch('/rpc/joined?words=a&words=b,c')).json()).toBe('a-b,c')
})

test('a function with one unnamed argument gets the whole body', async () => {
  const response = await library.send('POST', '/rpc/echo', [1, { two: 3 }])
  expect(await response.json()).toEqual([1, { two: 3 }])
})

test('HEAD returns only the count', async () => {
  const { count, data } = await rpc('books_by', { author: 'Ursula' }, { head: true, count: 'exact' })
  expect({ count, data }).toEqual({ count: 2, data: null })
})

test('a function that writes is called once, with or without a count, and not by GET', async () => {
  const { data, count } = await rpc('add_tags', { names: ['called once', 'called twice'] }, { count: 'exact' }).limit(1)
  expect([data?.length, count]).toEqual([1, 2])
  expect((await library.ada.from('tags').select('name').like('name', 'called%')).data).toHaveLength(2)
  const byGet = await rpc('add_tags', { names: ['by get'] }, { get: true })
  expect([byGet.status, byGet.error?.code]).toEqual([405, '25006'])
})

test('a function that affects more rows than max-affected is rolled back', async () => {
  const atMostOne = { prefer: 'handling=strict, max-affected=1' }
  const refused = await library.send('POST', '/rpc/add_tags', { names: ['limited 1', 'limited 2'] }, atMostOne)
  expect(await refused.json()).toMatchObject({ code: 'PGRST124' })
  expect((await library.ada.from('tags').select().like('name', 'limited%')).data).toEqual([])
  expect(await (await library.send('POST', '/rpc/add', { a: 1 }, atMostOne)).json()).toMatchObject({ code: 'PGRST128' })
})

test('a function can set the status and headers of the response', async () => {
  const response = await library.send('POST', '/rpc/answer_with', {
    status: '418',
    headers: '[{"x-said": "so"}, {"cache-control": "max-age=60"}]',
  })
  expect([response.status, response.headers.get('x-said'), response.headers.get('cache-control')]).toEqual([418, 'so', 'max-age=60'])
  expect(await response.json()).toEqual({ said: true })
  const wrong = await library.send('POST', '/rpc/answer_with', { status: 'teapot' })
  expect([wrong.status, await wrong.json()]).toMatchObject([500, { code: 'PGRST112' }])
})

describe('a function is not found', () => {
  test('with an unknown name', async () => {
    const { error, status } = await rpc('shelf_size')
    expect([status, error?.code]).toEqual([404, 'PGRST202'])
    expect(error?.hint).toBe('Perhaps you meant to call the function public.shelf_sizes')
  })

  test('with unknown arguments', async () => {
    const { error } = await rpc('add', { a: 1, c: 2 })
    expect(error).toMatchObject({ code: 'PGRST202', hint: 'Perhaps you meant to call the function public.add(a, b)' })
  })

  test('with a name or arguments too long to compare, which the error truncates', async () => {
    const [name, many] = ['k'.repeat(64), Object.fromEntries(Array.from({ length: 101 }, (_, n) => [`a${n}`, n]))]
    for (const { error } of [await rpc('add', { [name]: 1 }), await rpc('add', many), await rpc(`shelf_size${name}`)]) {
      expect(error).toMatchObject({ code: 'PGRST202', hint: null })
      expect(JSON.stringify(error).length).toBeLessThan(600)
    }
  })

  test('if it takes a row', async () => {
    expect((await rpc('same_author', {})).error?.code).toBe('PGRST202')
  })

  test('with an unsupported method', async () => {
    expect((await library.send('PATCH', '/rpc/add', { a: 1 })).status).toBe(405)
  })
})

test('a function with one output parameter returns rows with that column', async () => {
  await library.database.keep({ role: 'superuser' }, async ({ query }) => {
    await query("create function public.letters() returns table (letter text) language sql as $$ values ('a'), ('b') $$")
    await query('create function public.seven(out n int) language sql as $$ select 7 $$')
  })
  // The server notices new functions by itself.
  await expect.poll(async () => (await rpc('letters')).data).toEqual([{ letter: 'a' }, { letter: 'b' }])
  await expect.poll(async () => (await rpc('seven')).data).toEqual({ n: 7 })
  expect((await rpc('letters').select('letter').eq('letter', 'b')).data).toEqual([{ letter: 'b' }])
  expect((await rpc('letters', {}, { count: 'exact' })).count).toBe(2)
})

describe('functions created while the server runs', () => {
  const create = (sql: string) => library.database.keep({ role: 'superuser' }, ({ query }) => query(sql))

  test.each([['POST'], ['GET']])('keep the length of char(7) and bit(3) arguments by %s', async (method) => {
    await create(
      'create or replace function public.same(word char(7), flags bit(3), words char(7)[]) returns text language sql as $$ select word || flags || words[2] $$',
    )
    const args = { word: 'seven77', flags: '101', words: method === 'GET' ? '{a,longer}' : ['a', 'longer'] }
    await expect.poll(async () => (await rpc('same', args, { get: method === 'GET' })).data).toBe('seven77101longer')
  })

  test('return an untyped record as an object', async () => {
    await create(
      'create function public.one_record(n int) returns record language sql as $$ select b.id, b.title from public.books b where b.id = n $$',
    )
    await create(
      'create function public.all_records() returns setof record language sql as $$ select b.id from public.books b order by b.id $$',
    )
    await expect.poll(async () => (await rpc('one_record', { n: 2 })).data).toEqual({ id: 2, title: 'Invisible Cities' })
    expect((await rpc('one_record', { n: 2 }, { get: true })).data).toEqual({ id: 2, title: 'Invisible Cities' })
    await expect.poll(async () => (await rpc('all_records', {}, { count: 'exact' }).limit(2)).data).toEqual([{ id: 1 }, { id: 2 }])
    expect((await rpc('all_records').eq('id', 1)).error).toMatchObject({ code: '42703' })
  })

  test('a name that is both argument and column filters by the values with an operator', async () => {
    await create(
      'create function public.books_below(id int) returns setof books language sql stable as $$ select * from public.books b where b.id < $1 $$',
    )
    const ids = async (query: string) => (await library.fetch(`/rpc/books_below?select=id&order=id&${query}`)).json()
    await expect.poll(() => ids('id=4&id=gt.1')).toEqual([{ id: 2 }, { id: 3 }])
    expect(await ids('id=4&id=not.in.(1,3)')).toEqual([{ id: 2 }])
  })

  test('full-text search works on a tsvector returned by a function', async () => {
    await create(
      "create function public.words(book books) returns tsvector language sql stable as $$ select to_tsvector('english', book.title) $$",
    )
    await create(
      "create function public.all_words() returns table (found tsvector) language sql stable as $$ select to_tsvector('english', 'cities and heaven') $$",
    )
    const found = () => library.anonymous.from('books').select('id').textSearch('words', 'cities', { config: 'english' })
    await expect.poll(async () => (await found()).data).toEqual([{ id: 2 }])
    await expect.poll(async () => (await rpc('all_words').textSearch('found', 'city', { config: 'english' })).data).toHaveLength(1)
  })
})

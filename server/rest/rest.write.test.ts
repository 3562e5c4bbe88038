import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { idOf, superuser } from '../testing/database.ts'
import { startTestServer } from '../testing/server.ts'
import { fillLibrary } from './test-library.ts'

const openLibrary = async () => fillLibrary(await startTestServer(), idOf)
let library: Awaited<ReturnType<typeof openLibrary>>
beforeAll(async () => {
  library = await openLibrary()
})
afterAll(() => library.stop())

const from = (table: string) => library.ada.from(table)
const titles = async (pattern: string) =>
  (await from('books').select('title').like('title', pattern).order('title')).data?.map((row) => row.title as unknown)

// The headers of maxAffected(1). The client sends them only if it knows the database version.
const atMostOne = { prefer: 'handling=strict, max-affected=1' }

describe('insert', () => {
  test('adds a row and returns no representation', async () => {
    const { data, status } = await from('books').insert({ title: 'insert one' })
    expect({ data, status }).toEqual({ data: null, status: 201 })
    expect(await titles('insert one')).toHaveLength(1)
  })

  test('returns the row with embedded resources and computed columns', async () => {
    const { data } = await from('books')
      .insert({ title: 'insert shown', author_id: 2, pages: 7 })
      .select('title, pages, languages, blurb, authors!author_id(name), tags(name)')
      .single()
    expect(data).toEqual({
      title: 'insert shown',
      pages: 7,
      languages: ['en'],
      blurb: 'insert shown, 7 pages',
      authors: { name: 'Italo' },
      tags: [],
    })
    const { data: related } = await from('books')
      .insert({ title: 'insert related', author_id: 2 })
      .select('same_author(id), blurb')
      .single()
    expect(related).toMatchObject({ same_author: expect.arrayContaining([{ id: 2 }]), blurb: 'insert related, 100 pages' })
  })

  test('adds many rows at once', async () => {
    const { count } = await from('books').insert([{ title: 'many 1' }, { title: 'many 2' }], { count: 'exact' })
    expect(count).toBe(2)
    expect(await titles('many%')).toEqual(['many 1', 'many 2'])
  })

  test('sets missing columns to null, or to their default', async () => {
    const rows = [{ title: 'missing 1', pages: 5 }, { title: 'missing 2' }]
    const refused = await from('books').insert(rows)
    expect(refused.error?.code).toBe('23502')
    const { data } = await from('books').insert(rows, { defaultToNull: false }).select('title, pages')
    expect(data).toEqual([
      { title: 'missing 1', pages: 5 },
      { title: 'missing 2', pages: 100 },
    ])
    const alone = await from('books').insert({ title: 'missing 3' }, { defaultToNull: false }).select('languages')
    expect(alone.data).toEqual([{ languages: ['en'] }])
  })

  test('writes only the columns named in the request', async () => {
    const response = await library.send('POST', '/books?columns=title', [{ title: 'columns', pages: 3, junk: true }], {
      prefer: 'return=representation',
    })
    expect(await response.json()).toMatchObject([{ title: 'columns', pages: 100 }])
  })

  test('accepts rows of defaults only', async () => {
    const response = await library.send('POST', '/shelves', [{}, {}])
    expect(await response.json()).toMatchObject({ code: '23502' })
    expect((await library.send('POST', '/shelves?select=id', [], { prefer: 'return=representation' })).status).toBe(201)
  })

  test('stores values of every type unchanged', async () => {
    const values = {
      title: 'ığüşöç "\\ \' 👋',
      price: 0.1,
      languages: ['a,b', '"c"'],
      ages: '[1,5)',
      meta: { deep: [{ n: 1.5 }, null] },
      is_lent: null,
    }
    expect((await from('books').insert(values).select(Object.keys(values).join(', ')).single()).data).toEqual(values)
  })
})

describe('upsert', () => {
  test('inserts new rows and merges existing ones', async () => {
    const first = await from('tags').upsert({ id: 50, name: 'upsert' }).select()
    const again = await from('tags').upsert({ id: 50, name: 'upsert again' }).select()
    expect([first.status, again.status]).toEqual([201, 200])
    expect(again.data).toEqual([{ id: 50, name: 'upsert again' }])
    const mixed = await from('tags').upsert([
      { id: 50, name: 'upsert mixed' },
      { id: 51, name: 'upsert new' },
    ])
    expect(mixed.status).toBe(201)
  })

  test('matches on the unique column named in the request', async () => {
    const { data } = await from('books')
      .upsert({ isbn: '111', title: 'The Dispossessed', pages: 342 }, { onConflict: 'isbn' })
      .select('id, pages')
    expect(data).toEqual([{ id: 1, pages: 342 }])
  })

  test('can ignore existing rows', async () => {
    const { data } = await from('tags')
      .upsert(
        [
          { id: 1, name: 'changed' },
          { id: 60, name: 'ignored none' },
        ],
        { ignoreDuplicates: true },
      )
      .select('id')
    expect(data).toEqual([{ id: 60 }])
    expect((await from('tags').select('name').eq('id', 1).single()).data).toEqual({ name: 'novel' })
  })

  test('works through a view with the key of its table', async () => {
    const first = await from('long_books').upsert({ id: 900, title: 'Through a view', author_id: 1 })
    const again = await from('long_books').upsert({ id: 900, title: 'Through a view, again', author_id: 1 })
    expect([first.status, again.status]).toEqual([201, 200])
    expect((await from('books').select('title').eq('id', 900)).data).toEqual([{ title: 'Through a view, again' }])
    await from('books').delete().eq('id', 900)
  })

  test('requires a unique column', async () => {
    expect((await from('books').upsert({ title: 'x' }, { onConflict: 'title' })).error?.code).toBe('42P10')
  })
})

describe('update', () => {
  test('changes the matching rows and returns them', async () => {
    const { data, status } = await from('authors').update({ name: 'Somebody' }).eq('id', 3).select('id, name')
    expect({ data, status }).toEqual({ data: [{ id: 3, name: 'Somebody' }], status: 200 })
    expect((await from('authors').update({ name: 'Nobody' }).eq('id', 3)).status).toBe(204)
  })

  test('an empty update changes no rows', async () => {
    expect((await from('authors').update({}).eq('id', 3).select()).data).toEqual([])
    expect((await from('authors').update({ name: 'x' }).eq('id', 999).select()).data).toEqual([])
  })

  test('returns the count, and refuses to affect more rows than max-affected', async () => {
    const { count } = await from('books').update({ is_lent: true }, { count: 'exact' }).in('id', [1, 2])
    expect(count).toBe(2)
    const refused = await library.send('PATCH', '/books?id=in.(1,2)', { is_lent: false }, atMostOne)
    expect([refused.status, await refused.json()]).toMatchObject([400, { code: 'PGRST124', details: 'The query affects 2 rows' }])
    expect((await from('books').select('id').in('id', [1, 2]).is('is_lent', true)).data).toHaveLength(2)
  })

  test('is rolled back if one row was requested and another number matches', async () => {
    const { error } = await from('books').update({ is_lent: null }).in('id', [1, 2]).select().single()
    expect(error?.code).toBe('PGRST116')
    expect((await from('books').select('id').in('id', [1, 2]).is('is_lent', null)).data).toEqual([])
  })

  test('sets missing columns to their default', async () => {
    const response = await library.send(
      'PATCH',
      '/books?id=eq.4&columns=pages&select=pages',
      {},
      { prefer: 'return=representation, missing=default' },
    )
    expect(await response.json()).toEqual([{ pages: 100 }])
  })
})

describe('delete', () => {
  test('deletes the matching rows and returns them', async () => {
    await from('tags').insert({ id: 70, name: 'delete' })
    expect((await from('tags').delete().eq('id', 70).select()).data).toEqual([{ id: 70, name: 'delete' }])
    expect((await from('tags').delete().eq('id', 70)).status).toBe(204)
  })

  test('refuses to affect more rows than max-affected', async () => {
    const refused = await library.send('DELETE', '/book_tags?book_id=gt.0', undefined, atMostOne)
    expect(await refused.json()).toMatchObject({ code: 'PGRST124' })
    expect((await from('book_tags').select()).data).toHaveLength(4)
  })
})

test.each(['PATCH', 'DELETE'])('%s without a filter is refused', async (method) => {
  const response = await library.send(method, '/books', { title: 'all' })
  expect([response.status, await response.json()]).toMatchObject([400, { code: '21000' }])
  const onlyPage = await library.send(method, '/books?limit=1&order=id', { title: 'all' })
  expect(onlyPage.status).toBe(400)
})

test('a write without a representation needs no right to read', async () => {
  const { error, status } = await library.anonymous.from('suggestions').insert({ body: 'longer hours' })
  expect({ error, status }).toEqual({ error: null, status: 201 })
  expect((await library.anonymous.from('suggestions').insert({ body: 'x' }).select()).error?.code).toBe('42501')
  const kept = await library.database.as(superuser, ({ query }) => query('select body from suggestions'))
  expect(kept).toEqual([{ body: 'longer hours' }])
})

test('a failed write leaves no rows behind', async () => {
  const { error } = await from('tags').insert([{ name: 'half' }, { name: 'novel' }])
  expect(error?.code).toBe('23505')
  expect((await from('tags').select().eq('name', 'half')).data).toEqual([])
})

test('applied preferences are confirmed in the response', async () => {
  const response = await library.send(
    'POST',
    '/tags?on_conflict=id',
    { id: 80, name: 'preferred' },
    { prefer: 'resolution=merge-duplicates, return=minimal, count=exact, tx=rollback' },
  )
  expect(response.headers.get('preference-applied')).toBe('resolution=merge-duplicates, return=minimal, count=exact')
  expect((await from('tags').select().eq('id', 80)).data).toHaveLength(1)
  const strict = await library.send('POST', '/tags', { name: 'x' }, { prefer: 'handling=strict, nonsense=1' })
  expect(await strict.json()).toMatchObject({ code: 'PGRST122', details: 'Invalid preferences: nonsense=1' })
})

describe('a body is refused', () => {
  test.each([
    ['that is not JSON', '{"title": '],
    ['that is empty', ''],
    ['that is neither an object nor a list of objects', '[1, 2]'],
    ['with objects of different columns', '[{"title": "a"}, {"pages": 1}]'],
  ])('%s', async (_, body) => {
    const response = await library.fetch('/books', { method: 'POST', body, headers: { 'content-type': 'application/json' } })
    expect([response.status, await response.json()]).toMatchObject([400, { code: 'PGRST102' }])
  })

  test('with another media type', async () => {
    const response = await library.fetch('/books', { method: 'POST', body: 'title\nx', headers: { 'content-type': 'text/csv' } })
    expect(await response.json()).toMatchObject({ code: 'PGRST102', message: 'Content-Type not acceptable: text/csv' })
  })

  test('with a zero character, which PostgreSQL cannot store', async () => {
    expect((await from('books').insert({ title: 'a\0b' })).error?.code).toBe('22P05')
  })
})

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

const from = (table: string) => library.anonymous.from(table)
const book = async (select: string) => (await from('books').select(select).eq('id', 1).single()).data

describe('embedding', () => {
  test('resolves a to-one relationship along the foreign key', async () => {
    expect(await book('title, shelves(name)')).toEqual({ title: 'The Dispossessed', shelves: { name: 'left' } })
  })

  test('resolves a to-many relationship against the foreign key', async () => {
    const { data } = await from('shelves').select('name, books(id)').order('id').order('id', { referencedTable: 'books' })
    expect(data).toEqual([
      { name: 'ground', books: [] },
      { name: 'left', books: [{ id: 1 }, { id: 2 }] },
      { name: 'right', books: [{ id: 3 }] },
    ])
  })

  test('returns at most one row when the key is unique', async () => {
    expect(await book('covers(color)')).toEqual({ covers: { color: 'red' } })
    expect((await from('books').select('covers(color)').eq('id', 3).single()).data).toEqual({ covers: null })
  })

  test('resolves many-to-many relationships through a join table', async () => {
    const { data } = await from('tags').select('name, books(title)').eq('id', 1).order('id', { referencedTable: 'books' }).single()
    expect(data).toEqual({ name: 'novel', books: [{ title: 'The Dispossessed' }, { title: 'Invisible Cities' }] })
  })

  test('can be nested, each level under its alias', async () => {
    const { data } = await from('authors')
      .select('who:name, works:books!author_id(title, labels:tags(name), place:shelves(name))')
      .eq('id', 2)
      .single()
    expect(data).toEqual({ who: 'Italo', works: [{ title: 'Invisible Cities', labels: [{ name: 'novel' }], place: { name: 'left' } }] })
  })

  test('resolves self-references: children by the table’s name, the parent by its column', async () => {
    const { data } = await from('shelves').select('name, children:shelves(name), parent:parent_id(name)').eq('id', 2).single()
    expect(data).toEqual({ name: 'left', children: [], parent: { name: 'ground' } })
  })

  test('calls a function of the row', async () => {
    expect(await book('same_author(title)')).toEqual({ same_author: [{ title: 'The Lathe of Heaven' }] })
  })

  test('works from a view and into a view', async () => {
    const { data } = await from('long_books').select('title, authors(name)').eq('id', 1).single()
    expect(data).toEqual({ title: 'The Dispossessed', authors: { name: 'Ursula' } })
    const back = await from('authors').select('name, long_books(title)').eq('id', 1).single()
    expect(back.data).toEqual({ name: 'Ursula', long_books: [{ title: 'The Dispossessed' }] })
  })
})

describe('ambiguous relationships', () => {
  test('are reported with all candidates', async () => {
    const { error, status } = await from('books').select('authors(name)')
    expect([status, error?.code]).toEqual([300, 'PGRST201'])
    expect(error?.hint).toContain("'authors!books_editor_fkey'")
    expect(error?.details).toContainEqual({
      cardinality: 'many-to-one',
      embedding: 'books with authors',
      relationship: 'books_editor_fkey using books(editor_id) and authors(id)',
    })
  })

  test('are resolved by naming a column or a constraint', async () => {
    expect(await book('authors!author_id(name)')).toEqual({ authors: { name: 'Ursula' } })
    expect(await book('authors!books_editor_fkey(name)')).toEqual({ authors: { name: 'Nobody' } })
    expect(await book('author:author_id(name), editor:books_editor_fkey(name)')).toEqual({
      author: { name: 'Ursula' },
      editor: { name: 'Nobody' },
    })
  })

  test('are resolved by naming a join table', async () => {
    expect(await book('tags!book_tags(name)')).toEqual({ tags: [{ name: 'novel' }, { name: 'science fiction' }] })
  })
})

describe('spread', () => {
  test('a to-one resource adds its columns', async () => {
    expect(await book('title, ...shelves(shelf:name)')).toEqual({ title: 'The Dispossessed', shelf: 'left' })
  })

  test('a to-many resource adds lists of its columns', async () => {
    const { data } = await from('shelves').select('name, ...books(titles:title)').eq('id', 3).single()
    expect(data).toEqual({ name: 'right', titles: ['The Lathe of Heaven'] })
  })
})

describe('an embedded resource', () => {
  test('can be filtered', async () => {
    const { data } = await from('shelves').select('name, books(title)').gt('books.pages', 200).gt('id', 1).order('id')
    expect(data).toEqual([
      { name: 'left', books: [{ title: 'The Dispossessed' }] },
      { name: 'right', books: [] },
    ])
  })

  test('can be filtered by and/or conditions', async () => {
    const { data } = await from('shelves')
      .select('books(id)')
      .or('id.eq.1,pages.lt.170', { referencedTable: 'books' })
      .eq('id', 2)
      .order('id', { referencedTable: 'books' })
    expect(data).toEqual([{ books: [{ id: 1 }, { id: 2 }] }])
  })

  test('can be ordered and limited', async () => {
    const { data } = await from('shelves')
      .select('books(id)')
      .eq('id', 2)
      .order('id', { referencedTable: 'books', ascending: false })
      .limit(1, { referencedTable: 'books' })
      .single()
    expect(data).toEqual({ books: [{ id: 2 }] })
  })

  test('removes rows without it when it is inner', async () => {
    const { data } = await from('shelves').select('name, books!inner(title)').eq('books.pages', 184)
    expect(data).toEqual([{ name: 'right', books: [{ title: 'The Lathe of Heaven' }] }])
    const nested = await from('authors').select('name, books!author_id!inner(covers!inner(color))').eq('books.covers.color', 'blue')
    expect(nested.data).toEqual([{ name: 'Italo', books: [{ covers: { color: 'blue' } }] }])
  })

  test('can be selected with no columns to filter by its presence', async () => {
    const there = await from('books').select('id, covers()').not('covers', 'is', null).order('id')
    expect(there.data).toEqual([{ id: 1 }, { id: 2 }])
    const absent = await from('books').select('id, tags()').is('tags', null)
    expect(absent.data).toEqual([{ id: 4 }])
    const either = await from('books').select('id, covers(), tags()').or('covers.not.is.null,tags.is.null').order('id')
    expect(either.data).toEqual([{ id: 1 }, { id: 2 }, { id: 4 }])
  })

  test('is present even if its columns are null', async () => {
    const { data } = await from('books').select('id, authors!books_editor_fkey(born)').not('authors', 'is', null)
    expect(data).toEqual([{ id: 1, authors: { born: null } }])
  })

  test('can order the outer rows by its column if it is to-one', async () => {
    const { data } = await from('books')
      .select('id, shelves(name)')
      .order('shelves(name)', { ascending: false, nullsFirst: false })
      .order('id')
    expect(data?.map(({ id }: { id: number }) => id)).toEqual([3, 1, 2, 4])
    expect((await from('shelves').select('books(id)').order('books(id)')).error?.code).toBe('PGRST118')
  })
})

describe('embedding refuses', () => {
  test('a resource without a relationship', async () => {
    const { error, status } = await from('books').select('closures(*)')
    expect([status, error?.code]).toEqual([400, 'PGRST200'])
    expect(error?.message).toBe("Could not find a relationship between 'books' and 'closures' in the schema cache")
  })

  test('a misspelt name, with a hint', async () => {
    expect((await from('books').select('shelve(*)')).error?.hint).toBe("Perhaps you meant 'shelves' instead of 'shelve'.")
  })

  test('an unknown column of the embedded resource', async () => {
    expect((await from('books').select('shelves(height)')).error).toMatchObject({
      code: '42703',
      message: 'column shelves_1.height does not exist',
    })
  })

  test('a duplicate name', async () => {
    expect((await from('books').select('authors!author_id(name), authors!editor_id(name)')).error?.code).toBe('42712')
  })

  test('a filter on a resource that is not embedded', async () => {
    expect((await from('books').select('id').eq('covers.color', 'red')).error?.code).toBe('PGRST108')
  })

  test('too many levels of nesting', async () => {
    const deep = `${'shelves('.repeat(30)}id${')'.repeat(30)}`
    expect((await from('shelves').select(deep)).error?.code).toBe('PGRST100')
  })

  test('a table that the caller may not read', async () => {
    expect((await from('suggestions').select()).error?.code).toBe('42501')
  })
})

test('aggregates are grouped by the other columns, where the project allows aggregates', async () => {
  await library.database.keep({ role: 'superuser' }, ({ query }) =>
    query(
      `do $$ begin execute format('alter role authenticator in database %I set pgrst.db_aggregates_enabled = true', current_database()); end $$`,
    ),
  )
  await library.database.keep({ role: 'superuser' }, ({ query }) => query("notify pgrst, 'reload config'"))
  await expect
    .poll(async () => (await from('books').select('shelf_id, pages.sum(), n:count()').order('shelf_id')).data)
    .toEqual([
      { shelf_id: 2, sum: 506, n: 2 },
      { shelf_id: 3, sum: 184, n: 1 },
      { shelf_id: null, sum: 400, n: 1 },
    ])
  expect((await from('books').select('shelves(name), pages.sum()').eq('shelf_id', 2)).data).toEqual([
    { shelves: { name: 'left' }, sum: 506 },
  ])
  expect((await from('shelves').select('name, books(count)').order('id')).data).toEqual([
    { name: 'ground', books: [{ count: 0 }] },
    { name: 'left', books: [{ count: 2 }] },
    { name: 'right', books: [{ count: 1 }] },
  ])

  // Aggregates of a spread resource belong to the resource around it.
  expect((await from('books').select('shelf_id, ...covers(covered:color.count())').order('shelf_id')).data).toEqual([
    { shelf_id: 2, covered: 2 },
    { shelf_id: 3, covered: 0 },
    { shelf_id: null, covered: 0 },
  ])
  expect((await from('books').select('...shelves(shelf:name, count()), pages.sum()').order('shelves(shelf)')).data).toEqual([
    { shelf: 'left', count: 2, sum: 506 },
    { shelf: 'right', count: 1, sum: 184 },
    { shelf: null, count: 1, sum: 400 },
  ])
  const nested = from('covers').select('...books(author:authors!author_id(name), ...shelves(name.max(), n:count()))').limit(5)
  expect((await nested).data).toEqual(
    expect.arrayContaining([
      { author: { name: 'Italo' }, max: 'left', n: 1 },
      { author: { name: 'Ursula' }, max: 'left', n: 1 },
    ]),
  )
  expect((await from('covers').select('...books(...shelves(n:count()))', { count: 'exact' })).count).toBe(1)
  expect((await from('shelves').select('name, ...books(pages.sum())')).error).toMatchObject({
    code: 'PGRST127',
    details: 'Aggregates are not implemented for one-to-many or many-to-many spreads.',
  })
})

test('a view that refers to itself does not break reading the schema', async () => {
  await library.database.keep({ role: 'superuser' }, ({ query }) =>
    query('create recursive view public.countdown (n) as values (3) union all select n - 1 from countdown where n > 1'),
  )
  await expect.poll(async () => (await library.ada.from('countdown').select('n').order('n')).data).toEqual([{ n: 1 }, { n: 2 }, { n: 3 }])
})

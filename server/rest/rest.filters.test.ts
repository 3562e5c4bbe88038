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

async function idsOf(parameters: Record<string, string>) {
  const response = await library.fetch(`/books?${new URLSearchParams({ select: 'id', order: 'id', ...parameters }).toString()}`)
  const body = (await response.json()) as { id: number }[]
  expect([response.status, body]).toEqual([200, expect.any(Array)])
  return body.map(({ id }) => id)
}

test.each<[string, string, number[]]>([
  ['id', 'eq.2', [2]],
  ['id', 'neq.2', [1, 3, 4]],
  ['pages', 'gt.184', [1, 4]],
  ['pages', 'gte.184', [1, 3, 4]],
  ['pages', 'lt.184', [2]],
  ['pages', 'lte.184', [2, 3]],
  ['title', 'like.The*', [1, 3]],
  ['title', 'like.the*', []],
  ['title', 'ilike.the*', [1, 3]],
  ['title', 'like(any).{The*,*Cities}', [1, 2, 3]],
  ['title', 'like(all).{The*,*Heaven}', [3]],
  ['title', 'ilike(any).{the*,*CITIES}', [1, 2, 3]],
  ['title', 'ilike(all).{THE*,*HEAVEN}', [3]],
  ['title', 'match.^The .*ed$', [1]],
  ['title', 'imatch.^the', [1, 3]],
  ['id', 'eq(any).{1,3}', [1, 3]],
  ['pages', 'gt(all).{170,200}', [1, 4]],
  ['id', 'in.(1,4)', [1, 4]],
  ['id', 'in.()', []],
  ['title', 'in.("A, \\"quoted\\" (title)",Invisible Cities)', [2, 4]],
  ['is_lent', 'is.null', [3]],
  ['is_lent', 'is.not_null', [1, 2, 4]],
  ['is_lent', 'is.true', [2, 4]],
  ['is_lent', 'is.false', [1]],
  ['is_lent', 'is.unknown', [3]],
  ['is_lent', 'isdistinct.true', [1, 3]],
  ['languages', 'cs.{en,de}', [1]],
  ['languages', 'cd.{en,it}', [2, 3, 4]],
  ['languages', 'ov.{de,it}', [1, 2]],
  ['meta', 'cs.{"year":1974}', [1]],
  ['meta', 'cd.{"year":2000,"more":1}', [4]],
  ['ages', 'ov.[10,13)', [1, 3]],
  ['ages', 'sl.[13,20)', [3]],
  ['ages', 'sr.[3,5)', [1, 2, 3]],
  ['ages', 'nxl.[12,20)', [1, 2]],
  ['ages', 'nxr.[3,12)', [3]],
  ['ages', 'adj.[1,5)', [3]],
  ['ages', 'cs.[13,14)', [1]],
  ['title', 'fts.city | heaven', [2, 3]],
  ['title', 'plfts(english).invisible city', [2]],
  ['title', 'phfts(english).lathe of heaven', [3]],
  ['title', 'wfts(english).heaven or "invisible city" -title', [2, 3]],
  ['meta->>year', 'eq.1974', [1]],
  ['meta->year', 'gt.1973', [1, 4]],
  ['meta->on->>sale', 'eq.true', [1]],
  ['meta->awards->>1', 'eq.Nebula', [1]],
  ['languages->0', 'eq."it"', [2]],
  ['id', 'not.eq.2', [1, 3, 4]],
  ['is_lent', 'not.is.null', [1, 2, 4]],
  ['id', 'not.in.(1,2)', [3, 4]],
  ['title', 'not.like.The*', [2, 4]],
  ['title', 'eq.A, "quoted" (title)', [4]],
])('%s=%s', async (column, filter, expected) => {
  expect(await idsOf({ [column]: filter })).toEqual(expected)
})

describe('logic trees', () => {
  test.each<[string, string, number[]]>([
    ['or', '(id.eq.1,id.eq.3)', [1, 3]],
    ['and', '(id.gt.1,id.lt.4)', [2, 3]],
    ['not.or', '(id.eq.1,id.eq.3)', [2, 4]],
    ['not.and', '(id.gt.1,id.lt.4)', [1, 4]],
    ['or', '(and(id.gt.1,id.lt.3),pages.gte.400)', [2, 4]],
    ['or', '(id.eq.1,not.and(pages.lt.390,id.gt.0))', [1, 4]],
    ['or', '(title.not.like.The*,id.eq.1)', [1, 2, 4]],
    ['or', '(id.in.(1,2),title.in.("A, \\"quoted\\" (title)"))', [1, 2, 4]],
    ['or', '(title.eq."A, \\"quoted\\" (title)",is_lent.is.null)', [3, 4]],
    ['or', '(languages.cs.{it,en},ages.adj.[1,5))', [2, 3]],
    ['or', '(meta->>year.eq.1974,meta->awards.eq.[])', [1, 2]],
    ['or', '(title.like(any).{Inv*,*Heaven}, id.eq.4)', [2, 3, 4]],
    ['or', '(title.fts(english).city,is_lent.isdistinct.true)', [1, 2, 3]],
  ])('%s=%s', async (name, tree, expected) => {
    expect(await idsOf({ [name]: tree })).toEqual(expected)
  })

  test('combine with other filters', async () => {
    expect(await idsOf({ or: '(id.eq.1,id.eq.2)', 'not.and': '(id.eq.2,pages.gt.0)', pages: 'gt.10' })).toEqual([1])
  })
})

describe('the client', () => {
  test('supports every filter method', async () => {
    const found = await library.anonymous
      .from('books')
      .select('id')
      .not('title', 'ilike', '%heaven')
      .or('pages.gt.300,pages.lt.170')
      .filter('price', 'gte', 9)
      .contains('languages', ['en'])
      .overlaps('languages', ['de', 'it'])
      .rangeGt('ages', '[1,5)')
      .in('title', ['Invisible Cities', 'A, "quoted" (title)'])
      .textSearch('title', 'city', { config: 'english', type: 'plain' })
      .match({ id: 2, is_lent: true })
    expect(found.data).toEqual([{ id: 2 }])
  })
})

describe('invalid requests are refused', () => {
  test.each([
    ['id', 'equals.1'],
    ['id', 'eq'],
    ['id', ''],
    ['id', 'in.1,2'],
    ['is_lent', 'is.maybe'],
    ['id', 'cs(any).{1}'],
    ['or', 'id.eq.1'],
    ['or', '(id.eq.1'],
    ['or', '(id.eq.1))'],
    ['and', '()'],
    ['order', 'id.sideways'],
    ['select', 'id,'],
    ['select', 'authors(name'],
    ['limit', 'many'],
  ])('%s=%s', async (name, value) => {
    const response = await library.fetch(`/books?${new URLSearchParams({ [name]: value }).toString()}`)
    expect([response.status, await response.json()]).toMatchObject([400, { code: 'PGRST100' }])
  })

  test.each([
    ['id', 'eq.one', '22P02'],
    ['title', 'match.(', '2201B'],
    ['title', 'fts(klingon).word', '42704'],
    ['nowhere', 'eq.1', '42703'],
    ['authors.name', 'eq.Ursula', 'PGRST108'],
  ])('%s=%s by %s', async (name, value, code) => {
    const response = await library.fetch(`/books?${new URLSearchParams({ [name]: value }).toString()}`)
    expect([response.status, await response.json()]).toMatchObject([400, { code }])
  })

  test('text that looks like SQL is treated as a value or a name', async () => {
    expect(await idsOf({ title: "eq.x' or '1'='1" })).toEqual([])
    expect(await idsOf({ or: `(title.eq."x' or true --",id.eq.1)` })).toEqual([1])
    for (const select of ['id"; drop table books; --', 'id::int) from books; --', 'meta->>"a\' || \'b"']) {
      const response = await library.fetch(`/books?${new URLSearchParams({ select }).toString()}`)
      expect([200, 400]).toContain(response.status)
    }
    expect(await idsOf({})).toHaveLength(4)
  })
})

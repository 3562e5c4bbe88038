import pg from 'pg'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { idOf, superuser } from '../testing/database.ts'
import { startTestServer } from '../testing/server.ts'
import { planRead } from './read-plans.ts'
import type { RestRequest } from './request.ts'
import { loadSchemaCache } from './schema-cache.ts'
import { fillLibrary } from './test-library.ts'

const openLibrary = async () => fillLibrary(await startTestServer(), idOf)
let library: Awaited<ReturnType<typeof openLibrary>>
beforeAll(async () => {
  library = await openLibrary()
})
afterAll(() => library.stop())

describe('a repeated request with a cached plan', () => {
  const READS: [string, { method?: string; headers?: Record<string, string> }][] = [
    ['/books?select=id,pages&order=id', {}],
    ['/books?select=id,pages&order=id', { method: 'HEAD' }],
    ['/books?select=id,pages&order=id', { headers: { range: '1-2' } }],
    ['/books?select=id,pages&order=id', { headers: { prefer: 'count=exact' } }],
    ['/books?select=id,pages&order=id', { headers: { prefer: 'count=estimated', range: '0-0' } }],
    ['/books?select=id,pages&order=id', { headers: { prefer: 'count=planned' } }],
    ['/books?select=id,pages&order=id', { headers: { accept: 'text/csv' } }],
    ['/books?select=id,pages&order=id', { headers: { accept: 'application/vnd.pgrst.array+json;nulls=stripped' } }],
    ['/books?select=id,pages&order=id', { headers: { accept: 'application/vnd.pgrst.object+json' } }],
    ['/books?select=id,pages&order=id&limit=1', { headers: { accept: 'application/vnd.pgrst.object+json' } }],
    ['/books?select=id,pages&order=id.desc', {}],
    ['/books?select=id&id=eq.1', {}],
    ['/books?select=id&id=eq.2', {}],
    ['/tags?select=id&order=id', {}],
  ]
  const ask = async ([path, init]: (typeof READS)[number]) => {
    const answer = await library.fetch(path, init)
    return [answer.status, answer.headers.get('content-type'), answer.headers.get('content-range'), await answer.text()]
  }

  test('gets the same answer, whatever other requests used the same table', async () => {
    const first = await Promise.all(READS.map(ask))
    expect(new Set(first.map(String)).size).toBe(READS.length)
    for (let round = 0; round < 2; round++) expect(await Promise.all(READS.map(ask))).toEqual(first)
  })

  test('is compiled again after the schema has changed', async () => {
    await library.database.keep(superuser, async ({ query }) => {
      await query('create table public.racks (id int primary key)')
      await query('create table public.boxes (id int, rack int references public.racks)')
      await query('grant select on public.racks, public.boxes to anon, authenticated')
      await query("notify pgrst, 'reload schema'")
    })
    const status = async () => (await library.fetch('/boxes?select=id,racks(id)')).status
    await expect.poll(status).toBe(200)
    expect(await status()).toBe(200)
    await library.database.keep(superuser, async ({ query }) => {
      await query('alter table public.boxes drop constraint boxes_rack_fkey')
      await query("notify pgrst, 'reload schema'")
    })
    await expect.poll(status).toBe(400)
  })
})

test('a few hundred plans of the latest requests are cached, and no more', async () => {
  const client = new pg.Client({ connectionString: library.database.url })
  await client.connect()
  const cache = await loadSchemaCache(client, ['public'])
  await client.end()
  const table = cache.table('public', 'books')
  if (!table) throw new Error('the library has books')
  const media = { format: 'json', stripsNulls: false } as RestRequest['media']
  const plan = (search: string) => {
    const parameters = () => [...new URLSearchParams(search)] as [string, string][]
    const request = { method: 'GET', cache, media, preferences: {}, range: null, maxRows: 10, maxResponseBytes: 1000, search, parameters }
    return planRead(request as unknown as RestRequest, table)
  }
  const first = plan('?id=eq.0')
  expect(plan('?id=eq.0')).toBe(first)
  for (let n = 1; n < 250; n++) plan(`?id=eq.${n}`)
  expect(plan('?id=eq.0')).toBe(first)
  for (let n = 1; n < 400; n++) plan(`?id=eq.${n}`)
  expect(plan('?id=eq.0')).not.toBe(first)
  const long = `?id=in.(${'1,'.repeat(5000)}1)`
  expect(plan(long)).not.toBe(plan(long))
})

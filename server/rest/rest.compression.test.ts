import { afterAll, beforeAll, expect, test } from 'vitest'
import { idOf } from '../testing/database.ts'
import { startTestServer } from '../testing/server.ts'
import { fillLibrary } from './test-library.ts'

const openLibrary = async () => fillLibrary(await startTestServer(), idOf)
let library: Awaited<ReturnType<typeof openLibrary>>
beforeAll(async () => {
  library = await openLibrary()
})
afterAll(() => library.stop())

const LONG = `/books?select=${Array.from({ length: 40 }, (_, n) => `title_of_this_book_again_${n}:${n % 2 ? 'title' : 'isbn'}`).join(',')}`
const SHORT = '/books?select=id&limit=1'

async function read(path: string, coding: string) {
  const answer = await library.fetch(path, { headers: { 'accept-encoding': coding } })
  return { coding: answer.headers.get('content-encoding'), length: Number(answer.headers.get('content-length')), text: await answer.text() }
}

test('a long answer is compressed for a client that accepts brotli, with unchanged content', async () => {
  const plain = await read(LONG, 'identity')
  expect(plain.text.length).toBeGreaterThan(1024)
  expect(plain.coding).toBeNull()
  for (const coding of ['br', 'gzip, deflate, br, zstd', 'gzip, BR;q=0.8']) {
    const small = await read(LONG, coding)
    expect(small).toMatchObject({ coding: 'br', text: plain.text })
    expect(small.length).toBeLessThan(plain.length / 3)
  }
})

test.each(['gzip, deflate', 'br;q=0', 'br; q=0.0', 'brotli', ''])(
  'a long answer is sent uncompressed to a client that accepts %j',
  async (coding) => {
    expect((await read(LONG, coding)).coding).toBeNull()
  },
)

test('a short answer is sent uncompressed', async () => {
  expect((await read(SHORT, 'br')).coding).toBeNull()
})

test('an error is sent uncompressed', async () => {
  const refused = await library.fetch(`${LONG},no_such_column`, { headers: { 'accept-encoding': 'br' } })
  expect([refused.status, refused.headers.get('content-encoding')]).toEqual([400, null])
})

test('the result of a function is compressed as well', async () => {
  const answer = await library.fetch('/rpc/countdown?start=1000', { headers: { 'accept-encoding': 'br' } })
  expect(answer.headers.get('content-encoding')).toBe('br')
  expect(await answer.json()).toHaveLength(1000)
})

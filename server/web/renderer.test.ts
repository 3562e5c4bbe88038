// The thread that renders pages, with a test renderer: its order, its queue, and recovery after a hang or crash.
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { brotliDecompressSync } from 'node:zlib'
import { afterEach, beforeAll, expect, test } from 'vitest'
import { temporaryFolder } from '../testing/cluster.ts'
import { createRenderer, QueueIsFull, type RendererOptions } from './renderer.ts'

const RENDERER = `
export const addressesOf = (page, data) => ({ 1: 'one-' + data.articles.length })
export async function renderPage({ path, data }) {
  if (path === '/hangs') for (;;);
  if (path === '/dies') process.exit(1)
  if (path === '/breaks') throw new Error('broken')
  if (path === '/slow') await new Promise((resolve) => setTimeout(resolve, 50))
  return { status: 200, body: path + ' ' + JSON.stringify(data.articles) }
}
`
let folder: string
let renderer: ReturnType<typeof createRenderer>

beforeAll(() => {
  folder = temporaryFolder()
  writeFileSync(join(folder, 'renderer.mjs'), RENDERER)
})
afterEach(() => renderer.stop())

function setUp(options: Partial<RendererOptions> = {}) {
  renderer = createRenderer({ folder, renderer: 'renderer.mjs', siteUrl: 'http://site.example', values: {}, ...options })
  const render = (path: string, version = 1) =>
    renderer.render(
      { page: path, path, language: 'en', isPrefixed: true },
      { articles: { key: 'articles', version, json: JSON.stringify([version]), staleSince: undefined } },
    )
  return async (path: string, version?: number) => brotliDecompressSync((await render(path, version)).br).toString()
}

test('pages are rendered in turn, each with its own data', async () => {
  const render = setUp()
  expect(await Promise.all([render('/a', 1), render('/b', 2), render('/c', 2), render('/d', 1)])).toEqual([
    '/a [1]',
    '/b [2]',
    '/c [2]',
    '/d [1]',
  ])
})

test('twenty pages can wait, and the next is refused at once', async () => {
  const render = setUp()
  await render('/first')
  const waiting = Array.from({ length: 21 }, (_, place) => render(place === 0 ? '/slow' : `/${place}`))
  await expect(render('/one-too-many')).rejects.toThrow(QueueIsFull)
  expect(await Promise.all(waiting)).toHaveLength(21)
  expect(await render('/later')).toBe('/later [1]')
})

test.each([
  ['/hangs', 'took too long'],
  ['/dies', 'has ended'],
  ['/breaks', 'broken'],
])('after %s the other pages are rendered', async (path, reason) => {
  const render = setUp({ timeoutMs: 1500 })
  await render('/first')
  const lost = render(path)
  await expect(lost).rejects.toThrow(reason)
  await expect.poll(() => render('/later', 2), { timeout: 10_000 }).toBe('/later [2]')
})

// Rendered pages: one rendering for all waiting readers, cached until the data change, and never delaying other requests.
import { expect, test } from 'vitest'
import { createPageCache } from './page-cache.ts'
import { createPublicData } from './public-data.ts'
import type { RenderedPage } from './render-job.ts'
import { createRenderedPages, type DataPage } from './rendered-pages.ts'

const LIST: DataPage = { pattern: '/articles', needs: ['articles'] }
const ARTICLE: DataPage = { pattern: '/articles/:article', needs: ['articles'], addresses: { key: '-(\\d+)$', needs: ['articles'] } }

const pageOf = (bytes: number, validUntil = Number.POSITIVE_INFINITY): RenderedPage => ({
  status: 200,
  br: new Uint8Array(bytes),
  tag: '"tag"',
  link: '',
  validUntil,
})

function setUp({
  render = () => Promise.resolve(pageOf(10)),
  timeoutMs = 5000,
}: {
  render?: () => Promise<RenderedPage>
  timeoutMs?: number
} = {}) {
  const clock = { now: 1_000_000 }
  const state = { render, json: '["one"]' }
  const rendered: string[] = []
  const failures: string[] = []
  const data = createPublicData({
    sources: { articles: { path: 'articles', maxAgeSeconds: 60, isKept: true, topics: ['articles'] } },
    ask: () => Promise.resolve(new Response(state.json)),
    now: () => clock.now,
  })
  const pages = createRenderedPages({
    data,
    renderer: {
      render: ({ path, language }) => {
        rendered.push(`${language} ${path}`)
        return state.render()
      },
      addressesOf: () => Promise.resolve({ 1: 'one-1', 2: 'two-2' }),
    },
    maxBytes: 1000,
    timeoutMs,
    onFailure: (pattern) => failures.push(pattern),
    now: () => clock.now,
  })
  const get = (path: string, language = 'en') =>
    pages.get({ page: path === '/articles' ? LIST : ARTICLE, path, language, isPrefixed: true })
  return { clock, state, rendered, failures, data, pages, get }
}

test('hundreds of concurrent readers of one page share one rendering, and later readers get the cached page', async () => {
  const { get, rendered } = setUp({ render: () => new Promise((resolve) => setTimeout(() => resolve(pageOf(10)), 5)) })
  const outcomes = await Promise.all(Array.from({ length: 300 }, () => get('/articles')))
  expect(new Set(outcomes.map((outcome) => outcome?.kind === 'page' && outcome.page)).size).toBe(1)
  await get('/articles')
  expect(rendered).toEqual(['en /articles'])
})

test('each language is rendered separately', async () => {
  const { get, rendered } = setUp()
  await Promise.all([get('/articles'), get('/articles', 'fr')])
  expect(rendered).toEqual(['en /articles', 'fr /articles'])
})

test('a page is rendered again when its data have changed', async () => {
  const { get, rendered, state, data } = setUp()
  await get('/articles')
  data.invalidate('articles')
  await get('/articles')
  expect(rendered).toHaveLength(1)
  state.json = '["one","two"]'
  data.invalidate('articles')
  await get('/articles')
  expect(rendered).toHaveLength(2)
})

test('a page is rendered again when it expires, even if the data stay the same', async () => {
  const { get, rendered, state, clock } = setUp()
  state.render = () => Promise.resolve(pageOf(10, clock.now + 5000))
  await get('/articles')
  clock.now += 4999
  await get('/articles')
  expect(rendered).toHaveLength(1)
  clock.now += 1
  await get('/articles')
  expect(rendered).toHaveLength(2)
})

test('changed data are shown after a minute without a message from the database', async () => {
  const { get, state, clock, rendered } = setUp()
  await get('/articles')
  state.json = '[]'
  clock.now += 60_000
  await get('/articles')
  expect(rendered).toHaveLength(2)
})

test('unknown addresses are detected without rendering, and old ones redirect to the current one', async () => {
  const { get, rendered, pages } = setUp()
  for (const path of [
    '/articles/three-3',
    '/articles/one',
    '/articles/%00-9',
    `/articles/${'x'.repeat(5000)}-7`,
    '/articles/__proto__',
    '/articles/x-constructor',
  ])
    expect(await get(path)).toEqual({ kind: 'unknown' })
  expect(await get('/articles/former-1')).toEqual({ kind: 'moved', to: 'one-1' })
  expect(await get('/articles/<script>-2')).toEqual({ kind: 'moved', to: 'two-2' })
  expect(rendered).toEqual([])
  expect(pages.bytes()).toBe(0)
  expect(await get('/articles/one-1')).toMatchObject({ kind: 'page' })
})

test('a reader whose wait times out gets no page, and the next one gets the rendered page', async () => {
  const held = Promise.withResolvers<RenderedPage>()
  const { get, state, rendered } = setUp({ timeoutMs: 20 })
  state.render = () => held.promise
  expect(await get('/articles')).toBeUndefined()
  held.resolve(pageOf(10))
  await new Promise((resolve) => setTimeout(resolve, 1))
  expect(await get('/articles')).toMatchObject({ kind: 'page' })
  expect(rendered).toHaveLength(1)
})

test('a failed rendering is retried', async () => {
  const { get, state, failures } = setUp()
  state.render = () => Promise.reject(new Error('broken'))
  expect(await get('/articles')).toBeUndefined()
  expect(failures).toEqual(['/articles'])
  state.render = () => Promise.resolve(pageOf(10))
  expect(await get('/articles')).toMatchObject({ kind: 'page' })
})

test('the cache stays within its size, and evicts the least recently used page', () => {
  const cache = createPageCache<{ bytes: number; name: string }>(100)
  for (const name of ['a', 'b', 'c']) cache.set(name, { name, bytes: 30 })
  cache.get('a')
  cache.set('d', { name: 'd', bytes: 30 })
  expect(['a', 'b', 'c', 'd'].map((name) => cache.get(name)?.name)).toEqual(['a', undefined, 'c', 'd'])
  cache.set('huge', { name: 'huge', bytes: 101 })
  expect(cache.get('huge')).toBeUndefined()
  cache.set('d', { name: 'd', bytes: 10 })
  expect(cache.bytes()).toBe(70)
})

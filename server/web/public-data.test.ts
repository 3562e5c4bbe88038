// The data of pages: requested once, refreshed when they are too old or have changed, and kept while the backend is unreachable.
import { expect, test } from 'vitest'
import { type AskBackend, createPublicData, type DataSource } from './public-data.ts'

const KEPT: DataSource = { path: 'articles?language=eq.{language}', maxAgeSeconds: 60, isKept: true, topics: ['articles'] }
const FLEETING: DataSource = { path: 'rpc/free', body: { count: 3 }, maxAgeSeconds: 60, topics: [] }

function setUp(answer: AskBackend = () => Promise.resolve(new Response('[1]'))) {
  const clock = { now: 1_000_000 }
  const asked: string[] = []
  const failures: string[] = []
  const state = { answer }
  const data = createPublicData({
    sources: { articles: KEPT, free: FLEETING },
    ask: (path, body, signal) => {
      asked.push(path + (body ?? ''))
      return state.answer(path, body, signal)
    },
    onFailure: (name) => failures.push(name),
    now: () => clock.now,
  })
  return { clock, asked, failures, state, data }
}
const unreachable = () => Promise.reject(new Error('unreachable'))
const settled = () => new Promise((resolve) => setTimeout(resolve, 5))

test('concurrent pages share one request to the backend', async () => {
  const { data, asked } = setUp()
  await Promise.all(Array.from({ length: 50 }, () => Promise.all([data.read('articles', 'en'), data.read('free', 'en')])))
  await data.read('articles', 'fr')
  expect(asked).toEqual(['articles?language=eq.en', 'rpc/free{"count":3}', 'articles?language=eq.fr'])
})

test('data are refreshed in the background after half their maximum age, and before use at the end of it', async () => {
  const { data, asked, clock, state } = setUp()
  const first = await data.read('free', 'en')
  state.answer = () => Promise.resolve(new Response('[2]'))
  clock.now += 31_000
  expect((await data.read('free', 'en')).version).toBe(first.version)
  await settled()
  expect(await data.read('free', 'en')).toMatchObject({ json: '[2]' })
  state.answer = () => Promise.resolve(new Response('[3]'))
  clock.now += 60_000
  expect(await data.read('free', 'en')).toMatchObject({ json: '[3]' })
  expect(asked).toHaveLength(3)
})

test('an unchanged response keeps its version', async () => {
  const { data, clock } = setUp()
  const first = await data.read('articles', 'en')
  clock.now += 61_000
  expect(await data.read('articles', 'en')).toEqual(first)
})

test('a message on a topic refreshes its data at once, and no others', async () => {
  const { data, asked, state } = setUp()
  await Promise.all([data.read('articles', 'en'), data.read('free', 'en')])
  state.answer = () => Promise.resolve(new Response('[2]'))
  data.invalidate('articles')
  expect(await data.read('articles', 'en')).toMatchObject({ json: '[2]' })
  expect(await data.read('free', 'en')).toMatchObject({ json: '[1]' })
  expect(asked).toHaveLength(3)
  data.invalidate()
  await Promise.all([data.read('articles', 'en'), data.read('free', 'en')])
  expect(asked).toHaveLength(5)
})

test('a response that was pending when the data changed is discarded', async () => {
  const { data, state } = setUp()
  const held = Promise.withResolvers<Response>()
  state.answer = () => held.promise
  const reading = data.read('articles', 'en')
  data.invalidate('articles')
  state.answer = () => Promise.resolve(new Response('["new"]'))
  held.resolve(new Response('["old"]'))
  expect(await reading).toMatchObject({ json: '["new"]' })
})

test('while the backend is unreachable, cached data are marked as stale, and data that must not be kept are omitted', async () => {
  const { data, clock, state, failures, asked } = setUp()
  const readAt = clock.now
  await Promise.all([data.read('articles', 'en'), data.read('free', 'en')])
  state.answer = unreachable
  clock.now += 59_000
  expect(await data.read('free', 'en')).toMatchObject({ json: '[1]' })
  clock.now += 2000
  expect(await data.read('articles', 'en')).toMatchObject({ json: '[1]', staleSince: readAt })
  expect(await data.read('free', 'en')).toMatchObject({ json: undefined, staleSince: undefined })
  const before = asked.length
  await Promise.all(Array.from({ length: 20 }, () => data.read('articles', 'en')))
  expect(asked).toHaveLength(before)
  expect(failures).toEqual(['free', 'articles'])
  state.answer = () => Promise.resolve(new Response('[2]'))
  clock.now += 2001
  expect(await data.read('articles', 'en')).toMatchObject({ json: '[2]', staleSince: undefined })
})

test('a backend that does not answer delays pages with cached data only briefly', async () => {
  const { data, clock, state } = setUp()
  await data.read('articles', 'en')
  state.answer = () => new Promise(() => {})
  clock.now += 61_000
  const started = performance.now()
  expect(await data.read('articles', 'en')).toMatchObject({ json: '[1]' })
  expect(performance.now() - started).toBeLessThan(290)
})

test('errors and oversized responses are not used as data', async () => {
  const refused = setUp(() => Promise.resolve(new Response('{"message":"no"}', { status: 500 })))
  await expect(refused.data.read('articles', 'en')).rejects.toThrow('articles')
  const huge = setUp(() => Promise.resolve(new Response('x'.repeat(4 * 1024 * 1024 + 1))))
  await expect(huge.data.read('articles', 'en')).rejects.toThrow('articles')
  expect(await huge.data.read('free', 'en')).toMatchObject({ json: undefined })
})

test('a source that depends on the key of an address is read once for each key', async () => {
  const asked: string[] = []
  const data = createPublicData({
    sources: { pages: { path: 'articles?offset={key}', maxAgeSeconds: 60, topics: ['articles'] } },
    ask: (path) => {
      asked.push(path)
      return Promise.resolve(new Response('[]'))
    },
  })
  for (const key of ['12', '24', '12', '&limit=1']) await data.read('pages', 'en', key)
  data.invalidate('articles')
  await data.read('pages', 'en', '24')
  expect(asked).toEqual(['articles?offset=12', 'articles?offset=24', 'articles?offset=%26limit%3D1', 'articles?offset=24'])
})

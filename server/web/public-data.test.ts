// Data of pages: asked for once, again when they are too old or have changed, and kept while the backend cannot be reached.
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

test('many pages ask the backend once', async () => {
  const { data, asked } = setUp()
  await Promise.all(Array.from({ length: 50 }, () => Promise.all([data.read('articles', 'en'), data.read('free', 'en')])))
  await data.read('articles', 'fr')
  expect(asked).toEqual(['articles?language=eq.en', 'rpc/free{"count":3}', 'articles?language=eq.fr'])
})

test('data are asked for again in the background after half their age, and before use at the end of it', async () => {
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

test('the same answer keeps its version', async () => {
  const { data, clock } = setUp()
  const first = await data.read('articles', 'en')
  clock.now += 61_000
  expect(await data.read('articles', 'en')).toEqual(first)
})

test('a message on a topic makes its data be asked for at once, and no others', async () => {
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

test('an answer that was on its way when the data changed is not trusted', async () => {
  const { data, state } = setUp()
  const held = Promise.withResolvers<Response>()
  state.answer = () => held.promise
  const reading = data.read('articles', 'en')
  data.invalidate('articles')
  state.answer = () => Promise.resolve(new Response('["new"]'))
  held.resolve(new Response('["old"]'))
  expect(await reading).toMatchObject({ json: '["new"]' })
})

test('while the backend cannot be reached, data that are kept are marked as stale, and others are left out', async () => {
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

test('a backend that does not answer delays pages with older data for a moment only', async () => {
  const { data, clock, state } = setUp()
  await data.read('articles', 'en')
  state.answer = () => new Promise(() => {})
  clock.now += 61_000
  const started = performance.now()
  expect(await data.read('articles', 'en')).toMatchObject({ json: '[1]' })
  expect(performance.now() - started).toBeLessThan(290)
})

test('errors and answers without bounds are not data', async () => {
  const refused = setUp(() => Promise.resolve(new Response('{"message":"no"}', { status: 500 })))
  await expect(refused.data.read('articles', 'en')).rejects.toThrow('articles')
  const huge = setUp(() => Promise.resolve(new Response('x'.repeat(4 * 1024 * 1024 + 1))))
  await expect(huge.data.read('articles', 'en')).rejects.toThrow('articles')
  expect(await huge.data.read('free', 'en')).toMatchObject({ json: undefined })
})

import type { RealtimeChannel, SupabaseClient } from '@supabase/supabase-js'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { aWhile, createCollector, joined, type Live, startLive, type Transport } from './testing.ts'

let live: Live
beforeAll(async () => {
  live = await startLive()
})
afterAll(() => live.stop())

let rooms = 0
const freshName = () => `presence ${++rooms}`

interface Told {
  event: string
  key?: string
}

function present(client: SupabaseClient, name: string, key?: string) {
  const channel = client.channel(name, { config: { presence: key === undefined ? {} : { key } } })
  const changes = createCollector<Told>()
  for (const event of ['sync', 'join', 'leave'] as const) {
    channel.on('presence', { event: event as 'join' }, (told) => changes.add({ event, key: told.key }))
  }
  return { channel, changes }
}

/** The members and their states. */
function stateOf(channel: RealtimeChannel) {
  const state = channel.presenceState<{ mood: string }>()
  return Object.fromEntries(Object.entries(state).map(([key, metas]) => [key, metas.map(({ mood }) => mood)]))
}

/** Waits up to two seconds for this state. */
async function until(channel: RealtimeChannel, state: object) {
  for (let left = 100; left > 0 && JSON.stringify(stateOf(channel)) !== JSON.stringify(state); left--) await aWhile(20)
  return stateOf(channel)
}

describe.each<{ transport: Transport; vsn: '1.0.0' | '2.0.0' }>([
  { transport: 'ws', vsn: '2.0.0' },
  { transport: 'native', vsn: '1.0.0' },
])('over $transport in version $vsn', (how) => {
  test('clients see each other join, change and leave', async () => {
    const name = freshName()
    const [ada, bo] = [await live.as('ada', how), await live.as('bo')]
    const [hers, his] = [present(ada, name, 'ada'), present(bo, name, 'bo')]
    await joined(hers.channel)
    expect(await hers.channel.track({ mood: 'glad' })).toBe('ok')
    await joined(his.channel)
    expect(await until(his.channel, { ada: ['glad'] })).toEqual({ ada: ['glad'] })
    expect(await his.channel.track({ mood: 'calm' })).toBe('ok')
    expect(await until(hers.channel, { ada: ['glad'], bo: ['calm'] })).toEqual({ ada: ['glad'], bo: ['calm'] })
    await his.channel.track({ mood: 'tired' })
    expect(await until(hers.channel, { ada: ['glad'], bo: ['tired'] })).toEqual({ ada: ['glad'], bo: ['tired'] })
    await his.channel.untrack()
    expect(await until(hers.channel, { ada: ['glad'] })).toEqual({ ada: ['glad'] })
    await his.channel.track({ mood: 'back' })
    expect(await until(hers.channel, { ada: ['glad'], bo: ['back'] })).toEqual({ ada: ['glad'], bo: ['back'] })
    await bo.removeChannel(his.channel)
    expect(await until(hers.channel, { ada: ['glad'] })).toEqual({ ada: ['glad'] })
    expect(hers.changes.received.some(({ event, key }) => event === 'leave' && key === 'bo')).toBe(true)
  })
})

test('a member who loses the connection leaves the presence', async () => {
  const name = freshName()
  const [ada, bo] = [await live.as('ada'), await live.as('bo')]
  const [hers, his] = [present(ada, name, 'ada'), present(bo, name, 'bo')]
  await Promise.all([joined(hers.channel), joined(his.channel)])
  await his.channel.track({ mood: 'here' })
  expect(await until(hers.channel, { bo: ['here'] })).toEqual({ bo: ['here'] })
  await bo.realtime.disconnect()
  expect(await until(hers.channel, {})).toEqual({})
})

test('one user in two tabs appears twice under one key', async () => {
  const name = freshName()
  const tabs = [present(await live.as('ada'), name, 'ada'), present(await live.as('ada'), name, 'ada')]
  for (const [n, { channel }] of tabs.entries()) {
    await joined(channel)
    await channel.track({ mood: `tab ${n}` })
  }
  expect(await until(tabs[0]?.channel as RealtimeChannel, { ada: ['tab 0', 'tab 1'] })).toEqual({ ada: ['tab 0', 'tab 1'] })
})

test('a client without a key gets a generated one', async () => {
  const name = freshName()
  const people = [present(await live.as('ada'), name), present(await live.as('bo'), name)]
  for (const { channel } of people) {
    await joined(channel)
    await channel.track({ mood: 'x' })
  }
  const [first] = people
  for (let left = 100; left > 0 && Object.keys(first?.channel.presenceState() ?? {}).length < 2; left--) await aWhile(20)
  for (const key of Object.keys(first?.channel.presenceState() ?? {})) expect(key).toMatch(/^[0-9a-f-]{36}$/)
})

test('tracking the same state again sends nothing', async () => {
  const name = freshName()
  const [hers, his] = [present(await live.as('ada'), name, 'ada'), present(await live.as('bo'), name, 'bo')]
  await Promise.all([joined(hers.channel), joined(his.channel)])
  await hers.channel.track({ mood: 'same' })
  expect(await until(his.channel, { ada: ['same'] })).toEqual({ ada: ['same'] })
  const before = his.changes.received.length
  await hers.channel.track({ mood: 'same' })
  await aWhile(100)
  expect(his.changes.received.length).toBe(before)
})

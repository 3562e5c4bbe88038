// The site's only listener for live changes: joining, losing the connection, being refused, and leaving. The realtime client is replaced by
// a fake.
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { type LiveMessage, type LiveState, listen } from './live.ts'

type Subscribed = (status: string, error?: Error) => void

const client = vi.hoisted(() => ({
  channels: [] as { topic: string; state: string; reach: Subscribed; system: (news: { status: string }) => void; sent: unknown[] }[],
  removed: [] as unknown[],
  isConnected: true,
  authChanged: (() => {}) as (event: string) => void,
  checks: 0,
  /** Rejects if the code cannot be downloaded. */
  load: <Client>(realtime: Client) => realtime,
}))

vi.mock('./config.ts', () => ({ readSiteConfig: () => ({ supabaseUrl: 'http://site', supabaseKey: 'public' }) }))
vi.mock('./supabase.ts', () => ({
  checkSession: async () => ++client.checks,
  storedSession: () => undefined,
  onAuthChange: (changed: (event: string) => void) => {
    client.authChanged = changed
    return () => (client.authChanged = () => {})
  },
  loadRealtime: async () =>
    client.load({
      setAuth: async () => {},
      isConnected: () => client.isConnected,
      accessTokenValue: 'token',
      removeChannel: async (channel: unknown) => client.removed.push(channel),
      channel: (topic: string) => {
        const channel = {
          topic,
          state: 'joining',
          reach: (() => {}) as Subscribed,
          system: (() => {}) as (news: { status: string }) => void,
          sent: [] as unknown[],
          on(type: string, _filter: object, heard: (news: { status: string }) => void) {
            if (type === 'system') channel.system = heard
            return channel
          },
          subscribe(reached: Subscribed) {
            channel.reach = (status, error) => {
              channel.state = status === 'SUBSCRIBED' ? 'joined' : 'closed'
              reached(status, error)
            }
          },
          send: async (message: unknown) => channel.sent.push(message),
        }
        client.channels.push(channel)
        return channel
      },
    }),
}))

let page: EventTarget & { visibilityState?: string }
beforeEach(() => {
  vi.useFakeTimers()
  Object.assign(client, { channels: [], removed: [], isConnected: true, checks: 0, load: <Client>(realtime: Client) => realtime })
  page = Object.assign(new EventTarget(), { visibilityState: 'visible' })
  vi.stubGlobal('document', page)
})
afterEach(() => {
  vi.useRealTimers()
  vi.unstubAllGlobals()
})

async function open({ rows = false } = {}) {
  const states: LiveState[] = []
  const messages: LiveMessage['after'][] = []
  const listening = listen(
    { topic: 'appointment:1', isPrivate: true, events: ['signal'], ...(rows && { rows: [{ table: 'appointments' }] }) },
    ({ after }) => messages.push(after),
    (state) => states.push(state),
  )
  await vi.advanceTimersByTimeAsync(0)
  return { listening, states, messages, channel: () => client.channels.at(-1) }
}

test('is live once it has joined, and reports when row changes begin to arrive', async () => {
  const { states, messages, channel } = await open()
  expect(states).toEqual(['connecting'])
  channel()?.reach('SUBSCRIBED')
  expect(states.at(-1)).toBe('live')
  channel()?.system({ status: 'ok' })
  channel()?.system({ status: 'ok' })
  expect(messages).toEqual(['join', 'connection'])
})

test('waits for row changes before it is live, but not forever', async () => {
  const { states, messages, channel } = await open({ rows: true })
  channel()?.reach('SUBSCRIBED')
  expect(states.at(-1)).toBe('connecting')
  await vi.advanceTimersByTimeAsync(5000)
  expect(states.at(-1)).toBe('live')
  expect(messages).toEqual(['join', 'connection'])
})

test('leaves a lost connection to the client, and reports afterwards that changes may have been missed', async () => {
  const { states, messages, channel } = await open()
  channel()?.reach('SUBSCRIBED')
  channel()?.system({ status: 'ok' })
  channel()?.reach('CHANNEL_ERROR', new Error('socket closed'))
  expect(states.at(-1)).toBe('reconnecting')
  expect(client.checks).toBe(1)
  channel()?.reach('SUBSCRIBED')
  channel()?.system({ status: 'ok' })
  expect(client.channels).toHaveLength(1)
  expect(messages).toEqual(['join', 'connection', 'join', 'reconnection'])
})

test('rejoins with growing pauses when the server closes the channel', async () => {
  const { channel } = await open()
  for (const [attempt, waitMs] of [1000, 2000, 5000, 10_000, 10_000].entries()) {
    channel()?.reach('CLOSED')
    await vi.advanceTimersByTimeAsync(waitMs - 1)
    expect(client.channels).toHaveLength(attempt + 1)
    await vi.advanceTimersByTimeAsync(1)
    expect(client.channels).toHaveLength(attempt + 2)
  }
  channel()?.reach('SUBSCRIBED')
  channel()?.reach('CLOSED')
  await vi.advanceTimersByTimeAsync(1000)
  expect(client.channels).toHaveLength(7)
})

test('stops joining after a refusal, until there is another token', async () => {
  const { states, channel } = await open()
  channel()?.reach('CHANNEL_ERROR', new Error('Unauthorized: not yours'))
  expect(states.at(-1)).toBe('refused')
  await vi.advanceTimersByTimeAsync(600_000)
  expect(client.channels).toHaveLength(1)
  expect(client.removed).toHaveLength(1)
  client.authChanged('TOKEN_REFRESHED')
  await vi.advanceTimersByTimeAsync(1000)
  expect(client.channels).toHaveLength(2)
})

test('pauses while nobody is signed in', async () => {
  const { states, channel } = await open()
  channel()?.reach('SUBSCRIBED')
  client.authChanged('SIGNED_OUT')
  expect(states.at(-1)).toBe('reconnecting')
  expect(client.removed).toHaveLength(1)
  client.authChanged('SIGNED_IN')
  await vi.advanceTimersByTimeAsync(1000)
  expect(client.channels).toHaveLength(2)
})

test('reports that changes may have been missed when the page comes back into view', async () => {
  const { messages } = await open()
  page.visibilityState = 'hidden'
  page.dispatchEvent(new Event('visibilitychange'))
  page.visibilityState = 'visible'
  page.dispatchEvent(new Event('visibilitychange'))
  expect(messages).toEqual(['absence'])
})

test('sends only while it is joined and connected, so that no message overtakes another', async () => {
  const { listening, channel } = await open()
  listening.send('signal', { n: 1 })
  channel()?.reach('SUBSCRIBED')
  listening.send('signal', { n: 2 })
  client.isConnected = false
  listening.send('signal', { n: 3 })
  expect(channel()?.sent).toEqual([{ type: 'broadcast', event: 'signal', payload: { n: 2 } }])
})

test('sends its last message by a request that outlives the page', async () => {
  const fetched = vi.fn(async () => new Response())
  vi.stubGlobal('fetch', fetched)
  const { listening } = await open()
  listening.sendLast('signal', { n: 1 })
  const message = { topic: 'appointment:1', event: 'signal', payload: { n: 1 }, private: true }
  expect(fetched).toHaveBeenCalledWith(
    'http://site/realtime/v1/api/broadcast',
    expect.objectContaining({ method: 'POST', keepalive: true, body: JSON.stringify({ messages: [message] }) }),
  )
})

test('reports nothing after it was stopped, and leaves no timer or channel behind', async () => {
  const { listening, states, messages, channel } = await open()
  channel()?.reach('SUBSCRIBED')
  const seen = [states.length, messages.length]
  listening.stop()
  channel()?.reach('CLOSED')
  channel()?.system({ status: 'ok' })
  client.authChanged('SIGNED_IN')
  page.dispatchEvent(new Event('visibilitychange'))
  await vi.advanceTimersByTimeAsync(60_000)
  expect([states.length, messages.length]).toEqual(seen)
  expect(client.channels).toHaveLength(1)
  expect(client.removed).toHaveLength(1)
  expect(vi.getTimerCount()).toBe(0)
})

test('does not join at all when it is stopped before the token is known', async () => {
  const listening = listen(
    { topic: 'a' },
    () => {},
    () => {},
  )
  listening.stop()
  await vi.advanceTimersByTimeAsync(10_000)
  expect(client.channels).toHaveLength(0)
})

test('retries when the code for live changes cannot be downloaded', async () => {
  client.load = () => {
    throw new TypeError('Failed to fetch dynamically imported module')
  }
  const { states, channel } = await open()
  expect(states).toEqual(['connecting'])
  await vi.advanceTimersByTimeAsync(1000)
  expect(states.at(-1)).toBe('reconnecting')
  client.load = (realtime) => realtime
  await vi.advanceTimersByTimeAsync(2000)
  expect(client.channels).toHaveLength(1)
  channel()?.reach('SUBSCRIBED')
  expect(states.at(-1)).toBe('live')
})

import type { RealtimeChannel } from '@supabase/supabase-js'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { idOf } from '../testing/database.ts'
import { aWhile, createCollector, joined, type Live, openSocket, startLive, type Transport } from './testing.ts'

interface Heard {
  event: string
  payload: unknown
  meta?: { id: string }
}

let live: Live
beforeAll(async () => {
  live = await startLive()
})
afterAll(() => live.stop())

let rooms = 0
const freshName = () => `room ${++rooms}`

function listening(channel: RealtimeChannel) {
  const changes = createCollector<Heard>()
  channel.on('broadcast', { event: '*' }, (message) => changes.add(message as unknown as Heard))
  return changes
}

describe.each<{ transport: Transport; vsn: '1.0.0' | '2.0.0' }>([
  { transport: 'ws', vsn: '2.0.0' },
  { transport: 'ws', vsn: '1.0.0' },
  { transport: 'native', vsn: '2.0.0' },
  { transport: 'native', vsn: '1.0.0' },
])('over $transport in version $vsn', (how) => {
  test('a broadcast reaches other clients in both protocol versions, and the sender only on request', async () => {
    const name = freshName()
    const [speaker, hearer, self] = await Promise.all([live.as('ada', how), live.as('bo'), live.as('mallory', { vsn: '1.0.0' })])
    const said = speaker.channel(name)
    const echoing = self.channel(name, { config: { broadcast: { self: true } } })
    const received = hearer.channel(name)
    const ears = [said, received, echoing].map(listening)
    expect(await Promise.all([said, received, echoing].map(joined))).toEqual(['SUBSCRIBED', 'SUBSCRIBED', 'SUBSCRIBED'])
    expect(await said.send({ type: 'broadcast', event: 'hello', payload: { text: 'çok güzel 🌍', n: 1 } })).toBe('ok')
    expect(await echoing.send({ type: 'broadcast', event: 'echo', payload: {} })).toBe('ok')
    await Promise.all([ears[1]?.until(2), ears[2]?.until(2)])
    await aWhile(100)
    expect(ears.map((changes) => changes.received.map(({ event, payload }) => [event, payload]))).toEqual([
      [['echo', {}]],
      [
        ['hello', { text: 'çok güzel 🌍', n: 1 }],
        ['echo', {}],
      ],
      [
        ['hello', { text: 'çok güzel 🌍', n: 1 }],
        ['echo', {}],
      ],
    ])
  })
})

test('binary payloads arrive as binary, and are dropped in the version that cannot carry them', async () => {
  const name = freshName()
  const [ada, bo, old] = await Promise.all([live.as('ada'), live.as('bo'), live.as('bo', { vsn: '1.0.0' })])
  const [from, to, toOld] = [ada.channel(name), bo.channel(name), old.channel(name)]
  const [changes, oldEar] = [listening(to), listening(toOld)]
  await Promise.all([from, to, toOld].map(joined))
  await from.send({ type: 'broadcast', event: 'bytes', payload: new Uint8Array([0, 1, 254, 255]).buffer })
  const [message] = await changes.until(1)
  expect([...new Uint8Array(message?.payload as ArrayBuffer)]).toEqual([0, 1, 254, 255])
  await aWhile(100)
  expect(oldEar.received).toEqual([])
})

test('a client can request an acknowledgement', async () => {
  const ada = await live.as('ada')
  const channel = ada.channel(freshName(), { config: { broadcast: { ack: true } } })
  await joined(channel)
  expect(await channel.send({ type: 'broadcast', event: 'x', payload: {} })).toBe('ok')
})

test('a client that leaves a topic receives nothing more', async () => {
  const name = freshName()
  const [ada, bo] = await Promise.all([live.as('ada'), live.as('bo')])
  const [from, to] = [ada.channel(name), bo.channel(name)]
  const changes = listening(to)
  await Promise.all([from, to].map(joined))
  expect(await bo.removeChannel(to)).toBe('ok')
  await from.send({ type: 'broadcast', event: 'x', payload: {} })
  await aWhile(100)
  expect(changes.received).toEqual([])
})

describe('over HTTP', () => {
  test('a client can send without joining', async () => {
    const name = freshName()
    const [ada, bo] = await Promise.all([live.as('ada'), live.as('bo')])
    const to = bo.channel(name)
    const changes = listening(to)
    await joined(to)
    const from = ada.channel(name)
    expect(await from.httpSend('one', { n: 1 })).toEqual({ success: true })
    expect(await from.httpSend('two', new Uint8Array([7]))).toEqual({ success: true })
    await changes.until(2)
    expect(changes.received.map(({ event }) => event)).toEqual(['one', 'two'])
    expect(changes.received[0]?.payload).toEqual({ n: 1 })
  })

  const post = (path: string, body: unknown, headers: Record<string, string> = {}) =>
    fetch(`${live.url}/realtime/v1/api/broadcast${path}`, {
      method: 'POST',
      headers: { apikey: live.keys.publishable, 'content-type': 'application/json', ...headers },
      body: typeof body === 'string' ? body : JSON.stringify(body),
    })

  test('one request can deliver several messages', async () => {
    const [one, two] = [freshName(), freshName()]
    const ada = await live.as('ada')
    const channels = [ada.channel(one), ada.channel(two)]
    const ears = channels.map(listening)
    await Promise.all(channels.map(joined))
    const messages = [one, two].map((topic) => ({ topic, event: 'batch', payload: { topic } }))
    expect((await post('', { messages })).status).toBe(202)
    for (const [n, changes] of ears.entries()) expect((await changes.until(1))[0]?.payload).toEqual({ topic: [one, two][n] })
  })

  test.each([
    ['', {}, 422],
    ['', { messages: [] }, 422],
    ['', { messages: [{ topic: 't', event: 'e' }] }, 422],
    ['', '{', 422],
    ['/t/events/e', '{', 422],
    ['/t/events', {}, 404],
    ['/%/events/e', {}, 404],
    [`/${'t'.repeat(300)}/events/e`, {}, 422],
    ['/t/events/e', JSON.stringify('x'.repeat(256 * 1024)), 413],
  ])('%s with %o is refused', async (path, body, status) => {
    expect((await post(path, body)).status).toBe(status)
  })

  test('a wrong key, token, content type or method is refused', async () => {
    const messages = [{ topic: 't', event: 'e', payload: {} }]
    expect((await post('', { messages }, { apikey: 'sb_publishable_wrong' })).status).toBe(401)
    expect((await post('', { messages }, { authorization: 'Bearer eyJ.x.y' })).status).toBe(401)
    expect((await post('/t/events/e', 'x', { 'content-type': 'text/plain' })).status).toBe(415)
    expect((await fetch(`${live.url}/realtime/v1/api/broadcast`)).status).toBe(405)
  })

  test('browsers on other origins are allowed', async () => {
    const answer = await fetch(`${live.url}/realtime/v1/api/broadcast`, { method: 'OPTIONS' })
    expect(answer.headers.get('access-control-allow-headers')).toContain('apikey')
  })
})

describe('from the database', () => {
  test('a public message reaches the public room of its topic, with its id', async () => {
    const name = freshName()
    const [ada, old] = [await live.as('ada'), await live.as('bo', { vsn: '1.0.0' })]
    const channels = [ada.channel(name), old.channel(name)]
    const ears = channels.map(listening)
    await Promise.all(channels.map(joined))
    await live.sql("select realtime.send('{\"n\": 1.10}', 'told', $1, false)", [name])
    await live.sql("select realtime.send_binary('\\x00ff', 'bytes', $1, false)", [name])
    const [message, bytes] = (await ears[0]?.until(2)) ?? []
    expect(message).toMatchObject({ event: 'told', payload: { n: 1.1 }, meta: { id: expect.stringMatching(/^[0-9a-f-]{36}$/) } })
    expect([...new Uint8Array(bytes?.payload as ArrayBuffer)]).toEqual([0, 255])
    expect((await ears[1]?.until(1))?.[0]).toMatchObject({ event: 'told', payload: { n: 1.1 } })
  })

  test('a rolled-back message is not sent, and the others keep their order', async () => {
    const name = freshName()
    const channel = (await live.as('ada')).channel(name)
    const changes = listening(channel)
    await joined(channel)
    await expect(live.sql("select realtime.send('{}', 'never', $1, false), 1 / 0", [name])).rejects.toThrow('division by zero')
    await live.sql("select realtime.send(jsonb_build_object('n', n), 'count', $1, false) from generate_series(1, 50) as n", [name])
    expect((await changes.until(50)).map(({ payload }) => (payload as { n: number }).n)).toEqual(
      Array.from({ length: 50 }, (_, n) => n + 1),
    )
  })

  test('a client can read the data of a message as soon as it arrives', async () => {
    const name = freshName()
    const channel = (await live.as('ada')).channel(name)
    const changes = listening(channel)
    await joined(channel)
    for (let n = 1; n <= 30; n++) {
      const making = live.sql(
        `with made as (insert into notes (owner_id, body) values ($1, 'x') returning id)
         select realtime.send(jsonb_build_object('note', id), 'made', $2, false) from made`,
        [idOf('ada'), name],
      )
      const told = (await changes.until(n)).at(-1)?.payload as { note: string }
      expect(await live.sql('select from notes where id = $1', [told.note])).toHaveLength(1)
      await making
    }
  })
})

test('heartbeats are answered, frames of topics that were not joined are ignored, and malformed frames close the connection', async () => {
  const bare = await openSocket(live)
  bare.send(null, '1', 'phoenix', 'heartbeat', {})
  expect(await bare.answer('1')).toEqual({ status: 'ok', response: {} })
  bare.send('2', '2', 'realtime:nobody', 'broadcast', { event: 'x', payload: {} })
  expect(await bare.answer('2')).toEqual({ status: 'error', response: { reason: 'unmatched topic' } })
  bare.send('3', '3', 'realtime:nobody', 'phx_leave', {})
  expect(await bare.answer('3')).toEqual({ status: 'ok', response: {} })
  bare.socket.send('{"topic":"of the other version"}')
  expect(await bare.closed).toBe(1007)
})

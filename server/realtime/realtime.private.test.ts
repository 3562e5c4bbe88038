import type { RealtimeChannel, SupabaseClient } from '@supabase/supabase-js'
import pg from 'pg'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { idOf } from '../testing/database.ts'
import { aWhile, createCollector, joined, type Live, openSocket, startLive, type Transport } from './testing.ts'

let live: Live
beforeAll(async () => {
  live = await startLive()
})
afterAll(() => live.stop())

/** Creates a page of ada's that bo can read; mallory is a stranger. */
async function aPage(state = 'open') {
  const [row] = await live.sql<{ id: string }>('insert into pages (owner_id, reader_ids, state) values ($1, $2, $3) returning id', [
    idOf('ada'),
    [idOf('bo')],
    state,
  ])
  return `page:${row?.id}`
}

const privately = (client: SupabaseClient, topic: string, config: object = {}) =>
  client.channel(topic, { config: { private: true, broadcast: { ack: true }, ...config } })

function listening(channel: RealtimeChannel) {
  const changes = createCollector<{ event: string; payload: unknown }>()
  channel.on('broadcast', { event: '*' }, (message) => changes.add(message as unknown as { event: string; payload: unknown }))
  return changes
}

const refused = (topic: string) => `"Unauthorized: You do not have permissions to read from this Channel topic: ${topic}"`

describe.each<Transport>(['ws', 'native'])('over %s', (transport) => {
  test('two members reach each other, and a stranger can neither receive nor send', async () => {
    const topic = await aPage()
    const [ada, bo, mallory] = await Promise.all(['ada', 'bo', 'mallory'].map((name) => live.as(name, { transport })))
    if (!ada || !bo || !mallory) throw new Error('nobody came')
    const [hers, his] = [privately(ada, topic), privately(bo, topic)]
    const [herEar, hisEar] = [listening(hers), listening(his)]
    expect(await Promise.all([joined(hers), joined(his)])).toEqual(['SUBSCRIBED', 'SUBSCRIBED'])
    for (const answer of await Promise.all([mallory, live.anonymous(transport)].map((client) => joined(privately(client, topic)))))
      expect(answer).toContain(refused(topic).slice(1, -1))
    // The public room of the same name is separate.
    const outside = (await live.as('mallory', { transport })).channel(topic)
    const outsideEar = listening(outside)
    expect(await joined(outside)).toBe('SUBSCRIBED')
    await outside.send({ type: 'broadcast', event: 'injected', payload: {} })
    expect(await hers.send({ type: 'broadcast', event: 'hello', payload: { from: 'ada' } })).toBe('ok')
    expect(await his.send({ type: 'broadcast', event: 'bytes', payload: new Uint8Array([1, 2]).buffer })).toBe('ok')
    expect((await hisEar.until(1))[0]).toMatchObject({ event: 'hello', payload: { from: 'ada' } })
    expect((await herEar.until(1))[0]?.event).toBe('bytes')
    await aWhile(200)
    expect([herEar, hisEar, outsideEar].map(({ received }) => received.length)).toEqual([1, 1, 0])
  })
})

test('checking rights leaves no rows behind', async () => {
  const topic = await aPage()
  const [before] = await live.sql<{ count: string }>('select count(*) from realtime.messages')
  const channel = privately(await live.as('ada'), topic, { presence: { key: 'ada', enabled: true } })
  await joined(channel)
  await channel.send({ type: 'broadcast', event: 'x', payload: {} })
  await channel.track({ here: true })
  expect(await live.sql('select count(*) from realtime.messages')).toEqual([before])
})

test('a read-only member gets no answer to a broadcast, and nobody receives it', async () => {
  const topic = await aPage('closed')
  const [hers, his] = [privately(await live.as('ada'), topic, { broadcast: { ack: true } }), privately(await live.as('bo'), topic)]
  const changes = listening(his)
  expect(await Promise.all([joined(hers), joined(his)])).toEqual(['SUBSCRIBED', 'SUBSCRIBED'])
  expect(await hers.send({ type: 'broadcast', event: 'x', payload: {} }, { timeout: 300 })).toBe('timed out')
  await expect(hers.httpSend('x', {})).rejects.toThrow('You do not have permissions to write')
  expect(await hers.track({})).toBe('error')
  expect(changes.received).toEqual([])
})

test('the same rights apply over HTTP, also to several messages at once', async () => {
  const topic = await aPage()
  const his = privately(await live.as('bo'), topic)
  const changes = listening(his)
  await joined(his)
  const send = async (name: string) => {
    const body = JSON.stringify({ messages: [{ topic, event: name, payload: {}, private: true }] })
    const headers = {
      apikey: live.keys.publishable,
      authorization: `Bearer ${await live.tokenOf(name)}`,
      'content-type': 'application/json',
    }
    return (await fetch(`${live.url}/realtime/v1/api/broadcast`, { method: 'POST', headers, body })).status
  }
  expect(await send('mallory')).toBe(202)
  expect(await send('ada')).toBe(202)
  await expect(privately(await live.as('mallory'), topic).httpSend('x', {})).rejects.toThrow('You do not have permissions to write')
  expect(await privately(await live.as('ada'), topic).httpSend('y', {})).toEqual({ success: true })
  expect((await changes.until(2)).map(({ event }) => event)).toEqual(['ada', 'y'])
})

test('a message from the database reaches the private room, and nobody without the right to read it', async () => {
  const topic = await aPage()
  const [his, outside] = [privately(await live.as('bo'), topic), (await live.as('mallory')).channel(topic)]
  const news = privately(await live.as('mallory'), 'news')
  const [hisEar, outsideEar, newsEar] = [listening(his), listening(outside), listening(news)]
  expect(await Promise.all([joined(his), joined(outside), joined(news)])).toEqual(['SUBSCRIBED', 'SUBSCRIBED', 'SUBSCRIBED'])
  await live.sql("select realtime.send('{}', 'told', $1), realtime.send('{}', 'news', 'news')", [topic])
  await Promise.all([hisEar.until(1), newsEar.until(1)])
  await aWhile(100)
  expect(outsideEar.received).toEqual([])
})

test('presence has separate rights', async () => {
  const topic = await aPage()
  const people = await Promise.all(['ada', 'bo'].map((name) => live.as(name)))
  const [hers, his] = people.map((client, n) => privately(client, topic, { presence: { key: `${n}`, enabled: true } }))
  if (!hers || !his) throw new Error('nobody came')
  await Promise.all([joined(hers), joined(his)])
  expect(await hers.track({ mood: 'glad' })).toBe('ok')
  for (let left = 100; left > 0 && !his.presenceState()['0']; left--) await aWhile(20)
  expect(his.presenceState()['0']).toMatchObject([{ mood: 'glad' }])
  const news = privately(await live.as('mallory'), 'news', { presence: { enabled: true } })
  expect(await joined(news)).toBe('SUBSCRIBED')
  expect(await news.track({ mood: 'curious' })).toBe('error')
})

test('a member who loses the right to read is removed within seconds, and one who loses the right to write cannot broadcast', async () => {
  const topic = await aPage()
  const [hers, his] = [privately(await live.as('ada'), topic), privately(await live.as('bo'), topic)]
  const [told, statuses] = [createCollector<string>(), createCollector<string>()]
  his.on('system', {}, ({ message }: { message: string }) => told.add(message))
  his.subscribe((status) => statuses.add(status))
  expect([await joined(hers), ...(await statuses.until(1))]).toEqual(['SUBSCRIBED', 'SUBSCRIBED'])
  expect(await hers.send({ type: 'broadcast', event: 'x', payload: {} })).toBe('ok')
  await live.sql("update pages set reader_ids = '{}', state = 'closed' where id::text = $1", [topic.slice(5)])
  expect(await statuses.until(2)).toEqual(['SUBSCRIBED', 'CLOSED'])
  expect(told.received).toEqual([`You no longer have permission to read from this Channel topic: ${topic}`])
  await aWhile()
  expect(hers.state).toBe('joined')
  expect(await hers.send({ type: 'broadcast', event: 'x', payload: {} }, { timeout: 300 })).toBe('timed out')
})

test('clients are not told “unauthorized” while the database cannot answer', { tags: 'long' }, async () => {
  const locker = new pg.Client({ connectionString: live.database.url })
  await locker.connect()
  await locker.query('begin; lock table realtime.messages in access exclusive mode')
  const bare = await openSocket(live)
  bare.send('1', '1', 'realtime:news', 'phx_join', { access_token: await live.tokenOf('ada'), config: { private: true } })
  expect((await bare.answer('1')).response['reason']).toContain('UnableToConnectToProject')
  await locker.query('rollback')
  await locker.end()
  bare.socket.close()
})

test('many joins on one socket do not delay the joins of others', async () => {
  const topic = await aPage()
  const locker = new pg.Client({ connectionString: live.database.url })
  await locker.connect()
  const bare = await openSocket(live)
  const ada = await live.as('ada')
  await locker.query('begin; lock table pg_publication in access exclusive mode')
  const wanted = Array.from({ length: 50 }, () => ({ event: '*', schema: '*', table: '*' }))
  for (let n = 1; n <= 20; n++) bare.send(`${n}`, `${n}`, `realtime:${n}`, 'phx_join', { config: { postgres_changes: wanted } })
  await bare.answer('20')
  const started = performance.now()
  expect(await joined(privately(ada, topic))).toBe('SUBSCRIBED')
  expect(performance.now() - started).toBeLessThan(2000)
  await locker.query('rollback')
  await locker.end()
  bare.socket.close()
})

test('topics that do not name a readable page are refused', async () => {
  const ada = await live.as('ada')
  const topics = ['page:', 'page:1', "page:' or true --", 'page:00000000-0000-4000-8000-000000000000', 'elsewhere']
  const answers = await Promise.all(topics.map((topic) => joined(privately(ada, topic))))
  for (const answer of answers) expect(answer).toContain('Unauthorized')
})

test('a failing policy refuses access', async () => {
  await live.sql(`create policy "messages: fails" on realtime.messages for select to authenticated
    using ((select realtime.topic()) = 'fails' and 1 / (case when (select realtime.topic()) = 'fails' then 0 else 1 end) = 1)`)
  expect(await joined(privately(await live.as('ada'), 'fails'))).toContain('Unauthorized')
  await live.sql('drop policy "messages: fails" on realtime.messages')
})

// A policy that casts ids to text scans the whole table for every refusal.
test('a refusal uses the index and does not scan the table', { tags: 'long' }, async () => {
  await live.sql('insert into pages (owner_id) select $1 from generate_series(1, 20000)', [idOf('ada')])
  await live.sql('analyze pages')
  const scans = async () => {
    await live.sql('select pg_stat_force_next_flush()')
    const [row] = await live.sql<{ seq_scan: string }>("select seq_scan from pg_stat_user_tables where relname = 'pages'")
    return row?.seq_scan
  }
  await aWhile(1100)
  const before = await scans()
  await joined(privately(await live.as('mallory'), await aPage()))
  await aWhile(1100)
  expect(await scans()).toBe(before)
})

describe('message replay', () => {
  test('delivers recent messages on a private topic on request', async () => {
    const earlier = privately(await live.as('bo'), 'news')
    const earlierEar = listening(earlier)
    await joined(earlier)
    for (const n of [1, 2, 3]) await live.sql("select realtime.send(jsonb_build_object('n', $1::int), 'news', 'news')", [n])
    // Messages in flight also reach clients that join meanwhile.
    await earlierEar.until(3)
    const channel = privately(await live.as('ada'), 'news', { broadcast: { replay: { since: Date.now() - 60_000, limit: 2 } } })
    const changes = listening(channel)
    await joined(channel)
    await changes.until(2)
    await aWhile(100)
    expect(changes.received.map(({ payload }) => (payload as { n: number }).n)).toEqual([2, 3])
    expect(changes.received[0]).toMatchObject({ meta: { replayed: true } })
  })

  test('is refused on public topics and with an invalid time', async () => {
    const [bare, other] = [await openSocket(live), await openSocket(live)]
    const token = await live.tokenOf('ada')
    bare.send('1', '1', 'realtime:news', 'phx_join', { config: { broadcast: { replay: { since: 1 } } } })
    other.send('2', '2', 'realtime:news', 'phx_join', {
      config: { private: true, broadcast: { replay: { since: 'yesterday' } } },
      access_token: token,
    })
    expect((await bare.answer('1')).response['reason']).toContain('Replay is not allowed for public channels')
    expect((await other.answer('2')).response['reason']).toContain('Replay params are not valid')
    bare.socket.close()
    other.socket.close()
  })
})

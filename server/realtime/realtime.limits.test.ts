import { connect } from 'node:net'
import pg from 'pg'
import { pino } from 'pino'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { type Live as HttpLive, listen } from '../http.ts'
import { createIdentities } from '../identity.ts'
import { freePort } from '../testing/server.ts'
import { SUBSCRIBED } from './channel.ts'
import { startRealtime } from './start.ts'
import { aWhile, createCollector, joined, type Live, openSocket, startLive } from './testing.ts'

let live: Live
beforeAll(async () => {
  live = await startLive()
})
afterAll(() => live.stop())

test('a refusal is delayed without delaying other joins on the socket', async () => {
  const bare = await openSocket(live)
  const started = performance.now()
  bare.send('1', '1', 'realtime:', 'phx_join', {})
  bare.send('2', '2', 'realtime:fine', 'phx_join', { config: {} })
  const refusal = bare.answer('1')
  const first = await Promise.race([refusal, bare.answer('2')])
  expect(first.status).toBe('ok')
  expect((await refusal).response).toEqual({ reason: 'TopicNameRequired: You must provide a topic name' })
  expect(performance.now() - started).toBeGreaterThan(900)
  bare.socket.close()
})

test('a socket joins at most a hundred channels', async () => {
  const bare = await openSocket(live)
  for (let n = 1; n <= 101; n++) bare.send(`${n}`, `${n}`, `realtime:${n}`, 'phx_join', { config: {} })
  expect((await bare.answer('100')).status).toBe('ok')
  expect((await bare.answer('101')).response).toEqual({ reason: 'ChannelRateLimitReached: Too many channels' })
  bare.socket.close()
})

test('joining the same topic twice closes the first channel, and its frames are ignored', async () => {
  const bare = await openSocket(live)
  bare.send('1', '1', 'realtime:twice', 'phx_join', { config: { broadcast: { ack: true } } })
  bare.send('2', '2', 'realtime:twice', 'phx_join', { config: { broadcast: { ack: true } } })
  await bare.answer('2')
  expect(bare.frames.received).toContainEqual(['1', '1', 'realtime:twice', 'phx_close', {}])
  bare.send('1', '3', 'realtime:twice', 'phx_leave', {})
  await bare.answer('3')
  bare.send('2', '4', 'realtime:twice', 'broadcast', { type: 'broadcast', event: 'x', payload: {} })
  expect((await bare.answer('4')).status).toBe('ok')
  bare.socket.close()
})

test.each([
  ['a topic that no binary frame can carry', `realtime:${'x'.repeat(250)}`, {}, 'TopicNameTooLong'],
  ['too many subscriptions', 'realtime:many', { postgres_changes: Array.from({ length: 51 }, () => ({ table: 'notes' })) }, 'Too many'],
])('%s is refused', async (_, topic, config, reason) => {
  const bare = await openSocket(live)
  bare.send('1', '1', topic, 'phx_join', { config })
  expect((await bare.answer('1')).response['reason']).toContain(reason)
  bare.socket.close()
})

test('a person has at most a hundred filters that only the database can compare', async () => {
  const bare = await openSocket(live)
  const access_token = await live.tokenOf('ada')
  const wanted = (count: number) =>
    Array.from({ length: count }, (_, n) => ({ schema: 'public', table: 'pages', filter: `number=gt.${n}` }))
  for (const [n, count] of [50, 50, 1].entries()) {
    bare.send(`${n}`, `${n}`, `realtime:${n}`, 'phx_join', { access_token, config: { postgres_changes: wanted(count) } })
  }
  const told = (await bare.frames.until(6)).filter((frame) => frame[3] === 'system').map((frame) => frame[4] as { message: string })
  expect(told.map(({ message }) => message)).toEqual([SUBSCRIBED, SUBSCRIBED, 'Too many filters other than eq, neq and in'])
  bare.socket.close()
})

test('too many messages per second close the channel', async () => {
  const bare = await openSocket(live)
  bare.send('1', '1', 'realtime:loud', 'phx_join', { config: {} })
  await bare.answer('1')
  for (let n = 0; n < 400; n++) bare.send('1', `b${n}`, 'realtime:loud', 'broadcast', { type: 'broadcast', event: 'x', payload: {} })
  await bare.frames.until(3)
  expect(bare.frames.received[1]).toMatchObject([
    '1',
    null,
    'realtime:loud',
    'system',
    { status: 'error', message: 'Too many messages per second' },
  ])
  bare.socket.close()
})

test('a client that floods topics it has not joined is disconnected', async () => {
  const bare = await openSocket(live)
  for (let n = 0; n < 1000; n++) bare.send('1', `${n}`, 'realtime:nobody', n % 2 ? 'phx_leave' : 'broadcast', {})
  expect(await bare.closed).toBe(1008)
})

test('while a join waits, the server reads about a megabyte at most, and handles all of it afterwards', async () => {
  const locker = new pg.Client({ connectionString: live.database.url })
  await locker.connect()
  const bare = await openSocket(live)
  bare.send('0', '0', 'realtime:meanwhile', 'phx_join', { config: { broadcast: { ack: true } } })
  await bare.answer('0')
  await locker.query('begin; lock table realtime.messages in access exclusive mode')
  bare.send('1', '1', 'realtime:waits', 'phx_join', { config: { private: true } })
  const payload = { text: 'x'.repeat(200_000) }
  for (let n = 2; n < 122; n++) bare.send('0', `${n}`, 'realtime:meanwhile', 'broadcast', { type: 'broadcast', event: 'x', payload })
  await aWhile()
  // Frames that the server did not read wait at the sender or in the network buffers.
  expect(bare.socket.bufferedAmount).toBeGreaterThan(5_000_000)
  await locker.query('rollback')
  await locker.end()
  expect((await bare.answer('121')).status).toBe('ok')
  bare.socket.close()
})

test('presence is limited in frequency and size', async () => {
  const bare = await openSocket(live)
  const track = (ref: string, topic: string, payload: unknown) =>
    bare.send('1', ref, topic, 'presence', { type: 'presence', event: 'track', payload })
  for (const topic of ['realtime:eager', 'realtime:long']) bare.send('1', topic, topic, 'phx_join', { config: {} })
  await bare.answer('realtime:long')
  for (let n = 1; n <= 6; n++) track(`${n}`, 'realtime:eager', { n })
  expect((await bare.answer('5')).status).toBe('ok')
  track('7', 'realtime:long', { text: 'x'.repeat(20_000) })
  await aWhile(200)
  const told = bare.frames.received.filter((frame) => frame[3] === 'system').map((frame) => (frame[4] as { message: string }).message)
  expect(told).toEqual(['Client presence rate limit exceeded', 'Track message size exceeded'])
  track('8', 'realtime:nobody', 'not a map')
  expect((await bare.answer('8')).response).toEqual({ reason: 'unmatched topic' })
  bare.socket.close()
})

test('a frame of more than 256 KB closes the connection, and the real client reconnects', async () => {
  const client = await live.as('ada')
  const statuses = createCollector<string>()
  const channel = client.channel('large')
  channel.subscribe((status) => statuses.add(status))
  await statuses.until(1)
  await channel.send({ type: 'broadcast', event: 'x', payload: { text: 'x'.repeat(300_000) } })
  expect(await statuses.until(3)).toEqual(['SUBSCRIBED', 'CHANNEL_ERROR', 'SUBSCRIBED'])
})

test('a client that does not read is disconnected, and the others get their messages', async () => {
  const deaf = connect(Number(new URL(live.url).port), '127.0.0.1')
  const aborted = new Promise<void>((resolve) => deaf.on('close', () => resolve()))
  deaf.write(
    `GET /realtime/v1/websocket?apikey=${live.keys.publishable}&vsn=2.0.0 HTTP/1.1\r\nhost: x\r\nconnection: Upgrade\r\nupgrade: websocket\r\nsec-websocket-version: 13\r\nsec-websocket-key: ${Buffer.alloc(16).toString('base64')}\r\n\r\n`,
  )
  await new Promise((resolve) => deaf.once('data', resolve))
  deaf.write(textFrame(JSON.stringify(['1', '1', 'realtime:flood', 'phx_join', { config: {} }])))
  await new Promise((resolve) => deaf.once('data', resolve))
  deaf.pause()
  const hearing = (await live.as('bo')).channel('flood')
  const changes = createCollector<number>()
  hearing.on('broadcast', { event: '*' }, ({ payload }) => changes.add((payload as { n: number }).n))
  await joined(hearing)
  const text = 'x'.repeat(240_000)
  for (let n = 0; n < 60; n++) {
    await fetch(`${live.url}/realtime/v1/api/broadcast/flood/events/x`, {
      method: 'POST',
      headers: { apikey: live.keys.publishable, 'content-type': 'application/json' },
      body: JSON.stringify({ n, text }),
    })
  }
  await changes.until(60)
  deaf.resume()
  await aborted
  expect(changes.received).toEqual(Array.from({ length: 60 }, (_, n) => n))
})

test('a refused connection is closed even if the client never hangs up', async () => {
  const refused = connect({ port: Number(new URL(live.url).port), host: '127.0.0.1', allowHalfOpen: true })
  refused.write(
    'GET /realtime/v1/websocket?apikey=wrong HTTP/1.1\r\nhost: x\r\nconnection: Upgrade\r\nupgrade: websocket\r\nsec-websocket-version: 13\r\n\r\n',
  )
  refused.on('error', () => {})
  const gone = new Promise<string>((resolve) => refused.on('close', () => resolve('gone')))
  refused.resume()
  await new Promise((resolve) => refused.once('end', resolve))
  const knocking = setInterval(() => refused.write('x'), 100)
  expect(await gone).toBe('gone')
  clearInterval(knocking)
})

test('a silent client is disconnected, but not one that sends heartbeats', async () => {
  const port = await freePort()
  const [{ keys }, tokens] = [live, live.tokens]
  const realtime = startRealtime({
    url: live.replicationUrl,
    identities: createIdentities({ keys, tokens }),
    rateLimitFactor: 1,
    idleMs: 600,
    log: pino({ level: 'silent' }),
  })
  const upgrade: HttpLive['upgrade'] = (request, stream, head) => realtime.upgrade(request, stream, head, '127.0.0.1')
  const http = await listen(() => new Response(), { host: '127.0.0.1', port }, { upgrade, closeAll: realtime.closeAll })
  const [silent, alive] = await Promise.all([0, 1].map(() => openSocket({ url: `http://127.0.0.1:${port}`, keys })))
  const heart = setInterval(() => alive?.send(null, '1', 'phoenix', 'heartbeat', {}), 100)
  await silent?.closed
  await aWhile(600)
  expect(alive?.socket.readyState).toBe(alive?.socket.OPEN)
  clearInterval(heart)
  await http.stop()
  await realtime.stop()
  expect(await alive?.closed).toBe(1001)
})

test('the server survives arbitrary frames', async () => {
  const nested = `${'['.repeat(100_000)}${']'.repeat(100_000)}`
  const hostile: (string | Buffer)[] = [
    '',
    'null',
    '[]',
    '[1,2,3,4,5]',
    nested,
    `["1","1","realtime:x","phx_join",{"config":{"postgres_changes":[${nested}]}}]`,
    `["1","1","realtime:x","phx_join",{"config":{"postgres_changes":[{"table":"notes","extra":${nested}}]}}]`,
    '["1","1","realtime:x","phx_join",{"config":{"postgres_changes":"x","presence":[],"broadcast":7}}]',
    '["1","1","realtime:\\u0000","phx_join",{"config":{"private":true}}]',
    '["1","1","realtime:x","phx_join",{"config":{"presence":{"key":"__proto__","enabled":true}}}]',
    '["1","2","realtime:x","presence",{"event":"track","payload":{"__proto__":{"x":1}}}]',
    `["1","3","realtime:x","broadcast",{"event":{},"payload":${nested}}]`,
    '["1","4","realtime:x","access_token",{"access_token":{}}]',
    Buffer.from([3]),
    Buffer.from([3, 255, 255, 255, 255, 255, 1]),
    Buffer.from([4, 0, 0, 0, 0]),
    Buffer.alloc(0),
  ]
  for (const frame of hostile) {
    const bare = await openSocket(live)
    bare.send('0', '0', 'realtime:x', 'phx_join', { config: {} })
    await bare.answer('0')
    bare.socket.send(frame)
    bare.send(null, 'h', 'phoenix', 'heartbeat', {})
    await Promise.race([bare.answer('h'), bare.closed])
    bare.socket.close()
  }
  for (const path of ['//', '/realtime/v1/websocket?apikey=%00', '/realtime/v1/websocket?apikey=%E0%A4%A', '*']) {
    const stream = connect(Number(new URL(live.url).port), '127.0.0.1')
    stream.write(`GET ${path} HTTP/1.1\r\nhost: x\r\nconnection: Upgrade\r\nupgrade: websocket\r\nsec-websocket-version: 13\r\n\r\n`)
    const answer = await new Promise<string>((resolve) => stream.once('data', (data) => resolve(data.toString())))
    expect(answer).toMatch(/^HTTP\/1\.1 4/)
    stream.destroy()
  }
  expect(await joined((await live.as('ada')).channel('still here'))).toBe('SUBSCRIBED')
})

describe('with a tenth of the limits', () => {
  let strict: Live
  beforeAll(async () => {
    strict = await startLive({ RATE_LIMITS: '0.1' })
  })
  afterAll(() => strict.stop())

  test('HTTP broadcasts are counted by message', async () => {
    const messages = Array.from({ length: 30 }, (_, n) => ({ topic: 't', event: 'e', payload: { n } }))
    const post = (count: number) =>
      fetch(`${strict.url}/realtime/v1/api/broadcast`, {
        method: 'POST',
        headers: { apikey: strict.keys.publishable, 'content-type': 'application/json' },
        body: JSON.stringify({ messages: messages.slice(0, count) }),
      })
    expect((await post(15)).status).toBe(202)
    const refused = await post(15)
    expect([refused.status, refused.headers.get('retry-after')]).toEqual([429, '2'])
  })

  // At the full limit, a slow machine could spread the joins over enough time for all to be allowed.
  test('joins beyond the limit are refused before the database is queried', async () => {
    const sockets = await Promise.all(Array.from({ length: 4 }, () => openSocket(strict)))
    for (const bare of sockets) {
      for (let n = 1; n <= 40; n++) bare.send(`${n}`, `${n}`, `realtime:${n}`, 'phx_join', { config: { private: true } })
    }
    const answers = await Promise.all(sockets.map((bare) => Promise.all(Array.from({ length: 40 }, (_, n) => bare.answer(`${n + 1}`)))))
    const reasons = answers.flat().map(({ response }) => String(response['reason']).split(':')[0])
    expect(new Set(reasons)).toEqual(new Set(['Unauthorized', 'ClientJoinRateLimitReached']))
    for (const bare of sockets) bare.socket.close()
  })

  test('one network opens at most fifty connections', async () => {
    const sockets = await Promise.all(Array.from({ length: 50 }, () => openSocket(strict)))
    await expect(openSocket(strict)).rejects.toThrow('429')
    sockets[0]?.socket.close()
    await sockets[0]?.closed
    await aWhile(50)
    const again = await openSocket(strict)
    for (const { socket } of [...sockets, again]) socket.close()
  })
})

/** A masked text frame of any length, as browsers send them. */
function textFrame(text: string) {
  const body = Buffer.from(text)
  return Buffer.concat([Buffer.from([0x81, 0x80 | 126, body.length >> 8, body.length & 255, 0, 0, 0, 0]), body])
}

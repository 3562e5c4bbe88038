// The rights that apply to a connection, and their lifetime.
import { afterAll, beforeAll, expect, test } from 'vitest'
import { idOf } from '../testing/database.ts'
import { aWhile, createCollector, FOLLOWING, follow, following, joined, type Live, openSocket, startLive } from './testing.ts'

let live: Live
beforeAll(async () => {
  live = await startLive()
})
afterAll(() => live.stop())

const addNote = (name: string) => live.sql("insert into notes (owner_id, body) values ($1, 'x')", [idOf(name)])

async function aPage() {
  const [row] = await live.sql<{ id: string }>('insert into pages (owner_id, reader_ids) values ($1, $2) returning id', [
    idOf('ada'),
    [idOf('bo')],
  ])
  return `page:${row?.id}`
}

const sessionOf = (token: string) =>
  (JSON.parse(Buffer.from(token.split('.')[1] ?? '', 'base64url').toString()) as { session_id: string }).session_id

/** A channel that reports why it was closed. */
function closing(channel: Parameters<typeof joined>[0]) {
  const told = createCollector<{ extension: string; status: string; message: string }>()
  channel.on('system', {}, (payload: { extension: string; status: string; message: string }) => {
    if (payload.extension === 'system') told.add(payload)
  })
  const statuses = createCollector<string>()
  channel.subscribe((status) => statuses.add(status))
  return { told, statuses }
}

test.each(['', 'sb_publishable_wrong', 'eyJ.a.b'])('the key "%s" is refused', async (key) => {
  await expect(openSocket(live, '2.0.0', key)).rejects.toThrow('401')
})

test('WebSockets are refused at other paths', async () => {
  await expect(openSocket({ ...live, url: `${live.url}/elsewhere` })).rejects.toThrow('404')
})

// The client joins before it has its token and sends the token afterwards. Until then it is anonymous.
test('a channel joined without a token gets the user’s rights when the token arrives', async () => {
  const token = await live.tokenOf('ada')
  const client = live.anonymous()
  const changes = createCollector<string>()
  const channel = client
    .channel('early')
    .on('postgres_changes', { event: '*', schema: 'public', table: 'notes' }, () => changes.add('note'))
  expect(await following(channel)).toBe(FOLLOWING)
  await addNote('ada')
  await aWhile()
  expect(changes.received).toEqual([])
  const again = new Promise<void>((resolve) => channel.on('system', {}, () => resolve()))
  await client.realtime.setAuth(token)
  await again
  await addNote('ada')
  await changes.until(1)
})

test('a new token replaces the rights of the earlier one', async () => {
  const client = live.anonymous()
  await client.realtime.setAuth(await live.tokenOf('ada'))
  const changes = await follow(client, 'notes')
  const again = new Promise<void>((resolve) => changes.channel.on('system', {}, () => resolve()))
  await client.realtime.setAuth(await live.tokenOf('bo'))
  await again
  await addNote('ada')
  await addNote('bo')
  expect((await changes.until(1))[0]?.new['owner_id']).toBe(idOf('bo'))
})

test('a member whose new token has no right on a private topic is removed', async () => {
  const client = live.anonymous()
  await client.realtime.setAuth(await live.tokenOf('ada'))
  const topic = await aPage()
  const { told, statuses } = closing(client.channel(topic, { config: { private: true } }))
  await statuses.until(1)
  await client.realtime.setAuth(await live.tokenOf('bo'))
  await aWhile(200)
  expect(statuses.received).toEqual(['SUBSCRIBED'])
  await client.realtime.setAuth(await live.tokenOf('mallory'))
  expect((await told.until(1))[0]?.message).toContain('You do not have permissions to read from this Channel topic')
  expect(await statuses.until(2)).toEqual(['SUBSCRIBED', 'CLOSED'])
})

test('a malformed token closes an open channel, and prevents a join', async () => {
  const bare = await openSocket(live)
  bare.send('1', '1', 'realtime:a', 'phx_join', { config: {}, access_token: await live.tokenOf('ada') })
  expect((await bare.answer('1')).status).toBe('ok')
  bare.send('1', '2', 'realtime:a', 'access_token', { access_token: 'eyJ.none.x' })
  const frames = await bare.frames.until(3)
  expect(frames.slice(1).map((frame) => frame[3])).toEqual(['system', 'phx_close'])
  bare.send('3', '3', 'realtime:b', 'phx_join', { config: {}, access_token: 'eyJ.none.x' })
  expect(await bare.answer('3')).toMatchObject({
    status: 'error',
    response: { reason: 'MalformedJWT: The token provided is not a valid JWT' },
  })
  bare.socket.close()
})

test('an expired token closes its channels', async () => {
  const client = live.anonymous()
  await client.realtime.setAuth(await live.tokenOf('ada', 2))
  const { told, statuses } = closing(client.channel('short'))
  await statuses.until(1)
  expect((await told.until(1))[0]).toMatchObject({ status: 'error', message: 'Token has expired' })
  expect(await statuses.until(2)).toEqual(['SUBSCRIBED', 'CLOSED'])
})

test('a refreshed token keeps a channel open beyond the first one', { tags: 'long' }, async () => {
  const client = live.anonymous()
  await client.realtime.setAuth(await live.tokenOf('ada', 2))
  const { statuses } = closing(client.channel('refreshed'))
  await statuses.until(1)
  await client.realtime.setAuth(await live.tokenOf('ada'))
  await aWhile(2500)
  expect(statuses.received).toEqual(['SUBSCRIBED'])
})

test('signing out disconnects that session’s clients within seconds, and no others', async () => {
  const [token, other] = [await live.tokenOf('ada'), await live.tokenOf('ada')]
  const [client, elsewhere] = [live.anonymous(), live.anonymous()]
  await client.realtime.setAuth(token)
  await elsewhere.realtime.setAuth(other)
  const [here, there] = [closing(client.channel('signed out')), closing(elsewhere.channel('signed out'))]
  await Promise.all([here.statuses.until(1), there.statuses.until(1)])
  await live.sql('delete from auth.sessions where id = $1', [sessionOf(token)])
  expect((await here.told.until(1))[0]?.message).toBe('The session has ended')
  expect(await here.statuses.until(2)).toEqual(['SUBSCRIBED', 'CLOSED'])
  expect(there.statuses.received).toEqual(['SUBSCRIBED'])
  const again = live.anonymous()
  await again.realtime.setAuth(token)
  expect(await joined(again.channel('again'))).toContain('The session has ended')
})

test('banning a user disconnects them within seconds', async () => {
  const client = await live.as('mallory')
  const { told, statuses } = closing(client.channel('banned'))
  await statuses.until(1)
  await live.sql("update auth.users set banned_until = now() + interval '1 hour' where id = $1", [idOf('mallory')])
  expect((await told.until(1))[0]?.message).toBe('The session has ended')
  await live.sql('update auth.users set banned_until = null')
})

test('old messages are deleted when the server starts', async () => {
  await live.sql("insert into realtime.messages (topic, extension, inserted_at) values ('old', 'broadcast', now() - interval '4 days')")
  await live.sql("insert into realtime.messages (topic, extension) values ('new', 'broadcast')")
  await live.restart()
  for (let left = 50; left > 0 && (await live.sql("select from realtime.messages where topic = 'old'")).length; left--) await aWhile(20)
  expect(await live.sql('select topic from realtime.messages')).toEqual([{ topic: 'new' }])
})

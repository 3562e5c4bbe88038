import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { idOf } from '../testing/database.ts'
import { aWhile, createCollector, FOLLOWING, follow, following, type Live, openSocket, startLive, type Transport } from './testing.ts'

let live: Live
beforeAll(async () => {
  live = await startLive()
})
afterAll(() => live.stop())
beforeEach(async () => {
  await live.sql('truncate notes, pages, lines_without_key')
})

async function aPage(values: Record<string, unknown> = {}) {
  const page = { owner_id: idOf('ada'), ...values }
  const names = Object.keys(page).join(', ')
  const [row] = await live.sql<{ id: string }>(
    `insert into pages (${names}) select ${names} from jsonb_populate_record(null::pages, $1) returning id`,
    [JSON.stringify(page)],
  )
  return row?.id ?? ''
}

describe.each<Transport>(['ws', 'native'])('over %s', (transport) => {
  test('a row reaches those who may read it at once, and nobody else', async () => {
    const people = [await live.as('ada', { transport }), await live.as('bo', { transport }), live.anonymous(transport), live.service()]
    const [hers, his, theirs, all] = await Promise.all(people.map((client) => follow(client, 'notes')))
    if (!hers || !his || !theirs || !all) throw new Error('nobody follows')
    const rest = await live.as('ada')
    const { data } = await rest.from('notes').insert({ body: 'mine' }).select().single()
    const note = data as { id: string }
    expect((await hers.until(1))[0]).toMatchObject({ eventType: 'INSERT', schema: 'public', table: 'notes', new: note, errors: null })
    // Rights are checked at delivery. Once the last group has the change, delivery is complete for all.
    await Promise.all([all.until(1), aWhile()])
    await rest.from('notes').update({ is_shared: true }).eq('id', note.id)
    for (const changes of [his, theirs]) {
      expect((await changes.until(1))[0]).toMatchObject({ eventType: 'UPDATE', new: { ...note, is_shared: true }, old: { id: note.id } })
    }
    await all.until(2)
    await aWhile()
    expect([hers, his, theirs, all].map(({ received }) => received.length)).toEqual([2, 1, 1, 2])
  })
})

test('values equal those of the REST API, to the last digit', async () => {
  const page = {
    number: '9007199254740993',
    price: '1234567890.1234567890',
    is_done: false,
    seen_at: '2026-03-01T12:00:00.123456+00:00',
    tags: ['a', 'b,c', '"d"'],
    details: { deep: [1, null, 'ç'], n: 1 },
    code: 'abc',
    title: null,
  }
  const changes = await follow(await live.as('ada'), 'pages')
  const raw = await openSocket(live, '2.0.0', live.keys.secret)
  raw.send('1', '1', 'realtime:raw', 'phx_join', { config: { postgres_changes: [{ event: '*', schema: 'public', table: 'pages' }] } })
  await raw.frames.until(2)
  const id = await aPage(page)
  const [change] = await changes.until(1)
  const { data } = await (await live.as('ada'))
    .from('pages')
    .select('id, owner_id, reader_ids, state, title, code, body, number, price, is_done, seen_at, tags, details')
    .eq('id', id)
    .single()
  expect(change?.new).toEqual(data)
  await raw.frames.until(3)
  expect(raw.texts.at(-1)).toContain('"price": 1234567890.1234567890')
  expect(raw.texts.at(-1)).toContain('"number": 9007199254740993')
  raw.socket.close()
  expect(change?.new).not.toHaveProperty('remark')
})

test('columns without a select right are left out of the values and the column list', async () => {
  const changes = await follow(await live.as('ada'), 'pages')
  await aPage({ remark: 'secret', title: 'known' })
  const [change] = await changes.until(1)
  expect(change?.new).toMatchObject({ title: 'known' })
  expect(JSON.stringify(change)).not.toMatch(/secret|remark/)
})

test('selected columns arrive without the others, plus the key', async () => {
  const changes = await follow(await live.as('ada'), 'pages', { select: ['title'] })
  const id = await aPage({ title: 'known', body: 'long' })
  expect((await changes.until(1))[0]?.new).toEqual({ id, title: 'known' })
})

test('one channel can select different columns in two subscriptions', async () => {
  const bare = await openSocket(live)
  const wanted = [['title'], ['body', 'price'], ['title']].map((select) => ({ event: '*', schema: 'public', table: 'pages', select }))
  const access_token = await live.tokenOf('ada')
  bare.send('1', '1', 'realtime:choices', 'phx_join', { access_token, config: { postgres_changes: wanted } })
  await bare.frames.until(2)
  const id = await aPage({ title: 'known', body: 'long', price: '1.50' })
  const told = (await bare.frames.until(4)).slice(2).map((frame) => frame[4] as { ids: number[]; data: { record: unknown } })
  expect(told.map(({ data }) => data.record)).toEqual([
    { id, title: 'known' },
    { id, body: 'long', price: 1.5 },
  ])
  expect(told.map(({ ids }) => ids.length)).toEqual([2, 1])
  bare.socket.close()
})

test('each subscription receives only the kinds of change it asks for', async () => {
  const ada = await live.as('ada')
  const kinds = ['INSERT', 'UPDATE', 'DELETE', '*'] as const
  const ears = await Promise.all(kinds.map((event) => follow(ada, 'pages', { event })))
  // The changes come one at a time, because of a deleted row only its deletion can be sent.
  const id = await aPage()
  await ears[3]?.until(1)
  await live.sql("update pages set title = 'x'")
  await ears[3]?.until(2)
  await live.sql('delete from pages')
  await ears[3]?.until(3)
  expect(ears.map(({ received }) => received.map(({ eventType }) => eventType))).toEqual([
    ['INSERT'],
    ['UPDATE'],
    ['DELETE'],
    kinds.slice(0, 3),
  ])
  expect(ears[2]?.received[0]).toMatchObject({ new: {}, old: { id } })
})

test('a deletion contains only the key, even with replica identity full', async () => {
  await live.sql('alter table pages replica identity full')
  try {
    const changes = await follow(await live.as('mallory'), 'pages', { event: 'DELETE' })
    const id = await aPage({ title: 'secret' })
    await live.sql('delete from pages')
    expect((await changes.until(1))[0]?.old).toEqual({ id })
  } finally {
    await live.sql('alter table pages replica identity default')
  }
})

test('a large unchanged value is left out, except with replica identity full', async () => {
  const changes = await follow(await live.as('ada'), 'pages', { event: 'UPDATE' })
  const [row] = await live.sql<{ body: string }>("select string_agg(md5(n::text), '') as body from generate_series(1, 3000) as n")
  await aPage({ body: row?.body, title: 'first' })
  await live.sql("update pages set title = 'second'")
  const [update] = await changes.until(1)
  expect(update?.new).toMatchObject({ title: 'second' })
  expect(update?.new).not.toHaveProperty('body')
  await live.sql('alter table pages replica identity full')
  try {
    await live.sql("update pages set title = 'third'")
    expect((await changes.until(2))[1]).toMatchObject({ new: { title: 'third', body: row?.body }, old: { title: 'second' } })
  } finally {
    await live.sql('alter table pages replica identity default')
  }
})

test('a row of more than a mebibyte arrives with its short values only and an error', async () => {
  const changes = await follow(await live.as('ada'), 'pages')
  const id = await aPage({ body: 'x'.repeat(1_100_000), title: 'short' })
  const [change] = await changes.until(1)
  expect(change).toMatchObject({ errors: ['Error 413: Payload Too Large'], new: { id, title: 'short' } })
  expect(change?.new).not.toHaveProperty('body')
})

test('a table without a readable key delivers an error instead of changes', async () => {
  const changes = await follow(await live.as('ada'), 'lines_without_key', { event: 'INSERT' })
  await live.sql("insert into lines_without_key values ('secret')")
  expect((await changes.until(1))[0]).toMatchObject({ errors: ['Error 400: Bad Request, no primary key'], new: {} })
  await live.sql('grant select (title) on pages to anon')
  const nobody = await follow(live.anonymous(), 'pages')
  await aPage()
  expect((await nobody.until(1))[0]).toMatchObject({ errors: ['Error 401: Unauthorized'], new: {} })
  await live.sql('delete from pages')
  await aWhile()
  expect(nobody.received).toHaveLength(1)
  await live.sql('revoke select (title) on pages from anon')
})

test('a role that may not read a table does not learn of its changes', async () => {
  const [nobody, hers] = [await follow(live.anonymous(), 'pages'), await follow(await live.as('ada'), 'pages')]
  await aPage()
  await hers.until(1)
  await live.sql('delete from pages')
  await hers.until(2)
  await aWhile()
  expect(nobody.received).toEqual([])
})

test('a partition without policies is as protected as its table', async () => {
  await live.sql(`create table parts (id int primary key, body text) partition by range (id);
    alter table parts enable row level security;
    create table parts_1 partition of parts for values from (1) to (10);
    grant select on parts, parts_1 to authenticated;
    alter publication supabase_realtime add table parts`)
  const changes = await follow(await live.as('ada'), 'parts_1')
  await live.sql("insert into parts values (1, 'secret')")
  expect((await changes.until(1))[0]).toMatchObject({ errors: ['Error 401: Unauthorized'], new: {} })
})

describe('filters compare by type', () => {
  const owner = idOf('ada')
  const values = {
    title: 'abc',
    code: 'abc',
    number: 10,
    price: '1.50',
    is_done: true,
    seen_at: '2026-03-01T12:00:00Z',
    state: 'open',
    tags: ['a', 'b'],
  }

  const expected: [filter: string, isHeard: boolean][] = [
    [`owner_id=eq.${owner.toUpperCase()}`, true],
    [`owner_id=eq.${idOf('bo')}`, false],
    [`owner_id=in.(${idOf('bo')},${owner.toUpperCase()})`, true],
    [`owner_id=not.in.(${owner})`, false],
    ['number=eq.010', true],
    ['number=gt.9', true],
    ['number=lt.9', false],
    ['number=gte.10,number=lte.10', true],
    ['number=neq.10', false],
    ['number=not.neq.10', true],
    ['number=in.(1, 2,10)', true],
    ['price=eq.1.5', true],
    ['price=eq.1.50000', true],
    ['price=gt.1.4999', true],
    ['is_done=eq.yes', true],
    ['is_done=is.true', true],
    ['is_done=not.is.true', false],
    ['title=is.null', false],
    ['body=is.null', true],
    ['body=eq.x', false],
    ['body=neq.x', false],
    ['body=isdistinct.x', true],
    ['seen_at=eq.2026-03-01 15:00:00+03', true],
    ['seen_at=lt.2026-03-01T12:00:00.000001Z', true],
    ['seen_at=gt.2026-03-01T13:00:00+00', false],
    ['state=eq.open', true],
    ['state=gt.open', false],
    ['title=eq.ABC', false],
    ['title=like.a%', true],
    ['title=ilike.AB_', true],
    ['title=not.like.a%', false],
    ['title=match.^a.c$', true],
    ['title=imatch.^AB', true],
    ['title=not.match.(a|b)$', true],
    ['title=eq."abc"', true],
    ['title=in.("x,y",abc)', true],
    ['tags=eq."{a,b}"', true],
    ['code=eq.abc', true],
    ['code=in.(a,abc)', true],
    ['code=eq.a', false],
    ['title=eq.abc,number=eq.11', false],
    ['', true],
  ]
  const received = new Map<string, unknown[]>()
  beforeAll(async () => {
    const client = await live.as('ada')
    for (const [filter] of expected) received.set(filter, (await follow(client, 'pages', { filter })).received)
    const control = await follow(client, 'pages')
    await aPage(values)
    await control.until(1)
    await aWhile(200)
    await client.removeAllChannels()
  })

  test.each(expected)('%s', (filter, isHeard) => {
    expect(received.get(filter)).toHaveLength(isHeard ? 1 : 0)
  })

  test('equality filters are not sent to the database where equal text means equal value', async () => {
    const compare = 'execute on function _server.matching_rows(oid, text, jsonb, jsonb, jsonb)'
    await live.sql(`revoke ${compare} from supabase_replication_admin`)
    const client = await live.as('ada')
    const plain = `owner_id=eq.${owner},number=in.(1,10),state=eq.open,is_done=neq.no,seen_at=eq.2026-03-01 12:00Z`
    const changes = await follow(client, 'pages', { filter: plain })
    await aPage(values)
    expect(await changes.until(1)).toHaveLength(1)
    await client.removeAllChannels()
    await live.sql(`grant ${compare} to supabase_replication_admin`)
  })

  test('a row that leaves a filter is not sent, and a deleted one only if the filter is on the key', async () => {
    const ada = await live.as('ada')
    const [open, control] = [await follow(ada, 'pages', { filter: 'state=eq.open' }), await follow(ada, 'pages')]
    const id = await aPage()
    await control.until(1)
    const byKey = await follow(ada, 'pages', { filter: `id=eq.${id}` })
    await live.sql("update pages set state = 'closed'")
    await Promise.all([control.until(2), byKey.until(1)])
    await live.sql('delete from pages')
    await control.until(3)
    await byKey.until(2)
    expect(open.received.map(({ eventType }) => eventType)).toEqual(['INSERT'])
  })

  test.each([
    ['unknown=eq.1', 'invalid column for filter unknown'],
    ['remark=eq.x', 'invalid column for filter remark'],
    ['number=eq.ten', 'invalid input syntax for type bigint: "ten"'],
    ['state=eq.ajar', 'invalid input value for enum page_state: "ajar"'],
    ['number=like.1%', 'operator like requires a text-compatible column type, got bigint'],
    ['title=is.true', 'is true filter requires a boolean column, got text'],
    ['number=is.ten', 'invalid value for is filter: must be null, true, false, or unknown'],
    ['number=in.1', 'Error parsing `filter` params: `in` filter value must be wrapped by parentheses'],
    [`number=in.(${Array.from({ length: 101 }, (_, n) => n).join()})`, 'too many values for `in` filter. Maximum 100'],
    ['title=foo.x', 'Error parsing `filter` params: ["foo","x"]'],
    ['title=match.(', 'invalid regular expression'],
    ['number=match.1', 'operator match requires a text-compatible column type, got bigint'],
    ['title=match."(a{9}){9}"', 'a pattern may be 200 characters long and hold neither counts'],
    ['title=match.((((a+)+)+)+)+', 'a pattern may be 200 characters long and hold neither counts, repeated groups'],
    ['title=match."(a+)\\+"', 'a pattern may be 200 characters long and hold neither counts, repeated groups'],
    [`title=match.${'.*a'.repeat(11)}`, 'a pattern may be 200 characters long and hold neither counts'],
    ['title=match.(a)\\1', 'a pattern may be 200 characters long and hold neither counts'],
    ['undefined', 'Error parsing `filter` params: ["undefined"]'],
    ['number=eq.1,', 'filter must not contain empty segments'],
    ["title=eq.' or true; --", FOLLOWING],
  ])('%s: the join succeeds, then a system message reports: %s', async (filter, message) => {
    const channel = (await live.as('ada')).channel('wrong filter')
    channel.on('postgres_changes', { event: '*', schema: 'public', table: 'pages', filter }, () => {})
    expect(await following(channel)).toContain(message)
  })

  test.each([
    [{ schema: 'public', table: 'books' }, 'Please check Realtime is enabled for the given connect parameters'],
    [{ schema: 'auth', table: 'users' }, 'Please check Realtime is enabled for the given connect parameters'],
    [{ schema: 'public', table: 'pages', select: ['remark'] }, 'invalid column for select remark'],
    [{ schema: 'public', select: ['id'] }, 'Column selection is not supported for wildcard subscriptions'],
  ])('subscribing to %o is refused', async (wanted, message) => {
    const channel = (await live.as('ada')).channel('cannot be followed')
    channel.on('postgres_changes', { event: '*', ...wanted }, () => {})
    expect(await following(channel)).toContain(message)
  })
})

test('a channel can subscribe to a whole schema, and to several things at once', async () => {
  const channel = (await live.as('ada')).channel('several')
  const [all, notes, pages] = [createCollector<unknown>(), createCollector<unknown>(), createCollector<unknown>()]
  channel
    .on('postgres_changes', { event: '*', schema: 'public' }, (change) => all.add(change))
    .on('postgres_changes', { event: 'INSERT', schema: 'public', table: 'notes' }, (change) => notes.add(change))
    .on('postgres_changes', { event: '*', schema: 'public', table: 'pages', filter: 'number=gt.5' }, (change) => pages.add(change))
  expect(await following(channel)).toBe(FOLLOWING)
  await live.sql("insert into notes (owner_id, body) values ($1, 'x')", [idOf('ada')])
  await aPage({ number: 5 })
  await aPage({ number: 6 })
  await all.until(3)
  await aWhile(100)
  expect([all, notes, pages].map(({ received }) => received.length)).toEqual([3, 1, 1])
})

// Changes under load: many at once, concurrent, under locks, and during schema changes.
import pg from 'pg'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { idOf } from '../testing/database.ts'
import { aWhile, createCollector, follow, type Live, startLive } from './testing.ts'

let live: Live
beforeAll(async () => {
  live = await startLive()
})
afterAll(() => live.stop())
beforeEach(async () => {
  await live.sql('truncate notes, pages')
})

const addPages = (count: number, from = 1) =>
  live.sql('insert into pages (owner_id, number) select $1, n from generate_series($2::int, $3::int) as n', [
    idOf('ada'),
    from,
    from + count - 1,
  ])
const numbers = (received: { new: Record<string, unknown> }[]) => received.map((change) => Number(change.new['number']))
const upTo = (count: number, from = 1) => Array.from({ length: count }, (_, n) => n + from)

test('ten thousand rows of one transaction arrive completely and in order', { tags: 'long' }, async () => {
  const [hers, strangers] = [await follow(await live.as('ada'), 'pages'), await follow(await live.as('mallory'), 'pages')]
  await addPages(10_000)
  expect(numbers(await hers.until(10_000))).toEqual(upTo(10_000))
  expect(strangers.received).toEqual([])
})

// The log contains a commit before it is visible. A query that ran too early would find no row and lose the change.
test('no change is lost when many transactions commit concurrently', async () => {
  const changes = await follow(await live.as('ada'), 'notes')
  const clients = Array.from({ length: 8 }, () => new pg.Client({ connectionString: live.database.url }))
  await Promise.all(clients.map((client) => client.connect()))
  const insert = async (client: pg.Client) => {
    for (let n = 0; n < 50; n++) await client.query("insert into notes (owner_id, body) values ($1, 'x')", [idOf('ada')])
  }
  await Promise.all(clients.map(insert))
  expect(await changes.until(400)).toHaveLength(400)
  await Promise.all(clients.map((client) => client.end()))
})

test('columns can be added, dropped and altered while clients are subscribed', async () => {
  const ada = await live.as('ada')
  const [all, filtered] = [await follow(ada, 'pages'), await follow(ada, 'pages', { filter: 'number=eq.3' })]
  await addPages(1)
  await live.sql("alter table pages add column colour text default 'red'; grant select (colour) on pages to authenticated")
  await addPages(1, 2)
  await all.until(2)
  await live.sql('alter table pages drop column colour')
  await live.sql('alter table pages alter column number type numeric(10, 2)')
  await addPages(1, 3)
  await live.sql('alter table pages alter column number type bigint')
  await addPages(1, 4)
  expect(numbers(await all.until(4))).toEqual([1, 2, 3, 4])
  expect(all.received.map((change) => change.new['colour'])).toEqual([undefined, 'red', undefined, undefined])
  expect(numbers(await filtered.until(1))).toEqual([3])
})

test('a revoked right applies to all later changes', async () => {
  const changes = await follow(await live.as('ada'), 'pages', { filter: 'number=gt.0' })
  const control = await follow(live.service(), 'pages')
  await addPages(1)
  expect(Object.keys((await changes.until(1))[0]?.new ?? {})).toContain('title')
  await live.sql('revoke select (title) on pages from authenticated')
  await addPages(1, 2)
  expect(Object.keys((await changes.until(2))[1]?.new ?? {})).not.toContain('title')
  await live.sql('revoke select (number) on pages from authenticated')
  await addPages(1, 3)
  await control.until(3)
  await aWhile()
  expect(changes.received).toHaveLength(2)
  await live.sql('grant select (title, number) on pages to authenticated')
})

test('a migration that locks the table beyond the query timeout delays changes but loses none', { tags: 'long' }, async () => {
  const changes = await follow(await live.as('ada'), 'pages')
  const migration = new pg.Client({ connectionString: live.database.url })
  await migration.connect()
  // The rows are committed and locked again before anybody can read them.
  await migration.query(`begin; insert into pages (owner_id, number) values ('${idOf('ada')}', 1);
    commit; begin; lock table pages in access exclusive mode`)
  await aWhile(3500)
  expect(changes.received).toEqual([])
  await migration.query('commit')
  expect(numbers(await changes.until(1))).toEqual([1])
  await migration.end()
})

test('a change that waits for a table rewrite is delivered afterwards', async () => {
  const changes = await follow(await live.as('ada'), 'pages')
  const migration = new pg.Client({ connectionString: live.database.url })
  await migration.connect()
  await addPages(1)
  await changes.until(1)
  await migration.query(`begin; insert into pages (owner_id, number) values ('${idOf('ada')}', 2);
    commit; begin; alter table pages alter column number type numeric(20, 2)`)
  await aWhile(500)
  await migration.query('commit')
  expect(numbers(await changes.until(2))).toEqual([1, 2])
  await migration.query('alter table pages alter column number type bigint')
  await migration.end()
})

test('a row that cannot be sent is the only one left out', async () => {
  await live.sql('alter table pages add column odd json; grant select (odd) on pages to authenticated')
  const changes = await follow(await live.as('ada'), 'pages')
  // JSON may contain \u0000, but jsonb cannot store it.
  await live.sql(
    `insert into pages (owner_id, number, odd) select $1, n, case when n = 3 then '"\\u0000"'::json end from generate_series(1, 5) as n`,
    [idOf('ada')],
  )
  expect(numbers(await changes.until(4))).toEqual([1, 2, 4, 5])
  await live.sql('alter table pages drop column odd')
})

test('a slow pattern ends its own subscription with a message, and others lose no row', { tags: 'long' }, async () => {
  await live.sql(`create domain slow_text as text;
    create function slow_match(slow_text, slow_text) returns boolean language plpgsql strict as $$
      begin if current_setting('application_name') = 'realtime filters' then perform pg_sleep(5); end if; return true; end $$;
    create operator ~ (leftarg = slow_text, rightarg = slow_text, function = slow_match);
    grant execute on function slow_match(slow_text, slow_text) to authenticated;
    alter table pages add column slow slow_text default 'x';
    grant select (slow) on pages to authenticated`)
  const [hers, his] = await Promise.all([
    follow(await live.as('ada'), 'pages', { filter: 'number=gt.0' }),
    follow(await live.as('bo'), 'pages', { filter: 'slow=match.x' }),
  ])
  const told = createCollector<string>()
  his.channel.on('system', {}, ({ status, message }: { status: string; message: string }) => told.add(`${status}: ${message}`))
  await addPages(2)
  expect(numbers(await hers.until(2))).toEqual([1, 2])
  expect((await told.until(1))[0]).toContain('error: Unable to subscribe to changes with given parameters. The pattern')
  const started = performance.now()
  await addPages(1, 3)
  expect(numbers(await hers.until(3))).toEqual([1, 2, 3])
  expect(performance.now() - started).toBeLessThan(1500)
  await live.sql('alter table pages drop column slow')
})

test('a policy that fails for one user delays nobody else, and reports an interruption to that user', async () => {
  await live.sql(`create function fails_for_bo() returns boolean language plpgsql stable as $$
      begin if auth.uid() = '${idOf('bo')}' then raise exception 'no'; end if; return true; end $$;
    create policy "pages: fails for bo" on pages as restrictive for select to authenticated using ((select fails_for_bo()))`)
  const [hers, his] = [await follow(await live.as('ada'), 'pages'), await follow(await live.as('bo'), 'pages')]
  const told = createCollector<string>()
  his.channel.on('system', {}, ({ status }: { status: string }) => told.add(status))
  await addPages(3)
  expect(numbers(await hers.until(3))).toEqual([1, 2, 3])
  expect(await told.until(2)).toEqual(['error', 'ok'])
  expect(his.received).toEqual([])
  await live.sql('drop policy "pages: fails for bo" on pages')
})

test('a table created and published later reaches subscribers of the schema', async () => {
  const ada = await live.as('ada')
  const channel = ada.channel('schema')
  const received = Promise.withResolvers<Record<string, unknown>>()
  channel.on('postgres_changes', { event: 'INSERT', schema: 'public' }, (change) => received.resolve(change.new))
  await new Promise<void>((resolve) => channel.on('system', {}, () => resolve()).subscribe())
  await live.sql(`create table later (id int primary key); grant select on later to authenticated;
    alter publication supabase_realtime add table later`)
  await live.sql('insert into later values (1)')
  expect(await received.promise).toEqual({ id: 1 })
})

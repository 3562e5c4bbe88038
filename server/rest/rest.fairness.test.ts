import { afterAll, beforeAll, expect, test } from 'vitest'
import { idOf, superuser } from '../testing/database.ts'
import { startTestServer } from '../testing/server.ts'
import { fillLibrary } from './test-library.ts'

const openLibrary = async () => fillLibrary(await startTestServer(), idOf)
let library: Awaited<ReturnType<typeof openLibrary>>
beforeAll(async () => {
  library = await openLibrary()
  await library.database.keep(superuser, async ({ query }) => {
    // Has its own timeout, because a write has only one second by default.
    await query(
      "create function public.dawdle() returns int language sql volatile set statement_timeout = '8s' as $$ select 1 from pg_sleep(4.5) $$",
    )
    await query("notify pgrst, 'reload schema'")
  })
})
afterAll(() => library.stop())

test('one person’s many slow requests do not block others or /healthz, and those that wait three seconds are told to retry', {
  tags: 'long',
}, async () => {
  await expect.poll(async () => (await library.fetch('/rpc/dawdle', { method: 'HEAD' })).status, { timeout: 20_000 }).not.toBe(404)
  const boToken = await library.tokenOf('bo')
  const slow = Array.from({ length: 24 }, () => library.send('POST', '/rpc/dawdle', {}))
  const started = performance.now()
  const [health, others] = await Promise.all([
    fetch(`${library.url}/healthz`),
    library.fetch('/books?select=id', { headers: { authorization: `Bearer ${boToken}` } }),
  ])
  expect([health.status, others.status]).toEqual([200, 200])
  expect(performance.now() - started).toBeLessThan(3000)
  const answers = await Promise.all(slow)
  const refused = answers.filter(({ status }) => status === 504)
  expect([answers.filter(({ status }) => status === 200).length, refused.length]).toEqual([4, 20])
  const [first] = refused
  expect([first?.headers.get('retry-after'), await first?.json()]).toEqual([
    '1',
    { code: 'PGRST003', message: 'Timed out acquiring connection from connection pool.', details: null, hint: null },
  ])
})

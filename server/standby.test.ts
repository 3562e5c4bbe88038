import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { join } from 'node:path'
import { afterAll, expect, test } from 'vitest'
import { readConfig } from './config.ts'
import { startServer } from './main.ts'
import { PROJECTS, temporaryFolder } from './testing/cluster.ts'
import { freshDatabase, superuser } from './testing/database.ts'
import { freePort } from './testing/server.ts'
import { writeTinySite } from './testing/tiny-site.ts'

const KEYS = {
  SUPABASE_PUBLISHABLE_KEY: 'sb_publishable_of_both',
  SUPABASE_SECRET_KEY: 'sb_secret_of_both',
  JWT_SIGNING_KEY: JSON.stringify(
    await crypto.subtle
      .generateKey({ name: 'ECDSA', namedCurve: 'P-256' }, true, ['sign', 'verify'])
      .then(({ privateKey }) => crypto.subtle.exportKey('jwk', privateKey)),
  ),
}
// No file is stored here, but a starting server requires S3 to answer.
const s3 = createServer((_, response) => response.writeHead(404).end())
await new Promise<void>((resolve) => s3.listen(0, '127.0.0.1', resolve))
afterAll(() => s3.close())

const S3 = {
  S3_ENDPOINT: `http://127.0.0.1:${(s3.address() as AddressInfo).port}`,
  S3_REGION: 'x',
  S3_BUCKET: 'x',
  S3_ACCESS_KEY_ID: 'x',
  S3_SECRET_ACCESS_KEY: 'x',
}

async function prepare() {
  const database = await freshDatabase('sample')
  const site = join(temporaryFolder(), 'site')
  writeTinySite(site)
  const start = async (env: NodeJS.ProcessEnv, signal?: AbortSignal) => {
    const config = readConfig({
      DATABASE_URL: database.url,
      DATA_DIR: join(temporaryFolder(), 'data'),
      PORT: String(await freePort()),
      NODE_ENV: 'test',
      SCHEDULE: 'off',
      ...env,
    })
    return startServer(config, { project: PROJECTS.sample, site }, signal ? { signal } : {})
  }
  return { database, start }
}

test('a second server waits as standby and serves within three seconds after the first one stops', async () => {
  const { database, start } = await prepare()
  const first = await start({ ...KEYS, ...S3 })
  let isServing = false
  const second = start({ ...KEYS, ...S3 }).then((server) => ((isServing = true), server))
  const waiting = () =>
    database.keep(superuser, async ({ query }) => query("select from pg_stat_activity where application_name = 'standby'"))
  await expect.poll(async () => (await waiting()).length, { timeout: 10_000 }).toBe(1)
  expect((await fetch(`${first.url}/healthz`)).status).toBe(200)
  expect(isServing).toBe(false)
  await first.stop()
  const stoppedAt = performance.now()
  const { url, stop } = await second
  expect((await fetch(`${url}/healthz`)).status).toBe(200)
  expect(performance.now() - stoppedAt).toBeLessThan(3000)
  await stop()
  await database.drop()
}, 40_000)

test('a standby with other keys, or with files on its own disk, is refused with a sentence', async () => {
  const { database, start } = await prepare()
  const first = await start({ ...KEYS, ...S3 })
  await expect(start({ ...KEYS, ...S3, SUPABASE_SECRET_KEY: 'sb_secret_of_one' })).rejects.toThrow('with other keys: set JWT_SIGNING_KEY')
  await expect(start(KEYS)).rejects.toThrow('keep files in S3')
  await first.stop()
  await database.drop()
})

test('a stopped standby ends its wait', async () => {
  const { database, start } = await prepare()
  const first = await start({ ...KEYS, ...S3 })
  const stopping = new AbortController()
  const second = start({ ...KEYS, ...S3 }, stopping.signal)
  stopping.abort()
  await expect(second).rejects.toThrow('aborted')
  await first.stop()
  await database.drop()
})

test('a standby that loses its connection keeps waiting and takes over later', async () => {
  const { database, start } = await prepare()
  const first = await start({ ...KEYS, ...S3 })
  const second = start({ ...KEYS, ...S3 })
  const waiting = () =>
    database.keep(superuser, async ({ query }) =>
      query<{ pid: number }>("select pid from pg_stat_activity where application_name = 'standby'"),
    )
  await expect.poll(async () => (await waiting()).length).toBe(1)
  const [before] = await waiting()
  await database.keep(superuser, async ({ query }) => query('select pg_terminate_backend($1)', [before?.pid]))
  await expect.poll(async () => (await waiting()).filter(({ pid }) => pid !== before?.pid).length).toBe(1)
  await first.stop()
  const { url, stop } = await second
  expect((await fetch(`${url}/healthz`)).status).toBe(200)
  await stop()
  await database.drop()
}, 40_000)

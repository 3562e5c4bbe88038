// A server in its own process: killed in the middle of a chunk, and measured while it receives 50 MB.
import { type ChildProcess, spawn } from 'node:child_process'
import { randomBytes } from 'node:crypto'
import { once } from 'node:events'
import { existsSync, readdirSync, readFileSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { temporaryFolder } from '../testing/cluster.ts'
import { freshDatabase, superuser } from '../testing/database.ts'
import { createUploader, MB, slowBody } from '../testing/resumable-uploader.ts'
import { freePort } from '../testing/server.ts'

vi.setConfig({ testTimeout: 60_000 })

/** The flags of `npm start`. */
const START_FLAGS = ['--max-semi-space-size=8']
const SECRET = 'sb_secret_of_a_test'
const dataDir = join(temporaryFolder(), 'data')
const headers = { apikey: SECRET }
let database: Awaited<ReturnType<typeof freshDatabase>>
let child: ChildProcess
let port: number
let url: string
let service: ReturnType<typeof createUploader>

async function start() {
  child = spawn(process.execPath, [...START_FLAGS, join(import.meta.dirname, '../testing/backend-child.ts')], {
    env: {
      NODE_ENV: 'production',
      PORT: String(port),
      DATA_DIR: dataDir,
      DATABASE_URL: database.url,
      SUPABASE_PUBLISHABLE_KEY: 'sb_publishable_of_a_test',
      SUPABASE_SECRET_KEY: SECRET,
    },
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  await once(child.stdout ?? child, 'data')
  child.stdout?.resume()
}

async function kill() {
  child.kill('SIGKILL')
  await once(child, 'exit')
}

beforeAll(async () => {
  database = await freshDatabase('sample')
  await database.keep(superuser, ({ query }) => query("insert into storage.buckets (id, name) values ('papers', 'papers')"))
  port = await freePort()
  url = `http://127.0.0.1:${port}`
  service = createUploader(url, headers)
  await start()
}, 60_000)
afterAll(async () => {
  await kill()
  await database.drop()
})

const partSize = () => {
  const folder = join(dataDir, 'storage/unfinished')
  return existsSync(folder) ? readdirSync(folder).reduce((sum, name) => sum + statSync(join(folder, name)).size, 0) : 0
}
const bytesOf = async (key: string) => Buffer.from(await (await fetch(`${url}/storage/v1/object/papers/${key}`, { headers })).arrayBuffer())

test('a server killed in the middle of chunks reports the right offset afterwards, and the file is complete in the end', {
  tags: 'long',
}, async () => {
  const bytes = randomBytes(3 * MB)
  const address = await service.begin(bytes.length, 'killed.bin')
  let offset = 0
  for (let round = 1; round <= 3; round++) {
    const slow = slowBody()
    const broken = service.patch(address, offset, slow.body).catch(() => undefined)
    // Half a megabyte arrives; the rest of the chunk never does.
    slow.send(bytes.subarray(offset, offset + MB / 2))
    await expect.poll(partSize).toBe(offset + MB / 2)
    await kill()
    await broken
    await start()
    const told = await service.offsetOf(address)
    expect(told).toBe(offset + MB / 2)
    offset = Number(told)
  }
  expect((await service.patch(address, offset, bytes.subarray(offset))).status).toBe(204)
  expect((await bytesOf('killed.bin')).equals(bytes)).toBe(true)
  expect(partSize()).toBe(0)
})

test('an upload of 50 MB does not accumulate in memory', { tags: 'long' }, async () => {
  const residentMb = () => Number(/^VmHWM:\s+(\d+) kB/m.exec(readFileSync(`/proc/${child.pid}/status`, 'utf8'))?.[1]) / 1024
  const chunk = randomBytes(64 * 1024)
  const send = async (key: string, chunks: number) => {
    const address = await service.begin(chunks * chunk.length, key)
    let left = chunks
    const body = new ReadableStream<Uint8Array>({
      pull(controller) {
        if (left-- > 0) controller.enqueue(new Uint8Array(chunk))
        else controller.close()
      },
    })
    expect((await service.patch(address, 0, body)).status).toBe(204)
  }
  await send('small.bin', 16)
  const before = residentMb()
  await send('large.bin', 800)
  expect(residentMb() - before).toBeLessThan(40)
})

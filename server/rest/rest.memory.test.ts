// The process stays small and responsive, however large the responses would be.
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import fc from 'fast-check'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { temporaryFolder } from '../testing/cluster.ts'
import { freshDatabase, superuser } from '../testing/database.ts'
import { freePort } from '../testing/server.ts'
import { heavySelections } from './fuzz/selections.ts'

// `npm run prove` sends 60.
const RUNS = Number(process.env['FUZZ_HEAVY_RUNS'] ?? 20)
const SEED = Number(process.env['FUZZ_SEED'] ?? 1)
const TOGETHER = 4
const MAX_ATTEMPTS = 10
/** The status after a statement timeout. */
const TIMED_OUT = 500
/** The flags of `npm start`. */
const START_FLAGS = ['--max-semi-space-size=8']
const MAX_RESIDENT_MB = 300
const MAX_RESPONSE_BYTES = 20 * 1024 * 1024
const KEY = 'sb_publishable_of_a_test'
const SECRET = 'sb_secret_of_a_test'

let database: Awaited<ReturnType<typeof freshDatabase>>
let child: ReturnType<typeof spawn>
let url: string
beforeAll(async () => {
  database = await freshDatabase('sample')
  await database.keep(superuser, async ({ query }) => {
    await query("insert into authors (id, name) select n, repeat('a', 5000) from generate_series(1, 3) as n")
    await query("insert into shelves (id, name) select n, repeat('s', 5000) from generate_series(1, 3) as n")
    await query(
      "insert into books (id, title, author_id, editor_id, shelf_id) select n, repeat('b', 5000), 1, 2, 1 from generate_series(1, 60) as n",
    )
    await query("insert into tags (id, name) select n, n || repeat('t', 2000) from generate_series(1, 60) as n")
    await query('insert into book_tags select b.id, t.id from books b, tags t')
    await query('analyze')
  })
  const port = await freePort()
  child = spawn(process.execPath, [...START_FLAGS, join(import.meta.dirname, '../testing/backend-child.ts')], {
    env: {
      NODE_ENV: 'production',
      PORT: String(port),
      DATA_DIR: join(temporaryFolder(), 'data'),
      DATABASE_URL: database.url,
      SUPABASE_PUBLISHABLE_KEY: KEY,
      SUPABASE_SECRET_KEY: SECRET,
    },
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  await once(child.stdout ?? child, 'data')
  child.stdout?.resume()
  url = `http://127.0.0.1:${port}`
}, 60_000)
afterAll(async () => {
  child.kill('SIGKILL')
  await once(child, 'exit')
  await database.drop()
})

const peakMb = () => {
  const [, kilobytes = '0'] = /VmHWM:\s+(\d+)/.exec(readFileSync(`/proc/${child.pid}/status`, 'utf8')) ?? []
  return Math.round(Number(kilobytes) / 1024)
}

interface Heavy {
  select: string
  isWrite: boolean
  accept: string
}

const heavy: fc.Arbitrary<Heavy[]> = fc.array(
  fc.record({
    select: heavySelections('books'),
    isWrite: fc.boolean(),
    accept: fc.constantFrom('application/json', 'text/csv', 'application/vnd.pgrst.object+json'),
  }),
  { minLength: TOGETHER, maxLength: TOGETHER },
)

async function ask({ select, isWrite, accept }: Heavy) {
  const query = `select=${encodeURIComponent(select)}`
  const answer = await fetch(`${url}/rest/v1/books?${isWrite ? 'id=lt.10&' : ''}${query}`, {
    method: isWrite ? 'PATCH' : 'GET',
    headers: { apikey: isWrite ? SECRET : KEY, accept, 'content-type': 'application/json', prefer: 'return=representation' },
    body: isWrite ? '{"pages":100}' : null,
  })
  return { status: answer.status, size: (await answer.arrayBuffer()).byteLength }
}

/** On a slow machine the statement may time out, which says nothing about memory. Then the request is repeated. */
async function askForLargest() {
  for (let attempt = 1; ; attempt++) {
    const { status, size } = await ask({ select: 'tags(a:name,b:name)', isWrite: false, accept: 'application/json' })
    if (status === 200) return size
    expect([status, attempt < MAX_ATTEMPTS]).toEqual([TIMED_OUT, true])
  }
}

test(`${RUNS * TOGETHER} requests with multiplying embeddings keep the process below ${MAX_RESIDENT_MB} MB`, {
  tags: 'long',
  timeout: 60_000 + RUNS * 10_000,
}, async () => {
  const seen = new Map<number, number>()
  await fc.assert(
    fc.asyncProperty(heavy, async (requests) => {
      for (const { status, size } of await Promise.all(requests.map(ask))) {
        seen.set(status, (seen.get(status) ?? 0) + 1)
        expect(size).toBeLessThan(MAX_RESPONSE_BYTES + 1000)
        // 300 means that the name is ambiguous.
        expect([200, 300, 400, 406, 413, 431, TIMED_OUT]).toContain(status)
      }
      expect((await fetch(`${url}/healthz`)).status).toBe(200)
    }),
    { numRuns: RUNS, seed: SEED, endOnFailure: true },
  )
  // Sends concurrent requests for the largest responses that are allowed.
  for (let round = 0; round < 5; round++) {
    const sizes = await Promise.all(Array.from({ length: TOGETHER }, askForLargest))
    for (const size of sizes) expect(size).toBeGreaterThan(MAX_RESPONSE_BYTES / 2)
  }
  expect(peakMb()).toBeLessThan(MAX_RESIDENT_MB)
  // Checks that the requests did reach the limits.
  for (const status of [200, 400, 413]) expect(seen.get(status) ?? 0).toBeGreaterThan(0)
})

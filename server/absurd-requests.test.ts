// No request, however absurd, may block the server or make it grow. Covers every place where a service reads caller input before it queries
// the database.
import { type ChildProcess, spawn } from 'node:child_process'
import { randomUUID } from 'node:crypto'
import { once } from 'node:events'
import { readFileSync } from 'node:fs'
import { Agent, request as httpRequest } from 'node:http'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { WebSocket } from 'ws'
import { readConfig } from './config.ts'
import type { AbsurdRequest } from './testing/absurd/place.ts'
import { absurdRequests } from './testing/absurd/requests.ts'
import type { Usage } from './testing/backend-child.ts'
import { temporaryFolder } from './testing/cluster.ts'
import { emailOf, freshDatabase, idOf, superuser } from './testing/database.ts'
import { freePort } from './testing/server.ts'
import { createTokens } from './tokens.ts'

/** The limit on the main thread's processor time for one request. */
const MAX_CPU_MS = 50
/** The engine's own work, such as garbage collection, may fall into any request, but not into three of the same kind. */
const ATTEMPTS = 3
const MAX_RESIDENT_MB = 300
const MAX_GROWTH_MB = 50
const TOGETHER = 4
/** A wall-clock limit, with room for other load on the machine. */
const MAX_WAIT_MS = 30_000
/** The flags of `npm start`. */
const START_FLAGS = ['--max-semi-space-size=8']
/** Errors must not repeat much of the request or reveal much else. */
const MAX_ERROR_LENGTH = 2000
const TEMPORARY = [503, 504, 544]

let database: Awaited<ReturnType<typeof freshDatabase>>
let child: ChildProcess
let url: string
let callers: Record<string, string>[]
const agent = new Agent({ keepAlive: true, maxSockets: TOGETHER })

beforeAll(async () => {
  database = await freshDatabase('sample')
  const env = {
    NODE_ENV: 'production',
    PORT: String(await freePort()),
    DATA_DIR: join(temporaryFolder(), 'data'),
    DATABASE_URL: database.url,
    SUPABASE_PUBLISHABLE_KEY: 'sb_publishable_of_a_test',
    SUPABASE_SECRET_KEY: 'sb_secret_of_a_test',
    METRICS_TOKEN: 'metrics-token-of-a-test',
    // Otherwise rate limits would refuse the requests before they are parsed.
    RATE_LIMITS: '1000000',
  }
  const session = randomUUID()
  await database.keep(superuser, async ({ query }) => {
    await query("insert into storage.buckets (id, name, public) values ('papers', 'papers', true)")
    await query('insert into auth.users (id, email) values ($1, $2)', [idOf('ada'), emailOf('ada')])
    await query('insert into auth.sessions (id, user_id) values ($1, $2)', [session, idOf('ada')])
  })
  child = spawn(process.execPath, [...START_FLAGS, join(import.meta.dirname, 'testing/backend-child.ts')], {
    env,
    stdio: ['ignore', 'pipe', 'inherit', 'ipc'],
  })
  await once(child.stdout ?? child, 'data')
  child.stdout?.resume()
  url = `http://127.0.0.1:${env.PORT}`
  const tokens = await createTokens(readConfig(env))
  const claims = { sub: idOf('ada'), email: emailOf('ada'), role: 'authenticated' as const, session_id: session }
  const apikey = env.SUPABASE_PUBLISHABLE_KEY
  callers = [{ apikey }, { apikey, authorization: `Bearer ${await tokens.sign(claims, 3600)}` }]
}, 90_000)
afterAll(async () => {
  agent.destroy()
  child.kill('SIGKILL')
  await once(child, 'exit')
  await database.drop()
})

async function usage(): Promise<Usage> {
  const answer = once(child, 'message')
  child.send('usage')
  return ((await answer) as [Usage])[0]
}

interface Answer {
  /** Undefined if the connection was closed instead. */
  status: number | undefined
  body: string
}

const send = (asked: AbsurdRequest, caller: Record<string, string>) =>
  asked.frame === undefined ? sendHttp(asked, caller) : sendFrame(asked, caller)

function sendHttp({ method, path, headers, body }: AbsurdRequest, caller: Record<string, string>) {
  return new Promise<Answer>((resolve) => {
    const length = body === undefined ? {} : { 'content-length': String(Buffer.byteLength(body)) }
    const request = httpRequest(`${url}/`, { agent, method, path, headers: { ...caller, ...headers, ...length } }, (response) => {
      const chunks: Buffer[] = []
      response.on('data', (chunk: Buffer) => chunks.push(chunk))
      response.on('close', () => resolve({ status: response.statusCode, body: Buffer.concat(chunks).toString() }))
    })
    // The server does not read an oversized body to its end.
    request.on('error', () => resolve({ status: undefined, body: '' }))
    request.end(body)
  })
}

const LAST_FRAME = JSON.stringify(['last', 'last', 'realtime:last', 'phx_leave', {}])

/** Frames are handled in order, so the response to a second one shows that the first is done, unless the connection is closed. */
function sendFrame({ path, frame = '' }: AbsurdRequest, { apikey = '' }: Record<string, string>) {
  return new Promise<Answer>((resolve) => {
    const socket = new WebSocket(`${url.replace('http', 'ws')}${path}&apikey=${apikey}`)
    socket.on('open', () => {
      socket.send(frame)
      socket.send(LAST_FRAME)
    })
    socket.on('message', (data: Buffer) => data.includes('"last"') && socket.close())
    socket.on('error', () => {})
    socket.on('close', () => resolve({ status: undefined, body: '' }))
  })
}

function expectShort({ place }: AbsurdRequest, { status, body }: Answer) {
  if (status === undefined || status < 400) return
  const isFault = status >= 500 && !TEMPORARY.includes(status)
  expect({
    place,
    isFault,
    body: body.slice(0, MAX_ERROR_LENGTH),
    isLong: body.length > MAX_ERROR_LENGTH,
    repeats: /k{101}/.test(body),
  }).toMatchObject({
    isFault: false,
    isLong: false,
    repeats: false,
  })
}

/** Fails with the name of the request, because a server that never answers would only make the test time out. */
async function answerTo(asked: AbsurdRequest, caller: Record<string, string>) {
  const abandoned = new AbortController()
  const late = sleep(MAX_WAIT_MS, undefined, { signal: abandoned.signal }).then(() => {
    throw new Error(`${asked.place} is not answered`)
  })
  late.catch(() => {})
  try {
    return await Promise.race([send(asked, caller), late])
  } finally {
    abandoned.abort()
  }
}

async function cpuOf(asked: AbsurdRequest, caller: Record<string, string>) {
  let least = Infinity
  for (let left = ATTEMPTS; left > 0 && least > MAX_CPU_MS; left--) {
    const { cpuMs: before } = await usage()
    expectShort(asked, await answerTo(asked, caller))
    least = Math.min(least, (await usage()).cpuMs - before)
  }
  return least
}

/** Loads and compiles the code that every request needs. */
async function warmUp() {
  for (const asked of absurdRequests(1)) for (const caller of callers) await send({ ...asked, body: asked.body?.slice(0, 1000) }, caller)
}

/** Returns the requests that took too much time of the main thread. */
async function slowOnes(unitsPerPlace: number) {
  await warmUp()
  const slow: string[] = []
  for (const asked of absurdRequests(unitsPerPlace)) {
    for (const caller of callers) {
      const cpuMs = await cpuOf(asked, caller)
      if (cpuMs > MAX_CPU_MS) slow.push(`${asked.place}: ${cpuMs.toFixed(0)} ms`)
    }
  }
  return slow
}

const peakMb = () => Number(/VmHWM:\s+(\d+)/.exec(readFileSync(`/proc/${child.pid}/status`, 'utf8'))?.[1] ?? 0) / 1024

/** Returns the peak memory during 200 requests, and the growth after a while. */
async function memoryOf200(waitMs: number) {
  await warmUp()
  const { residentMb: before } = await usage()
  // Selects the requests with the largest bodies.
  const heaviest = [...absurdRequests(3)].toSorted((a, b) => (b.body?.length ?? 0) - (a.body?.length ?? 0)).slice(0, 200)
  await Promise.all(
    Array.from({ length: TOGETHER }, async (_, lane) => {
      for (let n = lane; n < heaviest.length; n += TOGETHER) await send(heaviest[n] as AbsurdRequest, callers[n % 2] ?? {})
    }),
  )
  const peak = peakMb()
  await sleep(waitMs)
  return { peak, growth: (await usage()).residentMb - before }
}

test(`no absurd request takes more than ${MAX_CPU_MS} ms of the main thread`, { timeout: 240_000 }, async () => {
  expect(await slowOnes(1)).toEqual([])
})

test(`200 absurd requests keep the process below ${MAX_RESIDENT_MB} MB`, { timeout: 120_000 }, async () => {
  expect((await memoryOf200(0)).peak).toBeLessThan(MAX_RESIDENT_MB)
})

test('no absurd request is slow with ten times as many units', { tags: 'long', timeout: 900_000 }, async () => {
  expect(await slowOnes(10)).toEqual([])
})

test(`a minute after 200 absurd requests the process has grown by at most ${MAX_GROWTH_MB} MB`, {
  tags: 'long',
  timeout: 240_000,
}, async () => {
  const { peak, growth } = await memoryOf200(60_000)
  expect(peak).toBeLessThan(MAX_RESIDENT_MB)
  expect(growth).toBeLessThan(MAX_GROWTH_MB)
})

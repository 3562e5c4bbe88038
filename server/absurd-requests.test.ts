// No request keeps the server from answering others, however absurd it is, and none makes it grow: every place where a service reads what
// a caller wrote, before the database is asked.
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

/** Processor time of the main thread for one request. */
const MAX_CPU_MS = 50
/** A collection of garbage or of statistics by the engine may fall into any request, but not into three of the same kind. */
const ATTEMPTS = 3
const MAX_RESIDENT_MB = 300
const MAX_GROWTH_MB = 50
const TOGETHER = 4
/** By the clock, on a machine that has other things to do. */
const MAX_WAIT_MS = 30_000
/** As `npm start` has it. */
const START_FLAGS = ['--max-semi-space-size=8']
/** Errors repeat little of what was sent, and tell little besides. */
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
    // Without this, rate limits would refuse the requests before they are read.
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
  /** Undefined where the connection was closed instead. */
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
    // A body that is too large is not read to its end.
    request.on('error', () => resolve({ status: undefined, body: '' }))
    request.end(body)
  })
}

const LAST_FRAME = JSON.stringify(['last', 'last', 'realtime:last', 'phx_leave', {}])

/** Frames are handled in order, so the answer to a second one tells that the first is done; or the connection is closed. */
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

/** A server that never answers would only let the test time out. */
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

/** Loads and compiles what every request needs. */
async function warmUp() {
  for (const asked of absurdRequests(1)) for (const caller of callers) await send({ ...asked, body: asked.body?.slice(0, 1000) }, caller)
}

/** Those that took too much of the main thread. */
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

/** The most that the process took during 200 of them, and what it kept after a while. */
async function memoryOf200(waitMs: number) {
  await warmUp()
  const { residentMb: before } = await usage()
  // Those with the largest bodies weigh most.
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

test(`none takes more than ${MAX_CPU_MS} ms of the main thread`, { timeout: 240_000 }, async () => {
  expect(await slowOnes(1)).toEqual([])
})

test(`200 of them leave the process below ${MAX_RESIDENT_MB} MB`, { timeout: 120_000 }, async () => {
  expect((await memoryOf200(0)).peak).toBeLessThan(MAX_RESIDENT_MB)
})

test('ten times as many leave it below the same limit', { tags: 'long', timeout: 900_000 }, async () => {
  expect(await slowOnes(10)).toEqual([])
})

test(`a minute after 200 of them the process is at most ${MAX_GROWTH_MB} MB larger than before`, {
  tags: 'long',
  timeout: 240_000,
}, async () => {
  const { peak, growth } = await memoryOf200(60_000)
  expect(peak).toBeLessThan(MAX_RESIDENT_MB)
  expect(growth).toBeLessThan(MAX_GROWTH_MB)
})

// The failures that the site must survive. Each step returns what it measured and whether that is good enough.
import { execFileSync } from 'node:child_process'
import { setTimeout as sleep } from 'node:timers/promises'
import { type Acknowledged, type Call, findLost, keepBooking, type Person, type Time } from './people.ts'
import { type Site, waitUntilReady, watchHealth } from './supervised-site.ts'

export interface Row {
  what: string
  result: 'passed' | 'FAILED' | 'left out'
  measured: string
}

export interface Scene {
  site: Site
  call: Call
  people: Person[]
  times: Time[]
  acknowledged: Acknowledged
}

const RECOVERY_TIMEOUT_MS = 60_000
const LOAD_MS = 15_000
const LOAD_PAUSE_MS = 600
const KILL_PAUSE_MS = 400
const ATTACKS_AT_ONCE = 60
const MAX_WAIT_MS = 3000

const row = (what: string, isGood: boolean, measured: string): Row => ({ what, result: isGood ? 'passed' : 'FAILED', measured })
const seconds = (ms: number) => `${(ms / 1000).toFixed(1)} s`

export async function underLoad({ site, call, people, times, acknowledged }: Scene): Promise<Row> {
  const stopWatching = watchHealth(site.url)
  const booking = keepBooking(call, people, times, acknowledged, LOAD_PAUSE_MS)
  await sleep(LOAD_MS)
  await booking.stop()
  const health = await stopWatching()
  const failed = booking.answers.filter(({ status }) => status === 0 || status >= 500).length
  const sorted = booking.answers.map(({ ms }) => ms).toSorted((a, b) => a - b)
  const p95 = sorted[Math.floor(sorted.length * 0.95)] ?? 0
  return row(
    `${people.length} people read, book and cancel for ${LOAD_MS / 1000} seconds`,
    failed === 0 && health.failed === 0 && acknowledged.size > 0,
    `${booking.answers.length} answers, ${failed} failed, p95 ${p95.toFixed(0)} ms; /healthz ${health.asked - health.failed} of ${health.asked} times 200`,
  )
}

/** Requests one field so often that the response would not fit into a string. */
export async function multiplyingRequest({ site, call, people }: Scene): Promise<Row> {
  const [person] = people
  if (!person) throw new Error('There is no user.')
  const consent = { kind: 'health_data', version: '2026-11-16', language: 'tr' }
  await call('/rest/v1/consents', { token: person.token, method: 'POST', body: consent })
  const history = { medical_history: 'x'.repeat(5000) }
  await call(`/rest/v1/profiles?user_id=eq.${person.id}`, { token: person.token, method: 'PATCH', body: history })
  const columns = Array.from({ length: 30 }, (_, n) => `a${n}:medical_history`).join(',')
  const pid = site.serverPid()
  const { status, ms } = await call(`/rest/v1/appointments?select=profiles(appointments(profiles(${columns})))`, { token: person.token })
  const isSame = site.serverPid() === pid
  const health = await waitUntilReady(site.url, 5000).then(
    () => 200,
    () => 503,
  )
  return row(
    'one request that multiplies itself',
    status >= 400 && status < 500 && isSame && health === 200,
    `answered ${status} after ${seconds(ms)}, ${isSame ? 'the same process goes on' : 'the process died'}`,
  )
}

/** Sends many heavy requests at once as one user: half exceed a limit, and half are the heaviest allowed. */
export async function exhaustPool({ site, call, people }: Scene): Promise<Row> {
  const [attacker, other] = people
  if (!attacker || !other) throw new Error('There are too few users.')
  const nested = (depth: number): string =>
    depth === 0 ? 'id' : ['a', 'b'].map((name) => `${name}:doctor_availability(doctors(${nested(depth - 1)}))`).join(',')
  const columns = Array.from({ length: 18 }, (_, n) => `c${n}:patient_complaint`).join(',')
  const paths = [`/rest/v1/doctors?select=${nested(3)}`, `/rest/v1/appointments?select=profiles(appointments(${columns}))`]
  const stopWatching = watchHealth(site.url)
  const attacks = Array.from({ length: ATTACKS_AT_ONCE }, (_, n) => call(paths[n % 2] ?? '', { token: attacker.token }))
  const others = []
  for (let n = 0; n < 10; n++) {
    others.push(await call('/rest/v1/doctors?select=id', { token: other.token }))
    await sleep(200)
  }
  const answered = await Promise.all(attacks)
  const health = await stopWatching()
  const slowest = Math.max(...others.map(({ ms }) => ms))
  const counts = Object.entries(Object.groupBy(answered, ({ status }) => status)).map(([status, group]) => `${group?.length} × ${status}`)
  return row(
    `${ATTACKS_AT_ONCE} heavy requests at once by one person`,
    health.failed === 0 && others.every(({ status }) => status === 200) && slowest < MAX_WAIT_MS,
    `they got ${counts.join(', ')}; somebody else waited ${seconds(slowest)} at most; /healthz ${health.asked - health.failed} of ${health.asked} times 200`,
  )
}

export async function killUnderBookings(scene: Scene, victim: 'server' | 'postgres', times: number): Promise<Row> {
  const { site, call, people, acknowledged } = scene
  const booking = keepBooking(call, people, scene.times, acknowledged, KILL_PAUSE_MS)
  const before = acknowledged.size
  let slowest = 0
  for (let n = 0; n < times; n++) {
    await sleep(2000)
    const pid = victim === 'server' ? site.serverPid() : site.postgresPid()
    if (!pid) throw new Error(`There is no ${victim} to kill.`)
    process.kill(pid, 'SIGKILL')
    // The old process may still answer /healthz until a new one replaces it.
    const started = performance.now()
    while ((victim === 'server' ? site.serverPid() : site.postgresPid()) === pid && performance.now() - started < RECOVERY_TIMEOUT_MS)
      await sleep(50)
    await waitUntilReady(site.url, RECOVERY_TIMEOUT_MS)
    slowest = Math.max(slowest, performance.now() - started)
  }
  await sleep(1000)
  await booking.stop()
  const lost = await findLost(call, acknowledged)
  const made = acknowledged.size - before
  return row(
    `kill -9 of ${victim === 'server' ? 'the server' : 'PostgreSQL'} under bookings, ${times} times`,
    lost === 0 && made > 0,
    `${made} bookings acknowledged meanwhile, ${lost} of ${acknowledged.size} lost; ready again after ${seconds(slowest)} at most`,
  )
}

/** Runs one of our commands as an operator would. */
export function runScript(script: string, args: string[], env: NodeJS.ProcessEnv) {
  execFileSync(process.execPath, [`scripts/${script}`, ...args], {
    env: { PATH: process.env['PATH'], NODE_ENV: 'test', ...env },
    stdio: ['ignore', 'ignore', 'inherit'],
    timeout: 60_000,
  })
}

export async function compareRestored(call: Call, acknowledged: Acknowledged, size: number): Promise<Row> {
  const lost = await findLost(call, acknowledged)
  return row(
    'backup while it runs, restore into an empty folder',
    lost === 0,
    `${(size / 1024 / 1024).toFixed(1)} MB; old sessions still count; ${lost} of ${acknowledged.size} bookings lost`,
  )
}

// Runs the product supervised, as `npm start` does, in its own folder, with ways to kill its processes.
import { spawn } from 'node:child_process'
import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'

const ROOT = join(import.meta.dirname, '../..')
const START_TIMEOUT_MS = 90_000

export type Site = Awaited<ReturnType<typeof startSupervised>>

export async function startSupervised(dataDir: string, port: number, extra: Record<string, string> = {}) {
  const supervisor = spawn(process.execPath, ['scripts/start.mjs'], {
    cwd: ROOT,
    // Turns off rate limits by address, because all users have the same address here. The other limits stay on.
    env: { PATH: process.env['PATH'], NODE_ENV: 'test', SEED: 'demo', RATE_LIMITS: 'off', DATA_DIR: dataDir, PORT: String(port), ...extra },
    stdio: ['ignore', 'ignore', 'ignore'],
  })
  const ended = new Promise<void>((resolve) => supervisor.once('exit', () => resolve()))
  const url = `http://127.0.0.1:${port}`

  const site = {
    url,
    serverPid() {
      const [first = ''] = readFileSync(`/proc/${supervisor.pid}/task/${supervisor.pid}/children`, 'utf8').split(' ')
      return Number(first)
    },
    /** Undefined while PostgreSQL is not running. */
    postgresPid() {
      const moved = join(dataDir, 'postgres.location')
      const home = existsSync(moved) ? readFileSync(moved, 'utf8').trim() : join(dataDir, 'postgres')
      const file = join(home, 'data/postmaster.pid')
      return existsSync(file) ? Number(readFileSync(file, 'utf8').split('\n')[0]) : undefined
    },
    async stop() {
      supervisor.kill('SIGTERM')
      await Promise.race([ended, sleep(30_000, undefined, { ref: false })])
      if (supervisor.exitCode === null && supervisor.signalCode === null) supervisor.kill('SIGKILL')
    },
  }
  try {
    await waitUntilReady(url, START_TIMEOUT_MS)
  } catch (error) {
    await site.stop()
    throw error
  }
  return site
}

/** Resolves with the time it took, in milliseconds. */
export async function waitUntilReady(url: string, timeoutMs: number) {
  const started = performance.now()
  while (performance.now() - started < timeoutMs) {
    if ((await healthOf(url)) === 200) return performance.now() - started
    await sleep(100)
  }
  throw new Error(`${url}/healthz was not 200 within ${timeoutMs / 1000} seconds.`)
}

/** The status of /healthz, or 0 without an answer. */
async function healthOf(url: string) {
  return fetch(`${url}/healthz`, { signal: AbortSignal.timeout(5000) }).then(
    ({ status }) => status,
    () => 0,
  )
}

/** Polls /healthz five times a second until stopped. */
export function watchHealth(url: string) {
  const over = new AbortController()
  const seen = { asked: 0, failed: 0, slowestMs: 0 }
  const watching = (async () => {
    while (!over.signal.aborted) {
      const started = performance.now()
      const status = await healthOf(url)
      seen.asked++
      if (status !== 200) seen.failed++
      seen.slowestMs = Math.max(seen.slowestMs, performance.now() - started)
      await sleep(200)
    }
  })()
  return async () => {
    over.abort()
    await watching
    return seen
  }
}

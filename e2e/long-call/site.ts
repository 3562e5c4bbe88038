// The server of the long call, run as by `npm start` in a folder of its own. It can be restarted, and its processor time measured.
import { type ChildProcess, spawn } from 'node:child_process'
import { randomBytes } from 'node:crypto'
import { chmodSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { freePort, type OnCleanUp } from '../other-browsers/stage.ts'

const START_TIMEOUT_MS = 90_000
const STOP_TIMEOUT_MS = 30_000

export type Site = Awaited<ReturnType<typeof startSite>>

export async function startSite(onCleanUp: OnCleanUp, extra: Record<string, string> = {}) {
  const folder = mkdtempSync(join(tmpdir(), 'call-'))
  chmodSync(folder, 0o711)
  const secretKey = `sb_secret_${randomBytes(24).toString('base64url')}`
  const port = await freePort()
  const url = `http://127.0.0.1:${port}`
  let server: ChildProcess | undefined

  async function start() {
    server = spawn(process.execPath, ['scripts/start.mjs'], {
      env: {
        PATH: process.env['PATH'],
        NODE_ENV: 'test',
        // All requests come from one address, which opens the same room again and again.
        RATE_LIMITS: 'off',
        DATA_DIR: join(folder, 'data'),
        PORT: String(port),
        SUPABASE_SECRET_KEY: secretKey,
        TRUSTED_PROXY: '127.0.0.1',
        ...extra,
      },
      stdio: ['ignore', 'ignore', 'ignore'],
    })
    await waitUntilReady(url)
  }

  async function stop() {
    const stopped = server
    if (!stopped || stopped.exitCode !== null || stopped.signalCode !== null) return
    const ended = new Promise<void>((resolve) => stopped.once('exit', () => resolve()))
    stopped.kill('SIGTERM')
    await Promise.race([ended, sleep(STOP_TIMEOUT_MS, undefined, { ref: false })])
    if (stopped.exitCode === null && stopped.signalCode === null) stopped.kill('SIGKILL')
  }

  onCleanUp(async () => {
    await stop()
    rmSync(folder, { recursive: true, force: true })
  })
  await start()
  return {
    url,
    secretKey,
    /** The supervisor of the server; all its processes descend from it. */
    pid: () => server?.pid ?? 0,
    /** Ends it with SIGTERM and starts it again on the same folder. */
    async restart() {
      await stop()
      await start()
    },
  }
}

async function waitUntilReady(url: string) {
  const until = performance.now() + START_TIMEOUT_MS
  while (performance.now() < until) {
    const health = await fetch(`${url}/healthz`, { signal: AbortSignal.timeout(5000) }).catch(() => undefined)
    if (health?.ok) return
    await sleep(50)
  }
  throw new Error(`The server was not ready within ${START_TIMEOUT_MS / 1000} seconds.`)
}

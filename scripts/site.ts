// Starts the whole product with the current site and demo accounts, for measurements and screenshots.
import { spawn } from 'node:child_process'
import { join } from 'node:path'
import { temporaryFolder } from '../server/testing/cluster.ts'
import { freePort } from '../server/testing/server.ts'
import { ensureBuilt } from './set-up.mjs'

const ROOT = join(import.meta.dirname, '..')

export async function startSite(mode: 'test' | 'development' = 'test') {
  ensureBuilt()
  const dataDir = join(temporaryFolder(), 'data')
  const server = spawn(process.execPath, ['server/main.ts'], {
    cwd: ROOT,
    env: { ...process.env, NODE_ENV: mode, DATA_DIR: dataDir, PORT: String(await freePort()) },
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  const ended = new Promise<void>((resolve) => server.once('exit', () => resolve()))
  const first = await Promise.race([new Promise<Buffer>((resolve) => server.stdout.once('data', resolve)), ended])
  const url = /Ready at (\S+)/.exec(String(first))?.[1]
  if (!url) throw new Error('The server did not start.')
  return {
    url,
    dataDir,
    async stop() {
      server.kill('SIGTERM')
      await ended
    },
  }
}

// Runs the start commands as operators type them, with the whole server.
import { type ChildProcess, spawn } from 'node:child_process'
import { existsSync, openSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterEach, expect, test } from 'vitest'
import { temporaryFolder } from '../server/testing/cluster.ts'
import { freePort } from '../server/testing/server.ts'

const shells: ChildProcess[] = []
afterEach(() => {
  // Each shell leads a process group, to which its server belongs.
  for (const { pid } of shells.splice(0))
    try {
      process.kill(-(pid ?? 0), 'SIGKILL')
    } catch {}
})

/** Runs a command line until its server is ready. */
async function launch(command: string) {
  const folder = temporaryFolder()
  const [log, dataDir, port] = [join(folder, 'log'), join(folder, 'data'), await freePort()]
  const output = openSync(log, 'w')
  const shell = spawn('sh', ['-c', command], {
    cwd: join(import.meta.dirname, '..'),
    env: { ...process.env, npm_lifecycle_event: undefined, NODE_ENV: 'test', SEED: 'none', DATA_DIR: dataDir, PORT: String(port) },
    detached: true,
    stdio: ['ignore', output, output],
  })
  shells.push(shell)
  await expect.poll(() => readFileSync(log, 'utf8'), { timeout: 60_000 }).toContain('Ready at')
  return {
    shell,
    health: () =>
      fetch(`http://127.0.0.1:${port}/healthz`).then(
        ({ status }) => status,
        () => 'closed',
      ),
    databaseRuns: () => existsSync(join(dataDir, 'postgres/data/postmaster.pid')),
  }
}

test('a server started with nohup survives its shell and a closed terminal, and stops on SIGTERM', { tags: 'long' }, async () => {
  const { shell, health, databaseRuns } = await launch('nohup node scripts/start.mjs & true')
  expect(shell.exitCode).toBe(0)
  const group = -(shell.pid ?? 0)
  process.kill(group, 'SIGHUP')
  expect(await health()).toBe(200)
  process.kill(group, 'SIGTERM')
  await expect.poll(health, { timeout: 30_000 }).toBe('closed')
  await expect.poll(databaseRuns, { timeout: 30_000 }).toBe(false)
})

test('a server started by npm stops when npm is killed', { tags: 'long' }, async () => {
  const { shell, health, databaseRuns } = await launch('exec npm start')
  expect(await health()).toBe(200)
  shell.kill('SIGKILL')
  await expect.poll(health, { timeout: 30_000 }).toBe('closed')
  await expect.poll(databaseRuns, { timeout: 30_000 }).toBe(false)
})

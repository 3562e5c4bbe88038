import { spawn, spawnSync } from 'node:child_process'
import { once } from 'node:events'
import { mkdirSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import { createServer } from 'node:net'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { temporaryFolder } from '../server/testing/cluster.ts'
import { freePort } from '../server/testing/server.ts'

const ROOT = join(import.meta.dirname, '..')

test('the error names a port that is in use, and nothing is started', async () => {
  const port = await freePort()
  const stranger = createServer().listen(port + 1, '127.0.0.1')
  await once(stranger, 'listening')
  const { status, stderr } = spawnSync(process.execPath, ['scripts/dev.mjs'], {
    cwd: ROOT,
    env: { ...process.env, PORT: String(port) },
    encoding: 'utf8',
  })
  stranger.close()
  expect(status).toBe(1)
  expect(stderr).toBe(
    `Port ${port + 1} is in use; npm run dev needs two ports, ${port} for the site and ${port + 1} for the backend. Set PORT to another one.\n`,
  )
})

test('the backend restarts after each atomic save', { tags: 'long', timeout: 400_000 }, async () => {
  // This path is watched, but neither git nor another test uses it.
  const ignored = join(ROOT, 'supabase/.temp')
  mkdirSync(ignored, { recursive: true })
  const port = await freePort()
  const env = { ...process.env, NODE_ENV: 'development', SEED: 'none', DATA_DIR: join(temporaryFolder(), 'data'), PORT: String(port) }
  const dev = spawn(process.execPath, ['scripts/dev.mjs'], { cwd: ROOT, env, detached: true })
  let said = ''
  for (const stream of [dev.stdout, dev.stderr]) stream.on('data', (text: Buffer) => (said += text.toString()))
  const ended = once(dev, 'close')
  const readyCount = () => said.split('Ready at').length - 1
  const file = join(ignored, 'saved-file')
  try {
    await expect.poll(readyCount, { timeout: 120_000 }).toBe(1)
    for (const round of [2, 3]) {
      writeFileSync(`${file}~`, String(round))
      renameSync(`${file}~`, file)
      await expect.poll(readyCount, { timeout: 120_000 }).toBe(round)
      expect((await fetch(`http://127.0.0.1:${port + 1}/healthz`)).status).toBe(200)
    }
  } finally {
    dev.kill('SIGTERM')
    await ended
    rmSync(file, { force: true })
  }
  expect(said).not.toContain('was lost')
})

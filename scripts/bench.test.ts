// Every measurement of bench/ still works, on the pages and with the data of today. What it measures is of no interest here.
import { execFile } from 'node:child_process'
import { readdirSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'

const ROOT = join(import.meta.dirname, '..')
const names = readdirSync(join(ROOT, 'bench')).flatMap((file) => /^(.+)\.bench\.ts$/.exec(file)?.[1] ?? [])

const measure = (name: string) =>
  new Promise<{ error: Error | null; stdout: string; stderr: string }>((resolve) => {
    const env = { ...process.env, NODE_ENV: 'test', QUICK: '1', WARM_UP_MS: '50', MEASURED_MS: '100' }
    execFile(process.execPath, ['bench/run.ts', name], { cwd: ROOT, env }, (error, stdout, stderr) => resolve({ error, stdout, stderr }))
  })

test.each(names)('npm run bench -- %s prints its table', { tags: 'long', timeout: 600_000 }, async (name) => {
  const { error, stdout } = await measure(name)
  expect(error).toBeNull()
  expect(stdout).toMatch(/^\| --- \|/m)
})

test('an unknown measurement is refused with the names that exist', async () => {
  const { error, stderr } = await measure('nothing')
  expect(error).not.toBeNull()
  expect(stderr).toContain(names.join(', '))
})

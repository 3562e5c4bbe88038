// Checks that a measurement in bench/ still works with the current pages and data. Its figures do not matter here.
import { execFile } from 'node:child_process'
import { join } from 'node:path'
import { expect, test } from 'vitest'

const ROOT = join(import.meta.dirname, '../..')
const SHORT = { NODE_ENV: 'test', QUICK: '1', WARM_UP_MS: '50', MEASURED_MS: '100' }

export const measure = (name: string) =>
  new Promise<{ error: Error | null; stdout: string; stderr: string }>((resolve) => {
    const options = { cwd: ROOT, env: { ...process.env, ...SHORT } }
    execFile(process.execPath, ['bench/run.ts', name], options, (error, stdout, stderr) => resolve({ error, stdout, stderr }))
  })

/** Each measurement has a test file, so that the files can be divided among runs. */
export function printsItsTable(name: string) {
  test(`npm run bench -- ${name} prints its table`, { tags: 'long', timeout: 600_000 }, async () => {
    const { error, stdout } = await measure(name)
    expect(error).toBeNull()
    expect(stdout).toMatch(/^\| --- \|/m)
  })
}

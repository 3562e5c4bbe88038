// Proves that a measurement of bench/ still works, on the pages and with the data of today. What it measures is of no interest here.
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

/** A file for each measurement, so that they can be divided among runs. */
export function printsItsTable(name: string) {
  test(`npm run bench -- ${name} prints its table`, { tags: 'long', timeout: 600_000 }, async () => {
    const { error, stdout } = await measure(name)
    expect(error).toBeNull()
    expect(stdout).toMatch(/^\| --- \|/m)
  })
}

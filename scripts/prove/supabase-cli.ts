// The official CLI reads supabase/config.toml. It is 140 MB, so it is installed for this run only, and where the registry is in reach.
import { execFile } from 'node:child_process'
import { cpSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { PROJECTS, temporaryFolder } from '../../server/testing/cluster.ts'
import type { Row } from './steps.ts'

const PACKAGE = 'supabase@3.1.0'
const WHAT = `the Supabase CLI (npm ${PACKAGE}) reads config.toml without any variable set`
/** Nothing listens there: the CLI reads the configuration before it connects. */
const NOWHERE = 'postgres://postgres@127.0.0.1:1/nothing'
const COMPLAINT = /invalid|deprecated|unset|unknown|decod/i

export async function readWithCli(): Promise<Row> {
  const folder = temporaryFolder()
  writeFileSync(join(folder, 'package.json'), '{ "private": true }')
  const run = promisify(execFile)
  try {
    await run('npm', ['install', '--no-audit', '--no-fund', '--loglevel=error', PACKAGE], { cwd: folder, timeout: 180_000 })
  } catch {
    return { what: WHAT, result: 'left out', measured: 'npm could not install it here' }
  }
  cpSync(PROJECTS.product, join(folder, 'supabase'), { recursive: true })
  const output = await run(join(folder, 'node_modules/.bin/supabase'), ['db', 'lint', `--remote=${NOWHERE}`], {
    cwd: folder,
    env: { PATH: process.env['PATH'], HOME: folder },
    timeout: 60_000,
  }).then(
    ({ stdout, stderr }) => stdout + stderr,
    (error: { stdout?: string; stderr?: string }) => `${error.stdout ?? ''}${error.stderr ?? ''}`,
  )
  const complaints = output.split('\n').filter((line) => COMPLAINT.test(line))
  const isRead = output.includes('failed to connect to postgres') && complaints.length === 0
  return { what: WHAT, result: isRead ? 'passed' : 'FAILED', measured: isRead ? 'no complaint' : (complaints[0] ?? output.trim()) }
}

// The official CLI reads and pushes supabase/config.toml. It is 140 MB, so it is installed for this run only, where the registry is in reach.
import { execFile } from 'node:child_process'
import { cpSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { PROJECTS, temporaryFolder } from '../../server/testing/cluster.ts'
import { PROJECT_REF, startManagementApi } from './management-api.ts'
import type { Row } from './steps.ts'

const PACKAGE = 'supabase@3.1.0'
const READS = `the Supabase CLI (npm ${PACKAGE}) reads config.toml without any variable set`
const PUSHES = 'after `config push` the Send Email hook is still on'
/** Nothing listens there: the CLI reads the configuration before it connects. */
const NOWHERE = 'postgres://postgres@127.0.0.1:1/nothing'
const COMPLAINT = /invalid|deprecated|unset|unknown|decod/i

type Cli = (parameters: string[], env?: NodeJS.ProcessEnv) => Promise<string>

export async function tryCli(): Promise<Row[]> {
  const cli = await installCli()
  if (!cli) return [READS, PUSHES].map((what) => ({ what, result: 'left out', measured: 'it cannot be installed or started here' }))
  return [await readConfig(cli), await pushConfig(cli)]
}

async function installCli(): Promise<Cli | undefined> {
  const folder = temporaryFolder()
  writeFileSync(join(folder, 'package.json'), '{ "private": true }')
  const run = promisify(execFile)
  try {
    await run('npm', ['install', '--no-audit', '--no-fund', '--loglevel=error', PACKAGE], { cwd: folder, timeout: 180_000 })
  } catch {
    return undefined
  }
  // The package has no program for every platform that npm installs it on.
  try {
    await run(join(folder, 'node_modules/.bin/supabase'), ['--version'], { cwd: folder, timeout: 60_000 })
  } catch {
    return undefined
  }
  cpSync(PROJECTS.product, join(folder, 'supabase'), { recursive: true })
  return (parameters, env) =>
    run(join(folder, 'node_modules/.bin/supabase'), parameters, {
      cwd: folder,
      env: { PATH: process.env['PATH'], HOME: folder, ...env },
      timeout: 60_000,
    }).then(
      ({ stdout, stderr }) => stdout + stderr,
      (error: { stdout?: string; stderr?: string }) => `${error.stdout ?? ''}${error.stderr ?? ''}`,
    )
}

async function readConfig(cli: Cli): Promise<Row> {
  const output = await cli(['db', 'lint', `--remote=${NOWHERE}`])
  const complaints = output.split('\n').filter((line) => COMPLAINT.test(line))
  const isRead = output.includes('failed to connect to postgres') && complaints.length === 0
  return { what: READS, result: isRead ? 'passed' : 'FAILED', measured: isRead ? 'no complaint' : (complaints[0] ?? output.trim()) }
}

/** Against a small management API whose project has the hook on: the CLI may change other settings, but must not mention the hook. */
async function pushConfig(cli: Cli): Promise<Row> {
  const api = await startManagementApi()
  try {
    const profile = join(temporaryFolder(), 'profile.yaml')
    writeFileSync(profile, `name: local\napi_url: ${api.url}\ndashboard_url: ${api.url}\nproject_host: 127.0.0.1\n`)
    const env = { SUPABASE_PROFILE: profile, SUPABASE_ACCESS_TOKEN: `sbp_${'0'.repeat(40)}` }
    const output = await cli(['config', 'push', `--remote=${PROJECT_REF}`, '--yes'], env)
    const changed = api.authChanges()
    const hooks = changed.filter((name) => name.startsWith('hook_'))
    const isLeftAlone = changed.length > 0 && hooks.length === 0
    const measured = isLeftAlone ? `${changed.length} other settings pushed` : hooks.join(', ') || output.trim()
    return { what: PUSHES, result: isLeftAlone ? 'passed' : 'FAILED', measured }
  } finally {
    await api.stop()
  }
}

// Lets the official CLI read and push supabase/config.toml and repair a migration history. The CLI has 140 MB, so it is installed only for
// this run, if the registry is reachable.
import { execFile } from 'node:child_process'
import { cpSync, writeFileSync } from 'node:fs'
import { type AddressInfo, connect, createServer } from 'node:net'
import { join } from 'node:path'
import { promisify } from 'node:util'
import pg from 'pg'
import { readBaseline } from '../../server/postgres/baseline.ts'
import { withDatabase } from '../../server/postgres/connection.ts'
import { readMigrations } from '../../server/postgres/migrations.ts'
import { PROJECTS, startTestCluster, temporaryFolder } from '../../server/testing/cluster.ts'
import { PROJECT_REF, startManagementApi } from './management-api.ts'
import type { Row } from './steps.ts'

const PACKAGE = 'supabase@3.1.0'
const READS = `the Supabase CLI (npm ${PACKAGE}) reads config.toml without any variable set`
const PUSHES = 'after `config push` the Send Email hook is still on'
const REPAIRS = '`migration repair` replaces the history from before the baseline'
/** Nothing listens at this address: the CLI reads the configuration before it connects. */
const NOWHERE = 'postgres://postgres@127.0.0.1:1/nothing'
const COMPLAINT = /invalid|deprecated|unset|unknown|decod/i

type Cli = (parameters: string[], env?: NodeJS.ProcessEnv) => Promise<string>

export async function tryCli(): Promise<Row[]> {
  const cli = await installCli()
  if (!cli)
    return [READS, PUSHES, REPAIRS].map((what) => ({ what, result: 'left out', measured: 'it cannot be installed or started here' }))
  return [await readConfig(cli), await pushConfig(cli), await repairHistory(cli)]
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
  // npm installs the package even on platforms for which it has no program.
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

/** Pushes to a stand-in whose project has the hook on. The CLI may change other settings but must not mention the hook. */
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

/** Follows docs/hosted-supabase.md, on a local database. */
async function repairHistory(cli: Cli): Promise<Row> {
  const folder = join(PROJECTS.product, 'migrations')
  const { replaces = {}, through = '' } = readBaseline(folder) ?? {}
  const old = Object.keys(replaces)
  const fresh = readMigrations(folder).flatMap(({ version }) => (version <= through ? [version] : []))
  const cluster = await startTestCluster()
  const database = withDatabase(cluster.url, cluster.templates.product)
  const client = new pg.Client({ connectionString: database })
  const door = createServer((socket) => {
    const postgres = connect(join(decodeURIComponent(new URL(cluster.url).hostname), '.s.PGSQL.5432'))
    socket.pipe(postgres).pipe(socket)
    for (const each of [socket, postgres]) each.on('error', () => {})
  })
  try {
    await client.connect()
    await client.query('delete from supabase_migrations.schema_migrations')
    await client.query('insert into supabase_migrations.schema_migrations (version) select unnest($1::text[])', [old])
    await new Promise<void>((resolve) => door.listen(0, '127.0.0.1', resolve))
    const url = new URL(database)
    const remote = `--remote=postgres://${url.username}:${url.password}@127.0.0.1:${(door.address() as AddressInfo).port}${url.pathname}?sslmode=disable`
    const outputs = [
      await cli(['migration', 'repair', remote, '--status', 'reverted', ...old]),
      await cli(['migration', 'repair', remote, '--status', 'applied', ...fresh]),
    ]
    const { rows } = await client.query<{ version: string }>('select version from supabase_migrations.schema_migrations order by version')
    const isRepaired = rows.map(({ version }) => version).join() === fresh.join()
    const measured = isRepaired ? `${old.length} versions became ${fresh.length}` : outputs.join('\n').trim()
    return { what: REPAIRS, result: isRepaired ? 'passed' : 'FAILED', measured }
  } finally {
    await client.end()
    door.close()
    await cluster.stop()
  }
}

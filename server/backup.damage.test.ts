// Missing files during a backup, and restoring damaged backups.
import { execFileSync } from 'node:child_process'
import {
  chmodSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  truncateSync,
  utimesSync,
  writeFileSync,
} from 'node:fs'
import { dirname, join } from 'node:path'
import pg from 'pg'
import { expect, onTestFinished, test } from 'vitest'
import { packFolder } from './backup/archive.ts'
import { listContents } from './backup/contents.ts'
import { backupSamples, recordBackup } from './backup/last-backup.ts'
import { writeManifest } from './backup/manifest.ts'
import { makeBackup } from './backup.ts'
import { readConfig } from './config.ts'
import { runningClusterUrl } from './postgres/cluster.ts'
import { restoreBackup } from './restore.ts'
import { PROJECTS, temporaryFolder } from './testing/cluster.ts'
import { freePort, startWhole } from './testing/server.ts'

const FOLDER = temporaryFolder()
const A = 'objects/aa/aaaa'
const B = 'objects/bb/bbbb'

/** Creates a backup without a database: two stored files and a key. `change` runs after the checksums were taken. */
async function aBackup({ change = () => {}, hasChecksums = true }: { change?: (folder: string) => void; hasChecksums?: boolean } = {}) {
  const folder = caseFolder()
  const staging = join(folder, 'staging')
  for (const path of [A, B, 'keys.json']) write(join(staging, path), `bytes of ${path} `.repeat(5000))
  const contents = await listContents(staging)
  change(staging)
  const files = { count: 2, missing: 0 }
  await writeManifest(staging, {
    format: 1,
    madeAt: '2026-11-01T00:00:00Z',
    database: undefined,
    files,
    ...(hasChecksums ? { contents } : {}),
  })
  const file = join(folder, 'site.tar.gz')
  await packFolder(staging, readdirSync(staging).toSorted().toReversed(), file)
  const config = readConfig({ DATA_DIR: join(folder, 'data'), NODE_ENV: 'test' })
  return {
    file,
    dataDir: config.dataDir,
    restore: (options?: { acceptDamage: boolean }) => restoreBackup(config, PROJECTS.sample, file, options),
  }
}

function caseFolder() {
  const folder = mkdtempSync(join(FOLDER, 'case-'))
  chmodSync(folder, 0o711)
  return folder
}

function write(path: string, text: string) {
  mkdirSync(dirname(path), { recursive: true })
  writeFileSync(path, text)
}

test('an undamaged backup is restored without a note about damage', async () => {
  const { restore, dataDir } = await aBackup()
  expect(await restore()).toMatchObject({ files: 2, notes: ['The backup holds no database: it was made with DATABASE_URL.'] })
  expect(readFileSync(join(dataDir, 'storage', A), 'utf8')).toContain(A)
})

const DAMAGE: { what: string; change: (folder: string) => void; said: string; files: number }[] = [
  { what: 'a missing file', change: (folder) => rmSync(join(folder, A)), said: `Missing: ${A}.`, files: 1 },
  {
    what: 'no folder of stored files',
    change: (folder) => rmSync(join(folder, 'objects'), { recursive: true }),
    said: `Missing: ${A}, ${B}.`,
    files: 0,
  },
  {
    what: 'an additional file',
    change: (folder) => write(join(folder, 'objects/cc/cccc'), 'x'),
    said: 'Not part of the backup: objects/cc/cccc.',
    files: 2,
  },
  {
    what: 'a changed byte',
    change: (folder) => writeFileSync(join(folder, B), readFileSync(join(folder, B), 'utf8').replace('bytes', 'bites')),
    said: `Not as it was written: ${B}.`,
    files: 2,
  },
]

test.for(DAMAGE)('a backup with $what is refused, but the rest can be restored on request', async ({ change, said, files }) => {
  const { restore, file, dataDir } = await aBackup({ change })
  await expect(restore()).rejects.toThrow(
    new Error(`${file} is damaged. ${said} Use another backup, or restore what is left of this one with --accept-damage.`),
  )
  expect(readdirSync(dataDir)).toEqual([])
  const report = await restore({ acceptDamage: true })
  expect(report.files).toBe(files)
  expect(report.notes).toContain(said)
  expect(existsSync(join(dataDir, 'keys.json'))).toBe(true)
  expect(existsSync(join(dataDir, 'storage/objects/cc/cccc'))).toBe(false)
})

test('a truncated backup is refused with one sentence, but the part before the end can be restored on request', async () => {
  const { restore, file, dataDir } = await aBackup()
  truncateSync(file, statSync(file).size - 100)
  await expect(restore()).rejects.toThrow(/^\S+ is damaged or is no backup \([^\n:]+\)\. Use another backup, or .*--accept-damage\.$/)
  expect(readdirSync(dataDir)).toEqual([])
  const { notes } = await restore({ acceptDamage: true })
  expect(notes.join('\n')).toMatch(/^The file is damaged \(.*\)\.$/m)
})

test('a file that is not a backup is refused with one sentence and leaves nothing behind', async () => {
  const { restore, file, dataDir } = await aBackup()
  writeFileSync(file, 'not an archive')
  await expect(restore()).rejects.toThrow(/^\S+ is damaged or is no backup \([^\n]+\)\..*$/)
  await expect(restore({ acceptDamage: true })).rejects.toThrow('This file is not a backup: it holds no manifest.json.')
  expect(readdirSync(dataDir)).toEqual([])
})

test('a backup of an older release without checksums is restored with a note, and its files are counted', async () => {
  const whole = await aBackup({ hasChecksums: false })
  expect((await whole.restore()).notes).toContain(
    'An older release made the backup, without checksums: only its rows and files were counted.',
  )
  const partial = await aBackup({ hasChecksums: false, change: (folder) => rmSync(join(folder, A)) })
  await expect(partial.restore()).rejects.toThrow('is damaged. Missing: 1 of 2 stored files.')
})

test('metrics report the age of the last backup with the database, and nothing before the first one', async () => {
  const dataDir = caseFolder()
  expect(await backupSamples(dataDir)).toEqual([])
  await makeBackup({ dataDir, databaseUrl: 'postgres://elsewhere', s3: undefined }, join(dataDir, 'keys.tar.gz'))
  expect(await backupSamples(dataDir)).toEqual([])
  await recordBackup(dataDir, 2)
  const [age, lost] = await backupSamples(dataDir)
  expect(age?.value).toBeGreaterThanOrEqual(0)
  expect(age?.value).toBeLessThan(60)
  expect(lost?.value).toBe(2)
})

test('a second backup to the same file is refused while the first is being written', async () => {
  const folder = caseFolder()
  write(join(folder, 'staging/manifest.json'), '{}')
  const file = join(folder, 'site.tar.gz')
  const attempts = await Promise.allSettled([1, 2].map(() => packFolder(join(folder, 'staging'), ['manifest.json'], file)))
  expect(attempts.filter(({ status }) => status === 'fulfilled')).toHaveLength(1)
  expect(execFileSync('tar', ['--list', '--gzip', `--file=${file}`], { encoding: 'utf8' })).toBe('manifest.json\n')
  expect(readdirSync(folder).toSorted()).toEqual(['site.tar.gz', 'staging'])
  // A killed backup does not block later ones.
  write(`${file}.unfinished`, 'a part')
  await expect(packFolder(join(folder, 'staging'), ['manifest.json'], file)).rejects.toThrow('another backup is being written')
  utimesSync(`${file}.unfinished`, 0, 0)
  await packFolder(join(folder, 'staging'), ['manifest.json'], file)
  expect(readdirSync(folder).toSorted()).toEqual(['site.tar.gz', 'staging'])
})

test('lost files are distinguished from deleted ones, and the intact part of damaged rows is restored', {
  tags: 'long',
  timeout: 120_000,
}, async () => {
  const folder = caseFolder()
  const dataDir = join(folder, 'data')
  const METRICS_TOKEN = 'a-token-of-the-operator'
  const server = await startWhole(dataDir, await freePort(), PROJECTS.sample, { METRICS_TOKEN })
  onTestFinished(server.stop)
  const service = server.client(server.keys.secret)
  const admin = new pg.Client({ connectionString: runningClusterUrl(join(dataDir, 'postgres')) })
  await admin.connect()
  const pathOf = async (name: string) => {
    const { rows } = await admin.query<{ version: string }>('select version from storage.objects where name = $1', [name])
    return join('storage/objects', rows[0]?.version.slice(0, 2) ?? '', rows[0]?.version ?? '')
  }
  await service.storage.createBucket('backup', { public: false })
  for (const name of ['kept.txt', 'lost.txt', 'deleted.txt']) await service.storage.from('backup').upload(name, new Blob([name]))
  const { data: ada } = await server.client().auth.signUp({ email: 'ada@example.test', password: 'Correct1Horse!' })
  for (const body of ['one', 'two', 'three']) await service.from('notes').insert({ owner_id: ada.user?.id ?? '', body })
  const lost = await pathOf('lost.txt')
  rmSync(join(dataDir, lost))

  // The backup has taken its snapshot before it waits for this lock.
  await admin.query('begin; lock table storage.objects in access exclusive mode')
  const damaged = join(folder, 'damaged.tar.gz')
  const making = makeBackup(server.config, damaged)
  await expect
    .poll(async () => (await admin.query("select from pg_locks where not granted and relation = 'storage.objects'::regclass")).rowCount)
    .toBe(1)
  rmSync(join(dataDir, await pathOf('deleted.txt')))
  await admin.query("set local session_replication_role = replica; delete from storage.objects where name = 'deleted.txt'; commit")
  const report = await making
  expect(report).toMatchObject({
    files: 1,
    lostFiles: [lost],
    notes: [
      `The backup is incomplete: files had been lost before it was made: ${lost}.`,
      'Deleted while the backup was made, and not in it: 1 of the stored files.',
    ],
  })

  const scrape = await fetch(`${server.config.siteUrl}/metrics`, { headers: { authorization: `Bearer ${METRICS_TOKEN}` } })
  const text = await scrape.text()
  expect(text).toMatch(/^backup_age_seconds \d/m)
  expect(text).toMatch(/^backup_lost_files 1$/m)

  // Runs two backups at once: first next to the server, later without it, when each starts a database or uses the other's.
  const pair = (name: string) => Promise.all([1, 2].map((n) => makeBackup(server.config, join(folder, `${name}-${n}.tar.gz`))))
  const stale = join(dataDir, 'backup-stale')
  mkdirSync(stale)
  utimesSync(stale, 0, 0)
  expect((await pair('running')).map(({ files }) => files)).toEqual([1, 1])
  await admin.end()
  await server.stop()
  expect((await pair('stopped')).map(({ files }) => files)).toEqual([1, 1])
  expect(readdirSync(dataDir).filter((name) => name.startsWith('backup-'))).toEqual([])

  const restored = join(folder, 'restored')
  const config = { ...server.config, dataDir: restored }
  expect((await restoreBackup(config, PROJECTS.sample, damaged)).notes).toEqual([
    `Files that had been lost before the backup was made are missing: ${lost}.`,
  ])
  rmSync(restored, { recursive: true })

  // The last row is truncated.
  const unpacked = join(folder, 'unpacked')
  mkdirSync(unpacked)
  execFileSync('tar', ['--extract', '--gzip', `--file=${damaged}`, `--directory=${unpacked}`])
  const notes = join(unpacked, 'tables/public.notes.jsonl')
  truncateSync(notes, statSync(notes).size - 5)
  await packFolder(unpacked, readdirSync(unpacked), damaged)
  await expect(restoreBackup(config, PROJECTS.sample, damaged)).rejects.toThrow('Not as it was written: tables/public.notes.jsonl.')
  expect(readdirSync(restored)).toEqual([])
  const { rows, notes: said } = await restoreBackup(config, PROJECTS.sample, damaged, { acceptDamage: true })
  expect(rows).toBe(report.rows - 1)
  expect(said).toContain('public.notes has 2 rows instead of 3.')
})

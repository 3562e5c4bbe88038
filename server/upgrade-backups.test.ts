import { execFileSync } from 'node:child_process'
import { mkdirSync, readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { pino } from 'pino'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { temporaryFolder } from './testing/cluster.ts'
import { freshDatabase, type TestDatabase } from './testing/database.ts'
import { createUpgradeBackups } from './upgrade-backups.ts'

let db: TestDatabase
let dataDir: string
beforeEach(async () => {
  db = await freshDatabase('sample')
  dataDir = join(temporaryFolder(), 'data')
  mkdirSync(dataDir)
  writeFileSync(join(dataDir, 'keys.json'), '{"of":"this folder"}')
})
afterEach(() => db.drop())

const quiet = pino({ level: 'silent' })
const backups = () => readdirSync(join(dataDir, 'backups-before-upgrade')).filter((name) => name.endsWith('.tar.gz'))
const works = async () => {}
const fails = () => Promise.reject(new Error('Migration 3_x.sql failed: no such thing'))
const upgradeFrom = (version: string, upgrade = works) =>
  createUpgradeBackups({ dataDir, databaseUrl: undefined }, quiet)({ url: db.url, version }, upgrade)

test('rows and keys are saved before the upgrade begins, readable by the owner only', async () => {
  let seen: string[] = []
  await upgradeFrom('20260101000500', async () => void (seen = backups()))
  expect(seen).toEqual([expect.stringMatching(/^\d{4}-\d\d-\d\dT\d{6}-20260101000500\.tar\.gz$/)])
  const file = join(dataDir, 'backups-before-upgrade', seen[0] ?? '')
  expect(statSync(file).mode & 0o777).toBe(0o600)
  const members = execFileSync('tar', ['--list', '--gzip', `--file=${file}`], { encoding: 'utf8' }).split('\n')
  expect(members).toEqual(expect.arrayContaining(['manifest.json', 'keys.json', 'tables/public.notes.jsonl', 'tables/auth.users.jsonl']))
  expect(members.filter((name) => name.startsWith('objects'))).toEqual([])
  expect(readdirSync(dataDir).toSorted()).toEqual(['backups-before-upgrade', 'keys.json'])
})

test('only the newest three backups are kept', async () => {
  for (const version of ['1', '2', '3', '4']) await upgradeFrom(version)
  expect(
    backups()
      .map((name) => name.replace(/^.*-/, ''))
      .toSorted(),
  ).toEqual(['2.tar.gz', '3.tar.gz', '4.tar.gz'])
})

test('an upgrade is refused if the disk is too small for its backup, with the required and available bytes', async () => {
  let isUpgraded = false
  const around = createUpgradeBackups({ dataDir, databaseUrl: undefined }, quiet, async () => 1_000_000)
  await expect(around({ url: db.url, version: '1' }, async () => void (isUpgraded = true))).rejects.toThrow(
    /^The disk of \S+ has too little room for the backup before the upgrade: about [\d,]+ bytes are needed and 1,000,000 bytes are free; free some and try again\.$/,
  )
  expect(isUpgraded).toBe(false)
  expect(backups()).toEqual([])
  expect(readdirSync(dataDir).toSorted()).toEqual(['backups-before-upgrade', 'keys.json'])
})

test('later attempts after a failed upgrade name and keep the backup that the old release can restore', async () => {
  await expect(upgradeFrom('1', fails)).rejects.toThrow(
    /^Migration 3_x.sql failed: no such thing\. The rows as they were before the upgrade are in \S+-1\.tar\.gz; docs\/operations\.md says how to go back\.$/,
  )
  // The failed upgrade reached version 2. A supervisor retries repeatedly.
  for (let attempt = 1; attempt <= 5; attempt++) await expect(upgradeFrom('2', fails)).rejects.toThrow(/-1\.tar\.gz; docs/)
  expect(backups()).toHaveLength(1)
  await upgradeFrom('2')
  // The next upgrade gets a new backup.
  await expect(upgradeFrom('4', fails)).rejects.toThrow(/-4\.tar\.gz; docs/)
})

test('an attempt after one that changed nothing makes a new backup, because the old release may have run in between', async () => {
  await expect(upgradeFrom('1', fails)).rejects.toThrow('failed')
  const [first = ''] = backups()
  writeFileSync(join(dataDir, 'backups-before-upgrade', first), 'old')
  await upgradeFrom('1')
  expect(backups().some((name) => readFileSync(join(dataDir, 'backups-before-upgrade', name), 'utf8') !== 'old')).toBe(true)
})

test('with DATABASE_URL no backup is made, which is logged', async () => {
  const lines: string[] = []
  const log = pino({}, { write: (line: string) => void lines.push(line) })
  let isUpgraded = false
  await createUpgradeBackups({ dataDir, databaseUrl: db.url }, log)({ url: db.url, version: '1' }, async () => void (isUpgraded = true))
  expect(isUpgraded).toBe(true)
  expect(lines).toEqual([expect.stringContaining('without a backup; make one with pg_dump')])
  expect(readdirSync(dataDir)).toEqual(['keys.json'])
})

// `npm run backup`: writes database, stored files and keys to one file, while the server runs. The format is logical, so that newer
// releases and newer PostgreSQL versions can read it.

import { existsSync } from 'node:fs'
import { copyFile, link, mkdir, mkdtemp, readdir, rm, stat } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import pg from 'pg'
import { packFolder } from './backup/archive.ts'
import { listContents, listed } from './backup/contents.ts'
import { recordBackup } from './backup/last-backup.ts'
import { MANIFEST_FILE, type Manifest, rowsFile, writeManifest } from './backup/manifest.ts'
import { explainFullDisk, freeBytesOf, requireSpace } from './backup/space.ts'
import { listSequences, listTables, measureTables, prepareSession, writeRows } from './backup/tables.ts'
import type { Config } from './config.ts'
import { runningClusterUrl, startCluster } from './postgres/cluster.ts'
import { type FolderLock, lockFolder } from './postgres/folder-lock.ts'
import { PREPARING } from './postgres/start.ts'

export const KEY_FILES = ['keys.json', 'signing-key.json']
// Ordered so that a truncated file has lost stored files before rows, and rows before keys.
const MEMBERS = [MANIFEST_FILE, ...KEY_FILES, 'tables', 'objects']
const STAGING = 'backup-'
const START_TIMEOUT_MS = 30_000
const START_CHECK_MS = 100
const STALE_STAGING_MS = 24 * 60 * 60 * 1000

export interface BackupReport {
  rows: number
  files: number
  /** Paths in the data folder of stored files that were already lost. If there are any, the backup is incomplete. */
  lostFiles: string[]
  /** One sentence each. */
  notes: string[]
}

type Settings = Pick<Config, 'dataDir' | 'databaseUrl' | 's3'>
type Staged = Omit<Manifest, 'format' | 'madeAt' | 'contents'>

export async function makeBackup(config: Settings, file: string): Promise<BackupReport> {
  if (existsSync(file)) throw new Error(`${file} exists already; name another file.`)
  if (!existsSync(config.dataDir)) throw new Error(`There is no data folder at ${config.dataDir}; set DATA_DIR.`)
  await mkdir(dirname(file), { recursive: true, mode: 0o700 })
  const {
    database,
    files,
    lostFiles = [],
  } = await writeArchive(config.dataDir, file, (staging) => (config.databaseUrl ? nothingStaged : stageRunningDatabase(config, staging)))
  // A backup without a database does not count as a backup of the site.
  if (database) await recordBackup(config.dataDir, lostFiles.length)
  return {
    rows: countRows(database),
    files: files?.count ?? 0,
    lostFiles,
    notes: notesOn(config, { deleted: (files?.missing ?? 0) - lostFiles.length, lostFiles }),
  }
}

const nothingStaged: Staged = { database: undefined, files: undefined }

function notesOn(config: Settings, { deleted, lostFiles }: { deleted: number; lostFiles: string[] }) {
  return [
    ...(lostFiles.length ? [`The backup is incomplete: files had been lost before it was made: ${listed(lostFiles)}.`] : []),
    ...(config.databaseUrl ? ['The database of DATABASE_URL and its stored files are not in it: back that server up with pg_dump.'] : []),
    ...(config.s3 ? [`The files in the S3 bucket ${config.s3.bucket} are not in it: keep versions of the bucket.`] : []),
    ...(deleted ? [`Deleted while the backup was made, and not in it: ${deleted} of the stored files.`] : []),
  ]
}

const countRows = (database: Manifest['database']) => database?.tables.reduce((sum, { rows }) => sum + rows, 0) ?? 0

/** Backs up the rows and keys of a database without the stored files, if there is enough space. Returns the number of rows. */
export async function backUpRows(dataDir: string, { url, file, free }: { url: string; file: string; free: number }) {
  const { database } = await writeArchive(dataDir, file, async (staging) => {
    const client = await connect(() => url)
    try {
      await client.query('begin isolation level repeatable read read only')
      // Twice, as text and packed.
      const needed = 2 * (await measureTables(client, await listTables(client)))
      requireSpace('the backup before the upgrade', dataDir, { needed, free })
      return { database: await stageRows(client, staging), files: undefined, rowsOnly: true }
    } finally {
      await client.end()
    }
  })
  return countRows(database)
}

async function writeArchive(dataDir: string, file: string, stage: (staging: string) => Promise<Staged> | Staged) {
  await removeStaleStaging(dataDir)
  // Inside the data folder, so that it is as private as the original, and on the same file system, so that files can be linked instead of
  // copied.
  const staging = await mkdtemp(join(dataDir, STAGING))
  try {
    const staged = await stage(staging)
    for (const name of KEY_FILES) {
      if (existsSync(join(dataDir, name))) await copyFile(join(dataDir, name), join(staging, name))
    }
    const contents = await listContents(staging)
    await writeManifest(staging, { format: 1, madeAt: new Date().toISOString(), ...staged, contents })
    const members = MEMBERS.filter((name) => existsSync(join(staging, name)))
    await packFolder(staging, members, file)
    return staged
  } catch (error) {
    throw explainFullDisk(error, dataDir)
  } finally {
    await rm(staging, { recursive: true, force: true })
  }
}

// A killed backup leaves its folder behind, with links that keep deleted files on the disk.
async function removeStaleStaging(dataDir: string) {
  for (const name of await readdir(dataDir)) {
    if (!name.startsWith(STAGING)) continue
    const path = join(dataDir, name)
    const { mtimeMs } = await stat(path).catch(() => ({ mtimeMs: Infinity }))
    if (Date.now() - mtimeMs > STALE_STAGING_MS) await rm(path, { recursive: true, force: true })
  }
}

async function stageRunningDatabase(config: Settings, staging: string): Promise<Staged> {
  const { client, stop } = await reachCluster(config.dataDir)
  try {
    // Waits for a starting server's migrations, because a table that changes in the meantime could appear empty.
    await client.query(`select pg_advisory_lock_shared(${PREPARING})`)
    // All reads use the same snapshot.
    await client.query('begin isolation level repeatable read read only')
    // Links are created first and quickly, because files may be deleted at any time.
    const links = config.s3 ? undefined : await linkFiles(client, config.dataDir, staging)
    const needed = await measureTables(client, await listTables(client))
    requireSpace('a backup', config.dataDir, { needed, free: await freeBytesOf(config.dataDir) })
    const database = await stageRows(client, staging)
    await client.query('commit')
    if (!links) return { database, files: undefined }
    const lostFiles = await findLost(client, links.missing)
    return { database, files: { count: links.count, missing: links.missing.length }, lostFiles }
  } finally {
    await stop()
  }
}

/** Connects to the database of the running server, or starts it temporarily. */
async function reachCluster(dataDir: string) {
  const folder = join(dataDir, 'postgres')
  for (const givesUpAt = Date.now() + START_TIMEOUT_MS; ; await sleep(START_CHECK_MS)) {
    const lock = await lockFolder(dataDir).catch(() => undefined)
    if (lock) return startForBackup(folder, lock)
    // While a server starts or stops, it holds the lock without a running database.
    const client = await connect(() => runningClusterUrl(folder)).catch(() => undefined)
    if (client) return { client, stop: () => client.end() }
    if (Date.now() > givesUpAt) throw new Error('The server is starting or stopping; make the backup when it runs or has stopped.')
  }
}

async function startForBackup(folder: string, lock: FolderLock) {
  const cluster = await startCluster({ folder })
  const client = await connect(() => cluster.url)
  return {
    client,
    async stop() {
      // Another backup may be using this database, so this waits until the lock is free.
      await client.query(`select pg_advisory_unlock_all(); select pg_advisory_lock(${PREPARING})`).catch(() => {})
      await client.end()
      await cluster.stop()
      await lock.release()
    },
  }
}

async function connect(url: () => string) {
  const client = new pg.Client({ connectionString: url(), application_name: 'backup' })
  // The next query reports a lost connection.
  client.on('error', () => {})
  await client.connect()
  await prepareSession(client)
  return client
}

async function stageRows(client: pg.Client, staging: string): Promise<NonNullable<Manifest['database']>> {
  await mkdir(join(staging, 'tables'), { mode: 0o700 })
  const tables = []
  for (const table of await listTables(client)) {
    tables.push({ ...table, rows: await writeRows(client, table, rowsFile(staging, table)) })
  }
  const { rows } = await client.query<{ version: string }>('select version from supabase_migrations.schema_migrations order by version')
  return { migrations: rows.map(({ version }) => version), tables, sequences: await listSequences(client) }
}

// Links only files that have a row in this snapshot. A link keeps a file that is deleted later.
async function linkFiles(client: pg.Client, dataDir: string, staging: string) {
  const { rows } = await client.query<{ version: string }>('select version from storage.objects where version is not null')
  await mkdir(join(staging, 'objects'), { mode: 0o700 })
  const missing: string[] = []
  for (const { version } of rows) {
    const path = join('objects', version.slice(0, 2), version)
    await mkdir(dirname(join(staging, path)), { recursive: true, mode: 0o700 })
    await link(join(dataDir, 'storage', path), join(staging, path)).catch((error: NodeJS.ErrnoException) => {
      if (error.code !== 'ENOENT') throw error
      missing.push(version)
    })
  }
  return { count: rows.length - missing.length, missing }
}

/** Returns the missing files whose rows still exist. The others were deleted in the meantime, because a row is deleted before its file. */
async function findLost(client: pg.Client, missing: string[]) {
  const { rows } = await client.query<{ version: string }>('select version from storage.objects where version = any ($1)', [missing])
  return rows.map(({ version }) => join('storage/objects', version.slice(0, 2), version)).toSorted()
}

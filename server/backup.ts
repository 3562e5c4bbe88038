// `npm run backup`: database, stored files and keys in one file, while the server runs. Logical, so that a newer PostgreSQL and a
// newer release can read it.

import { existsSync } from 'node:fs'
import { copyFile, link, mkdir, mkdtemp, rm } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import pg from 'pg'
import { packFolder } from './backup/archive.ts'
import { type Manifest, rowsFile, writeManifest } from './backup/manifest.ts'
import { listSequences, listTables, prepareSession, writeRows } from './backup/tables.ts'
import type { Config } from './config.ts'
import { runningClusterUrl, startCluster } from './postgres/cluster.ts'
import { lockFolder } from './postgres/folder-lock.ts'

export const KEY_FILES = ['keys.json', 'signing-key.json']

export interface BackupReport {
  rows: number
  files: number
  /** One sentence each. */
  leftOut: string[]
}

type Settings = Pick<Config, 'dataDir' | 'databaseUrl' | 's3'>

export async function makeBackup(config: Settings, file: string): Promise<BackupReport> {
  if (existsSync(file)) throw new Error(`${file} exists already; name another file.`)
  if (!existsSync(config.dataDir)) throw new Error(`There is no data folder at ${config.dataDir}; set DATA_DIR.`)
  await mkdir(dirname(file), { recursive: true, mode: 0o700 })
  // Inside the data folder: as private as what is copied, and on the same file system, so that files are linked rather than copied.
  const staging = await mkdtemp(join(config.dataDir, 'backup-'))
  try {
    const database = config.databaseUrl ? undefined : await stageDatabase(config, staging)
    await stageKeys(config.dataDir, staging)
    await writeManifest(staging, { format: 1, madeAt: new Date().toISOString(), database: database?.manifest, files: database?.files })
    await packFolder(staging, file)
    return {
      rows: database?.manifest.tables.reduce((sum, { rows }) => sum + rows, 0) ?? 0,
      files: database?.files?.count ?? 0,
      leftOut: leftOutOf(config, database?.files?.missing ?? 0),
    }
  } finally {
    await rm(staging, { recursive: true, force: true })
  }
}

function leftOutOf(config: Settings, missing: number) {
  return [
    ...(config.databaseUrl ? ['The database of DATABASE_URL and its stored files are not in it: back that server up with pg_dump.'] : []),
    ...(config.s3 ? [`The files in the S3 bucket ${config.s3.bucket} are not in it: keep versions of the bucket.`] : []),
    ...(missing ? [`${missing} files were deleted while the backup was made and are not in it.`] : []),
  ]
}

async function stageDatabase(config: Settings, staging: string) {
  await mkdir(join(staging, 'tables'), { mode: 0o700 })
  const { url, stop } = await reachCluster(config.dataDir)
  const client = new pg.Client({ connectionString: url, application_name: 'backup' })
  try {
    await client.connect()
    await prepareSession(client)
    // One moment for everything.
    await client.query('begin isolation level repeatable read read only')
    const tables = []
    for (const table of await listTables(client)) {
      tables.push({ ...table, rows: await writeRows(client, table, rowsFile(staging, table)) })
    }
    const { rows } = await client.query<{ version: string }>('select version from supabase_migrations.schema_migrations order by version')
    const manifest: NonNullable<Manifest['database']> = {
      migrations: rows.map(({ version }) => version),
      tables,
      sequences: await listSequences(client),
    }
    const files = config.s3 ? undefined : await stageFiles(client, config.dataDir, staging)
    await client.query('commit')
    return { manifest, files }
  } finally {
    await client.end()
    await stop()
  }
}

/** The database of the running server, or started for the occasion. */
async function reachCluster(dataDir: string) {
  const folder = join(dataDir, 'postgres')
  const lock = await lockFolder(dataDir).catch(() => undefined)
  if (!lock) return { url: runningClusterUrl(folder), stop: async () => {} }
  const cluster = await startCluster({ folder })
  return {
    url: cluster.url,
    async stop() {
      await cluster.stop()
      await lock.release()
    },
  }
}

// Only files that this moment of the database knows. Linked, so that one deleted meanwhile is still whole.
async function stageFiles(client: pg.Client, dataDir: string, staging: string) {
  const { rows } = await client.query<{ version: string }>('select version from storage.objects where version is not null')
  let missing = 0
  for (const { version } of rows) {
    const path = join(version.slice(0, 2), version)
    const to = join(staging, 'objects', path)
    await mkdir(dirname(to), { recursive: true, mode: 0o700 })
    await link(join(dataDir, 'storage/objects', path), to).catch((error: NodeJS.ErrnoException) => {
      if (error.code !== 'ENOENT') throw error
      missing++
    })
  }
  return { count: rows.length - missing, missing }
}

async function stageKeys(dataDir: string, staging: string) {
  for (const name of KEY_FILES) {
    if (existsSync(join(dataDir, name))) await copyFile(join(dataDir, name), join(staging, name))
  }
}

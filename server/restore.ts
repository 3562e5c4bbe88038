// `npm run restore`: a backup into an empty data folder, brought up to this release.
import { existsSync } from 'node:fs'
import { chmod, mkdir, mkdtemp, readdir, rename, rm } from 'node:fs/promises'
import { join } from 'node:path'
import pg from 'pg'
import { unpackFolder } from './backup/archive.ts'
import { type Manifest, readManifest, rowsFile } from './backup/manifest.ts'
import { listTables, nameOf, prepareSession, readRows } from './backup/tables.ts'
import { KEY_FILES } from './backup.ts'
import type { Config } from './config.ts'
import { startCluster } from './postgres/cluster.ts'
import { lockFolder } from './postgres/folder-lock.ts'
import { migrate, readMigrations } from './postgres/migrations.ts'
import { applyPlatform, ensureLogins } from './postgres/platform.ts'

export interface RestoreReport {
  madeAt: string
  rows: number
  files: number
  leftOut: string[]
}

type Settings = Pick<Config, 'dataDir' | 'databaseUrl' | 's3'>

/** `project` is a standard `supabase/` folder. */
export async function restoreBackup(config: Settings, project: string, file: string): Promise<RestoreReport> {
  if (!existsSync(file)) throw new Error(`There is no file ${file}.`)
  if (config.databaseUrl) throw new Error('DATABASE_URL is set: a backup is restored into the embedded database only; unset it.')
  if (existsSync(config.dataDir) && (await readdir(config.dataDir)).length > 0) {
    throw new Error(`The data folder ${config.dataDir} is not empty; a backup is restored into an empty one only. Set DATA_DIR to another.`)
  }
  await mkdir(config.dataDir, { recursive: true, mode: 0o711 })
  const lock = await lockFolder(config.dataDir)
  const staging = await mkdtemp(join(config.dataDir, 'restore-'))
  try {
    await unpackFolder(file, staging)
    const manifest = await readManifest(staging)
    const rows = manifest.database ? await loadDatabase(config.dataDir, project, staging, manifest.database) : 0
    await moveFiles(config.dataDir, staging)
    await rm(staging, { recursive: true, force: true })
    return { madeAt: manifest.madeAt, rows, files: manifest.files?.count ?? 0, leftOut: leftOutOf(manifest) }
  } catch (error) {
    // The folder is as empty as before, so that the next attempt is not refused.
    for (const name of await readdir(config.dataDir)) await rm(join(config.dataDir, name), { recursive: true, force: true })
    throw error
  } finally {
    await lock.release()
  }
}

function leftOutOf(manifest: Manifest) {
  return [
    ...(manifest.database ? [] : ['The backup holds no database: it was made with DATABASE_URL.']),
    ...(manifest.files ? [] : ['The backup holds no stored files: they are in S3 or beside another database.']),
  ]
}

async function loadDatabase(dataDir: string, project: string, staging: string, database: NonNullable<Manifest['database']>) {
  const folder = join(project, 'migrations')
  const known = new Set(readMigrations(folder).map(({ version }) => version))
  const unknown = database.migrations.find((version) => !known.has(version))
  if (unknown)
    throw new Error(
      `The backup has migration ${unknown}, which this release does not know; restore it with the release that made it, or a newer one.`,
    )

  const cluster = await startCluster({ folder: join(dataDir, 'postgres') })
  const admin = new pg.Client({ connectionString: cluster.url, application_name: 'restore' })
  try {
    await admin.connect()
    await prepareSession(admin)
    const role = await applyPlatform(admin)
    await ensureLogins(admin, cluster.url)
    // The schema as it was at the backup, then its rows, then what this release has changed since.
    await migrate(admin, { folder, role, upTo: database.migrations.at(-1) ?? '' })
    const rows = await loadRows(admin, staging, database)
    await migrate(admin, { folder, role })
    await admin.query('analyze')
    return rows
  } finally {
    await admin.end()
    await cluster.stop()
  }
}

async function loadRows(admin: pg.Client, staging: string, { tables, sequences }: NonNullable<Manifest['database']>) {
  await admin.query('begin')
  // No trigger and no foreign key acts on rows that were right when they were saved. Other constraints still hold.
  await admin.query('set local session_replication_role = replica')
  // Cascade: tables that are left out of backups and refer to these hold nothing in a database this new.
  await admin.query(`truncate ${(await listTables(admin)).map(nameOf).join(', ')} cascade`)
  let rows = 0
  for (const table of tables) {
    const loaded = await readRows(admin, table, rowsFile(staging, table))
    if (loaded !== table.rows)
      throw new Error(`The backup is damaged: ${table.schema}.${table.name} has ${loaded} rows instead of ${table.rows}.`)
    rows += loaded
  }
  for (const { schema, name, value } of sequences) {
    await admin.query('select setval(to_regclass($1), $2)', [nameOf({ schema, name }), value])
  }
  await admin.query('commit')
  return rows
}

async function moveFiles(dataDir: string, staging: string) {
  for (const name of KEY_FILES) {
    if (!existsSync(join(staging, name))) continue
    await chmod(join(staging, name), 0o600)
    await rename(join(staging, name), join(dataDir, name))
  }
  if (!existsSync(join(staging, 'objects'))) return
  await mkdir(join(dataDir, 'storage'), { mode: 0o700 })
  await rename(join(staging, 'objects'), join(dataDir, 'storage/objects'))
}

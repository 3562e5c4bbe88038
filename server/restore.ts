// `npm run restore`: restores a backup into an empty data folder and upgrades it to this release.
import { existsSync } from 'node:fs'
import { chmod, mkdir, mkdtemp, readdir, rename, rm } from 'node:fs/promises'
import { join } from 'node:path'
import pg from 'pg'
import { unpackFolder } from './backup/archive.ts'
import { type Damage, findDamage, listed } from './backup/contents.ts'
import { type Manifest, readManifest, rowsFile } from './backup/manifest.ts'
import { explainFullDisk } from './backup/space.ts'
import { listTables, nameOf, prepareSession, readRows } from './backup/tables.ts'
import { KEY_FILES } from './backup.ts'
import type { Config } from './config.ts'
import { isReplaced, readBaseline } from './postgres/baseline.ts'
import { startCluster } from './postgres/cluster.ts'
import { lockFolder } from './postgres/folder-lock.ts'
import { migrate, readMigrations } from './postgres/migrations.ts'
import { applyPlatform, ensureLogins } from './postgres/platform.ts'

export interface RestoreReport {
  madeAt: string
  rows: number
  files: number
  /** One sentence each. */
  notes: string[]
}

type Settings = Pick<Config, 'dataDir' | 'databaseUrl' | 's3'>

interface Options {
  /** Restores the intact part of a damaged backup. */
  acceptDamage?: boolean
}

/** `project` is a standard `supabase/` folder. */
export async function restoreBackup(
  config: Settings,
  project: string,
  file: string,
  { acceptDamage = false }: Options = {},
): Promise<RestoreReport> {
  if (!existsSync(file)) throw new Error(`There is no file ${file}.`)
  if (config.databaseUrl) throw new Error('DATABASE_URL is set: a backup is restored into the embedded database only; unset it.')
  if (existsSync(config.dataDir) && (await readdir(config.dataDir)).length > 0) {
    throw new Error(`The data folder ${config.dataDir} is not empty; a backup is restored into an empty one only. Set DATA_DIR to another.`)
  }
  await mkdir(config.dataDir, { recursive: true, mode: 0o711 })
  const lock = await lockFolder(config.dataDir)
  const staging = await mkdtemp(join(config.dataDir, 'restore-'))
  try {
    const { manifest, damage } = await unpack(file, staging, acceptDamage)
    const { rows, incomplete } = manifest.database
      ? await loadDatabase(config.dataDir, project, staging, manifest.database, damage.length > 0)
      : { rows: 0, incomplete: [] }
    const files = await moveFiles(config.dataDir, staging)
    await rm(staging, { recursive: true, force: true })
    return { madeAt: manifest.madeAt, rows, files, notes: [...damage, ...incomplete, ...notesOn(manifest, config.dataDir)] }
  } catch (error) {
    // Empties the folder again, so that the next attempt is not refused.
    for (const name of await readdir(config.dataDir)) await rm(join(config.dataDir, name), { recursive: true, force: true })
    throw explainFullDisk(error, config.dataDir)
  } finally {
    await lock.release()
  }
}

/** Returns the damage in sentences, or throws them unless damage is accepted. */
async function unpack(file: string, staging: string, acceptDamage: boolean) {
  const problem = await unpackFolder(file, staging)
  const advice = 'Use another backup, or restore what is left of this one with --accept-damage.'
  if (problem && !acceptDamage) throw new Error(`${file} is damaged or is no backup (${problem}). ${advice}`)
  const manifest = await readManifest(staging)
  const found = await findDamage(staging, manifest)
  if (found && !acceptDamage) throw new Error(`${file} is damaged. ${sentencesOn(found).join(' ')} ${advice}`)
  // No row in the database refers to these files.
  for (const path of found?.extra ?? []) await rm(join(staging, path), { force: true })
  return { manifest, damage: [...(problem ? [`The file is damaged (${problem}).`] : []), ...(found ? sentencesOn(found) : [])] }
}

function sentencesOn({ missing, changed, extra }: Damage) {
  return [
    ...(missing.length ? [`Missing: ${listed(missing)}.`] : []),
    ...(changed.length ? [`Not as it was written: ${listed(changed)}.`] : []),
    ...(extra.length ? [`Not part of the backup: ${listed(extra)}.`] : []),
  ]
}

function notesOn(manifest: Manifest, dataDir: string) {
  const lost = manifest.lostFiles ?? []
  return [
    ...(manifest.database ? [] : ['The backup holds no database: it was made with DATABASE_URL.']),
    ...(manifest.rowsOnly
      ? [`The backup holds rows and keys only: unless S3 keeps the files, move the folder storage of the old data folder to ${dataDir}.`]
      : manifest.files
        ? []
        : ['The backup holds no stored files: they are in S3 or beside another database.']),
    ...(lost.length ? [`Files that had been lost before the backup was made are missing: ${listed(lost)}.`] : []),
    ...(manifest.contents ? [] : ['An older release made the backup, without checksums: only its rows and files were counted.']),
  ]
}

async function loadDatabase(
  dataDir: string,
  project: string,
  staging: string,
  database: NonNullable<Manifest['database']>,
  isDamaged: boolean,
) {
  const folder = join(project, 'migrations')
  const upTo = schemaOf(folder, database.migrations)
  const cluster = await startCluster({ folder: join(dataDir, 'postgres') })
  // If PostgreSQL's user cannot access the folder, its cluster is elsewhere, and remains when the folder is moved or emptied.
  if (!cluster.isNew) {
    await cluster.stop()
    throw new Error(`There is already a database at ${cluster.home}; move that folder away first.`)
  }
  try {
    const loaded = await fillDatabase(cluster.url, { folder, upTo }, staging, database, isDamaged)
    await cluster.stop()
    return loaded
  } catch (error) {
    await cluster.stop()
    await rm(cluster.home, { recursive: true, force: true })
    throw error
  }
}

/** Returns the version up to which the migrations in `folder` create the schema of these versions. */
function schemaOf(folder: string, versions: string[]) {
  const baseline = readBaseline(folder)
  const advice = 'Restore it with commit <commit>, start that once, then this release.'
  if (baseline && isReplaced(baseline, versions, { subject: 'The backup', advice })) return baseline.through
  const known = new Set(readMigrations(folder).map(({ version }) => version))
  const unknown = versions.find((version) => !known.has(version))
  if (unknown)
    throw new Error(
      `The backup has migration ${unknown}, which this release does not know; restore it with the release that made it, or a newer one.`,
    )
  return versions.at(-1) ?? ''
}

async function fillDatabase(
  url: string,
  { folder, upTo }: { folder: string; upTo: string },
  staging: string,
  database: NonNullable<Manifest['database']>,
  isDamaged: boolean,
) {
  const admin = new pg.Client({ connectionString: url, application_name: 'restore' })
  try {
    await admin.connect()
    await prepareSession(admin)
    const role = await applyPlatform(admin)
    await ensureLogins(admin, url)
    // Creates the schema as of the backup, inserts its rows, and then applies the later migrations of this release.
    await migrate(admin, { folder, role, upTo })
    const loaded = await loadRows(admin, staging, database, isDamaged)
    await migrate(admin, { folder, role })
    await admin.query('analyze')
    return loaded
  } finally {
    await admin.end()
  }
}

async function loadRows(admin: pg.Client, staging: string, { tables, sequences }: NonNullable<Manifest['database']>, isDamaged: boolean) {
  await admin.query('begin')
  // Disables triggers and foreign keys, because the rows were valid when they were saved. Other constraints still apply.
  await admin.query('set local session_replication_role = replica')
  // Cascades to tables that are not in backups and reference these. They are empty in a new database.
  await admin.query(`truncate ${(await listTables(admin)).map(nameOf).join(', ')} cascade`)
  let rows = 0
  const incomplete = []
  for (const table of tables) {
    const loaded = await readRows(admin, table, rowsFile(staging, table), { isDamaged })
    if (loaded !== table.rows) incomplete.push(`${table.schema}.${table.name} has ${loaded} rows instead of ${table.rows}.`)
    rows += loaded
  }
  if (incomplete.length && !isDamaged) throw new Error(`The backup is damaged: ${incomplete.join(' ')}`)
  for (const { schema, name, value } of sequences) {
    await admin.query('select setval(to_regclass($1), $2)', [nameOf({ schema, name }), value])
  }
  await admin.query('commit')
  return { rows, incomplete }
}

/** Returns the number of stored files. */
async function moveFiles(dataDir: string, staging: string) {
  for (const name of KEY_FILES) {
    if (!existsSync(join(staging, name))) continue
    await chmod(join(staging, name), 0o600)
    await rename(join(staging, name), join(dataDir, name))
  }
  if (!existsSync(join(staging, 'objects'))) return 0
  await mkdir(join(dataDir, 'storage'), { mode: 0o700 })
  await rename(join(staging, 'objects'), join(dataDir, 'storage/objects'))
  const entries = await readdir(join(dataDir, 'storage/objects'), { recursive: true, withFileTypes: true })
  return entries.filter((entry) => entry.isFile()).length
}

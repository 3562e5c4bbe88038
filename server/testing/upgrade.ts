// Creates a database of an older release with data, and migrates it as a starting server does.
import { copyFileSync, mkdirSync } from 'node:fs'
import { join } from 'node:path'
import pg from 'pg'
import { readBaseline, readFingerprint } from '../postgres/baseline.ts'
import { readMigrations } from '../postgres/migrations.ts'
import { prepareDatabase } from '../postgres/start.ts'
import { PROJECTS, type ProjectName, temporaryFolder } from './cluster.ts'
import { emptyDatabase, type Session, superuser, type TestDatabase } from './database.ts'

/** Applies the migrations up to `release`, lets `fill` write rows as the superuser, then applies all later ones. */
export async function upgradeDatabase(
  project: ProjectName,
  { release, fill }: { release: string; fill: (db: Session) => Promise<unknown> },
): Promise<TestDatabase> {
  const db = await databaseAt(project, release)
  try {
    await db.keep(superuser, fill)
    await upgrade(db, project)
    return db
  } catch (error) {
    await db.drop()
    throw error
  }
}

/** Creates a database with the migrations up to `release`. */
export async function databaseAt(project: ProjectName, release: string): Promise<TestDatabase> {
  const db = await emptyDatabase()
  try {
    await prepareDatabase({ url: db.url, project: projectAt(project, release), seeded: false, production: false })
    return db
  } catch (error) {
    await db.drop()
    throw error
  }
}

/** Upgrades the database as a start of the current release does. */
export const upgrade = (db: TestDatabase, project: ProjectName) =>
  prepareDatabase({ url: db.url, project: PROJECTS[project], seeded: false, production: false })

export const migrationsOf = (project: ProjectName) => readMigrations(join(PROJECTS[project], 'migrations'))

export function baselineOf(project: ProjectName) {
  const baseline = readBaseline(join(PROJECTS[project], 'migrations'))
  if (!baseline) throw new Error(`The project ${project} has no baseline.`)
  return baseline
}

export async function fingerprintOf(db: TestDatabase, project: ProjectName) {
  const client = new pg.Client({ connectionString: db.url })
  await client.connect()
  try {
    return await readFingerprint(client, join(PROJECTS[project], 'migrations'))
  } finally {
    await client.end()
  }
}

function projectAt(project: ProjectName, release: string) {
  const folder = temporaryFolder()
  mkdirSync(join(folder, 'migrations'))
  for (const { version, file } of migrationsOf(project)) {
    if (version <= release) copyFileSync(join(PROJECTS[project], 'migrations', file), join(folder, 'migrations', file))
  }
  return folder
}

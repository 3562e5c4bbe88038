// Creates a database of an older release with data in it, and migrates it as a server does when it starts.
import { copyFileSync, mkdirSync } from 'node:fs'
import { join } from 'node:path'
import { readMigrations } from '../postgres/migrations.ts'
import { prepareDatabase } from '../postgres/start.ts'
import { PROJECTS, type ProjectName, temporaryFolder } from './cluster.ts'
import { emptyDatabase, type Session, superuser, type TestDatabase } from './database.ts'

/** Applies the migrations up to `release`, lets `fill` write rows as the superuser, then applies all later ones. */
export async function upgradeDatabase(
  project: ProjectName,
  { release, fill }: { release: string; fill: (db: Session) => Promise<unknown> },
): Promise<TestDatabase> {
  const db = await emptyDatabase()
  try {
    await prepareDatabase({ url: db.url, project: projectAt(project, release), seeded: false, production: false })
    await db.keep(superuser, fill)
    await prepareDatabase({ url: db.url, project: PROJECTS[project], seeded: false, production: false })
    return db
  } catch (error) {
    await db.drop()
    throw error
  }
}

function projectAt(project: ProjectName, release: string) {
  const folder = temporaryFolder()
  const [from, to] = [PROJECTS[project], folder].map((root) => join(root, 'migrations')) as [string, string]
  mkdirSync(to)
  for (const { version, file } of readMigrations(from)) {
    if (version <= release) copyFileSync(join(from, file), join(to, file))
  }
  return folder
}

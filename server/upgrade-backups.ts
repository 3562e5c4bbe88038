// Backs up the rows of an embedded database before a new release changes it, so that the old release can be restored.
import { existsSync } from 'node:fs'
import { mkdir, readdir, readFile, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { Logger } from 'pino'
import { freeBytesOf } from './backup/space.ts'
import { backUpRows } from './backup.ts'
import type { Config } from './config.ts'
import type { AroundUpgrade } from './postgres/start.ts'

const FOLDER = 'backups-before-upgrade'
const KEPT = 3
// Contains the name of the backup of an unfinished upgrade.
const UNFINISHED = 'unfinished-upgrade'
const BACKUP_NAME = /^\S+-(?<version>\d+)\.tar\.gz$/

type Settings = Pick<Config, 'dataDir' | 'databaseUrl'>

export function createUpgradeBackups({ dataDir, databaseUrl }: Settings, log: Logger, freeBytes = freeBytesOf): AroundUpgrade {
  if (databaseUrl)
    return (_, upgrade) => {
      log.warn('the database of DATABASE_URL is upgraded without a backup; make one with pg_dump before you start a new release')
      return upgrade()
    }

  const folder = join(dataDir, FOLDER)
  const marker = join(folder, UNFINISHED)
  return async ({ url, version }, upgrade) => {
    await mkdir(folder, { recursive: true, mode: 0o700 })
    const file = (await findUnfinished(folder, version)) ?? (await makeOne(url, version))
    try {
      await upgrade()
    } catch (error) {
      const reason = error instanceof Error ? error.message : String(error)
      throw new Error(
        `${reason.replace(/\.?$/, '.')} The rows as they were before the upgrade are in ${file}; docs/operations.md says how to go back.`,
        {
          cause: error,
        },
      )
    }
    await rm(marker, { force: true })
  }

  async function makeOne(url: string, version: string) {
    await removeAll(
      folder,
      (await readdir(folder)).filter((name) => name.endsWith('.unfinished')),
    )
    const name = `${new Date().toISOString().slice(0, 19).replaceAll(':', '')}-${version}.tar.gz`
    const file = join(folder, name)
    const rows = await backUpRows(dataDir, { url, file, free: await freeBytes(dataDir) })
    log.info({ rows, file }, 'the rows were backed up before the upgrade')
    await writeFile(marker, name, { mode: 0o600 })
    const all = (await readdir(folder)).filter((entry) => BACKUP_NAME.test(entry)).toSorted()
    await removeAll(folder, all.slice(0, -KEPT))
    return file
  }
}

/**
 * Returns the backup of an earlier attempt that applied some migrations and then failed. No server has served the database since, and the
 * old release can restore only that backup. If nothing was applied, the old release may have written rows since.
 */
async function findUnfinished(folder: string, version: string) {
  const name = await readFile(join(folder, UNFINISHED), 'utf8').catch(() => '')
  const before = BACKUP_NAME.exec(name)?.groups?.['version']
  return before !== undefined && before < version && existsSync(join(folder, name)) ? join(folder, name) : undefined
}

async function removeAll(folder: string, names: string[]) {
  for (const name of names) await rm(join(folder, name), { force: true })
}

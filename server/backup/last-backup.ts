// Records when the last backup of a data folder was made, for alerts.
import { readFile, rename, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { Sample } from '../metrics.ts'

const FILE = 'last-backup.json'

interface LastBackup {
  madeAt: string
  lostFiles: number
}

/** World-readable, because a different user may run the backups. */
export async function recordBackup(dataDir: string, lostFiles: number) {
  const last: LastBackup = { madeAt: new Date().toISOString(), lostFiles }
  const unfinished = join(dataDir, `${FILE}.${process.pid}`)
  await writeFile(unfinished, JSON.stringify(last), { mode: 0o644 })
  await rename(unfinished, join(dataDir, FILE))
}

/** Returns no samples before the first backup. */
export async function backupSamples(dataDir: string): Promise<Sample[]> {
  const text = await readFile(join(dataDir, FILE), 'utf8').catch(() => undefined)
  if (text === undefined) return []
  const { madeAt, lostFiles } = JSON.parse(text) as LastBackup
  return [
    { name: 'backup_age_seconds', help: 'Since the last backup was complete.', value: (Date.now() - Date.parse(madeAt)) / 1000 },
    { name: 'backup_lost_files', help: 'Stored files that the last backup did not find.', value: lostFiles },
  ]
}

// `npm run restore -- file`: restores a backup into an empty DATA_DIR.
import { join, resolve } from 'node:path'
import { readConfig } from '../server/config.ts'
import { restoreBackup } from '../server/restore.ts'

try {
  const [, , file] = process.argv
  if (!file) throw new Error('Which backup? npm run restore -- backups/….tar.gz')
  const config = readConfig(process.env)
  const { madeAt, rows, files, leftOut } = await restoreBackup(config, join(import.meta.dirname, '../supabase'), resolve(file))
  process.stdout.write([`${rows} rows and ${files} files of ${madeAt} are in ${config.dataDir}.`, ...leftOut, ''].join('\n'))
} catch (error) {
  process.stderr.write(`${error instanceof Error ? error.message : String(error)}\n`)
  process.exitCode = 1
}

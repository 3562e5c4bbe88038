// `npm run backup [-- file]`: saves database, stored files and keys in one file, also while the server runs.
import { resolve } from 'node:path'
import { makeBackup } from '../server/backup.ts'
import { readConfig } from '../server/config.ts'

try {
  const file = resolve(process.argv[2] ?? `backups/${new Date().toISOString().slice(0, 19).replaceAll(':', '')}.tar.gz`)
  const { rows, files, lostFiles, notes } = await makeBackup(readConfig(process.env), file)
  const lines = [
    `${rows} rows, ${files} files and the keys are in ${file}. Whoever reads it reads everything: keep it encrypted.`,
    ...notes,
  ]
  process.stdout.write(`${lines.join('\n')}\n`)
  if (lostFiles.length) process.exitCode = 1
} catch (error) {
  process.stderr.write(`${error instanceof Error ? error.message : String(error)}\n`)
  process.exitCode = 1
}

// `npm run restore -- file [--accept-damage]`: restores a backup into an empty DATA_DIR.
import { join, resolve } from 'node:path'
import { parseArgs } from 'node:util'
import { readConfig } from '../server/config.ts'
import { restoreBackup } from '../server/restore.ts'

try {
  const { values, positionals } = parseArgs({ options: { 'accept-damage': { type: 'boolean' } }, allowPositionals: true })
  const [file] = positionals
  if (!file) throw new Error('Which backup? npm run restore -- backups/….tar.gz')
  const config = readConfig(process.env)
  const project = join(import.meta.dirname, '../supabase')
  const options = { acceptDamage: values['accept-damage'] ?? false }
  const { madeAt, rows, files, notes } = await restoreBackup(config, project, resolve(file), options)
  process.stdout.write([`${rows} rows and ${files} files of ${madeAt} are in ${config.dataDir}.`, ...notes, ''].join('\n'))
} catch (error) {
  process.stderr.write(`${error instanceof Error ? error.message : String(error)}\n`)
  process.exitCode = 1
}

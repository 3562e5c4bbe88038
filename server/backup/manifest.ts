// The description that a backup carries.
import { readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { Sequence, Table } from './tables.ts'

export interface Manifest {
  format: 1
  madeAt: string
  /** Absent where the database was not ours to back up. */
  database: { migrations: string[]; tables: (Table & { rows: number })[]; sequences: Sequence[] } | undefined
  /** Stored files; absent where S3 keeps them. */
  files: { count: number; missing: number } | undefined
}

export async function writeManifest(folder: string, manifest: Manifest) {
  await writeFile(join(folder, 'manifest.json'), JSON.stringify(manifest, null, 2), { mode: 0o600 })
}

export async function readManifest(folder: string): Promise<Manifest> {
  const manifest = JSON.parse(
    await readFile(join(folder, 'manifest.json'), 'utf8').catch(() => {
      throw new Error('This file is not a backup: it holds no manifest.json.')
    }),
  ) as Manifest
  if (manifest.format !== 1)
    throw new Error(`This backup has format ${String(manifest.format)}, which this release does not know; use a newer one.`)
  return manifest
}

/** The file that holds the rows of a table. */
export const rowsFile = (folder: string, { schema, name }: { schema: string; name: string }) =>
  join(folder, 'tables', `${schema}.${name}.jsonl`)

// The manifest of a backup.
import { readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { Sequence, Table } from './tables.ts'

export const MANIFEST_FILE = 'manifest.json'

export interface Content {
  path: string
  bytes: number
  sha256: string
}

export interface Manifest {
  format: 1
  madeAt: string
  /** Absent if the database is not embedded. */
  database: { migrations: string[]; tables: (Table & { rows: number })[]; sequences: Sequence[] } | undefined
  /** Stored files. Absent if S3 keeps them, and in a backup of rows only. `missing` counts rows whose file is not in the backup. */
  files: { count: number; missing: number } | undefined
  /** Stored files that were already lost before the backup. If there are any, the backup is incomplete. Older releases did not check. */
  lostFiles?: string[]
  /** Whether the stored files are not part of the backup. */
  rowsOnly?: boolean
  /** All other files of the backup. Older releases recorded none. */
  contents?: Content[]
}

export async function writeManifest(folder: string, manifest: Manifest) {
  await writeFile(join(folder, MANIFEST_FILE), JSON.stringify(manifest, null, 2), { mode: 0o600 })
}

export async function readManifest(folder: string): Promise<Manifest> {
  const manifest = parse(
    await readFile(join(folder, MANIFEST_FILE), 'utf8').catch(() => {
      throw new Error('This file is not a backup: it holds no manifest.json.')
    }),
  )
  if (manifest.format !== 1)
    throw new Error(`This backup has format ${String(manifest.format)}, which this release does not know; use a newer one.`)
  return manifest
}

function parse(text: string) {
  try {
    return JSON.parse(text) as Manifest
  } catch {
    throw new Error('The backup is damaged beyond use: its manifest.json cannot be read.')
  }
}

/** The path of the file with a table's rows. */
export const rowsFile = (folder: string, { schema, name }: { schema: string; name: string }) =>
  join(folder, 'tables', `${schema}.${name}.jsonl`)

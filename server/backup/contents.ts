// Records the files of a backup with size and checksum, and compares an unpacked backup with them.
import { createHash } from 'node:crypto'
import { createReadStream } from 'node:fs'
import { lstat, readdir } from 'node:fs/promises'
import { join } from 'node:path'
import { pipeline } from 'node:stream/promises'
import { type Content, MANIFEST_FILE, type Manifest } from './manifest.ts'

const MAX_LISTED = 20

export interface Damage {
  missing: string[]
  changed: string[]
  /** Files that the manifest does not list. */
  extra: string[]
}

export async function listContents(folder: string): Promise<Content[]> {
  const contents = []
  for (const path of await listFiles(folder)) contents.push(await describe(folder, path))
  return contents
}

/** Returns undefined if the backup is undamaged. Without checksums only the number of stored files is compared. */
export async function findDamage(folder: string, { contents, files }: Manifest): Promise<Damage | undefined> {
  const found = await listFiles(folder)
  if (!contents) {
    const lost = (files?.count ?? 0) - found.filter(isStoredFile).length
    return lost > 0 ? { missing: [`${lost} of ${files?.count} stored files`], changed: [], extra: [] } : undefined
  }
  const present = new Set(found)
  const expected = new Set(contents.map(({ path }) => path))
  const changed = []
  for (const content of contents.filter(({ path }) => present.has(path))) {
    const { bytes, sha256 } = await describe(folder, content.path)
    if (bytes !== content.bytes || sha256 !== content.sha256) changed.push(content.path)
  }
  const missing = contents.map(({ path }) => path).filter((path) => !present.has(path))
  const extra = found.filter((path) => !expected.has(path))
  return missing.length + changed.length + extra.length > 0 ? { missing, changed, extra } : undefined
}

const isStoredFile = (path: string) => path.startsWith('objects/')

/** Formats names for a sentence. */
export function listed(names: string[]) {
  const more = names.length - MAX_LISTED
  return [...names.slice(0, MAX_LISTED), ...(more > 0 ? [`and ${more} more`] : [])].join(', ')
}

/** Lists all files except the manifest, by their path in the folder. */
async function listFiles(folder: string) {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true })
  return entries
    .filter((entry) => !entry.isDirectory())
    .map((entry) => join(entry.parentPath, entry.name).slice(folder.length + 1))
    .filter((path) => path !== MANIFEST_FILE)
    .toSorted()
}

async function describe(folder: string, path: string): Promise<Content> {
  const status = await lstat(join(folder, path))
  const hash = createHash('sha256')
  // A link could lead anywhere, so it is not followed and gets no checksum.
  if (status.isFile()) await pipeline(createReadStream(join(folder, path)), hash)
  return { path, bytes: status.size, sha256: hash.digest('hex') }
}

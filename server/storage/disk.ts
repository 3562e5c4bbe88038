// Stores bytes in a folder. The server generates the version that names each file, so that no client-supplied name reaches the disk.
import { constants, createReadStream } from 'node:fs'
import { copyFile, mkdir, rename, rm, stat } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import type { Readable } from 'node:stream'

export interface Range {
  start: number
  /** The last byte, inclusive. */
  end: number
}

/** A place that stores bytes: a folder, or S3. */
export interface Bytes {
  /** Moves a received file into the store. */
  keep: (version: string, file: string) => Promise<void>
  copy: (version: string, to: string) => Promise<void>
  read: (version: string, range?: Range) => Promise<Readable>
  /** Ignores missing versions. */
  remove: (versions: string[]) => Promise<void>
}

export function createDisk(folder: string): Bytes {
  const pathOf = (version: string) => join(folder, version.slice(0, 2), version)
  async function placeFor(version: string) {
    const path = pathOf(version)
    await mkdir(dirname(path), { recursive: true, mode: 0o700 })
    return path
  }
  return {
    keep: async (version, file) => rename(file, await placeFor(version)),
    copy: async (version, to) => copyFile(pathOf(version), await placeFor(to), constants.COPYFILE_FICLONE),
    async read(version, range) {
      const path = pathOf(version)
      await stat(path)
      return createReadStream(path, range)
    },
    async remove(versions) {
      for (const version of versions) await rm(pathOf(version), { force: true })
    },
  }
}

// Checks disk space, because a backup must not fill the disk of a running server.
import { statfs } from 'node:fs/promises'

/** Kept free for the database and the log. */
const RESERVE_BYTES = 64 * 1024 * 1024

export async function freeBytesOf(folder: string) {
  const { bavail, bsize } = await statfs(folder)
  return bavail * bsize
}

/** Throws an error with both numbers. */
export function requireSpace(purpose: string, folder: string, { needed, free }: { needed: number; free: number }) {
  const wanted = needed + RESERVE_BYTES
  if (free >= wanted) return
  throw new Error(
    `The disk of ${folder} has too little room for ${purpose}: about ${inBytes(wanted)} are needed and ${inBytes(free)} are free; free some and try again.`,
  )
}

export const diskFullError = (path: string) => new Error(`The disk of ${path} is full; no backup was written or restored.`)

/** Returns the same error, or a clear one if the disk was full. */
export function explainFullDisk(error: unknown, path: string) {
  return error instanceof Error && 'code' in error && (error.code === 'ENOSPC' || error.code === 'EDQUOT') ? diskFullError(path) : error
}

const inBytes = (count: number) => `${count.toLocaleString('en')} bytes`

// Resumable uploads in progress. The database has a row for each, so that policies can count them. The received bytes are in a local
// folder, even if S3 stores complete files.
import { mkdir, open, readdir, rm, stat } from 'node:fs/promises'
import { join } from 'node:path'
import type { Identity } from '../identity.ts'
import { type Callers, SERVICE } from './caller.ts'
import { aborted, locked, StorageError, tooLarge } from './errors.ts'
import type { UploadId } from './resumable-headers.ts'

const EXPIRY_HOURS = 24
/** The limits of one user. The secret key has none. */
const MAX_UPLOADS = 20
const MAX_BYTES = 500 * 1024 * 1024
/** How long a newer request waits for an older one, whose connection may be dead, to release the lock. */
const RELEASE_TIMEOUT_MS = 5000
const MAX_SWEPT = 1000

export interface UnfinishedUpload extends UploadId {
  owner: string | undefined
  role: Identity['role']
  length: number
  type: string
  cacheControl: string
  userMetadata: Record<string, unknown>
  /** The Upload-Metadata header of the creation. */
  header: string
  upsert: boolean
}

export interface StoredUpload extends UnfinishedUpload {
  expiresAt: Date
}

interface Row {
  bucket_id: string
  key: string
  version: string
  owner_id: string | null
  in_progress_size: string
  metadata: Pick<UnfinishedUpload, 'role' | 'type' | 'cacheControl' | 'header' | 'upsert'>
  user_metadata: Record<string, unknown>
  expires_at: Date
}

interface Lock {
  isCancelled: boolean
  onCancel: () => void
  released: Promise<void>
}

export type UnfinishedUploads = ReturnType<typeof createUnfinishedUploads>

export function createUnfinishedUploads(folder: string) {
  const pathOf = (version: string) => join(folder, version)
  /** Only one request at a time writes to an upload. */
  const locks = new Map<string, Lock>()

  function cancel(version: string) {
    const lock = locks.get(version)
    if (lock) {
      lock.isCancelled = true
      lock.onCancel()
    }
    return lock
  }

  async function remove(callers: Callers, version: string) {
    await callers.as(SERVICE, 'storage.tidy', (query) => query('delete from storage.s3_multipart_uploads where id = $1', [version]))
    await rm(pathOf(version), { force: true })
  }

  return {
    pathOf,
    remove,

    /**
     * Counts and inserts under a lock, so that concurrent requests cannot exceed the limits together. Replaces the user's earlier upload to
     * the same key, because its URL may have been lost with the response.
     */
    async add(callers: Callers, upload: UnfinishedUpload): Promise<StoredUpload> {
      const { bucket, key, version, owner, role, length, type, cacheControl, userMetadata, header, upsert } = upload
      let replaced: { id: string }[] = []
      const expiresAt = await callers.as(SERVICE, 'storage.tus.upload.create', async (query) => {
        if (role !== 'service_role') {
          await query("select pg_advisory_xact_lock(hashtextextended('unfinished uploads of ' || $1, 0))", [owner ?? role])
          replaced = await query<{ id: string }>(
            'delete from storage.s3_multipart_uploads where bucket_id = $1 and key = $2 and owner_id = $3 returning id',
            [bucket, key, owner ?? null],
          )
          const [found] = await query<{ uploads: string; bytes: string }>(
            `select count(*) as uploads, coalesce(sum(in_progress_size), 0) as bytes from storage.s3_multipart_uploads
             where owner_id is not distinct from $1 and metadata ->> 'role' = $2`,
            [owner ?? null, role],
          )
          if (Number(found?.uploads) >= MAX_UPLOADS || Number(found?.bytes) + length > MAX_BYTES)
            throw new StorageError(429, 'TooManyUploads', 'Too many unfinished uploads')
        }
        const [row] = await query<{ expires_at: Date }>(
          `insert into storage.s3_multipart_uploads
             (id, version, upload_signature, bucket_id, key, owner_id, in_progress_size, metadata, user_metadata)
           values ($1, $1, 'tus', $2, $3, $4, $5, $6, $7)
           returning created_at + make_interval(hours => $8) as expires_at`,
          [
            version,
            bucket,
            key,
            owner ?? null,
            length,
            JSON.stringify({ role, type, cacheControl, header, upsert }),
            JSON.stringify(userMetadata),
            EXPIRY_HOURS,
          ],
        )
        return row?.expires_at ?? new Date()
      })
      for (const { id } of replaced) {
        cancel(id)
        await rm(pathOf(id), { force: true })
      }
      await mkdir(folder, { recursive: true, mode: 0o700 })
      await (await open(pathOf(version), 'wx', 0o600)).close()
      return { ...upload, expiresAt }
    },

    async find(callers: Callers, { bucket, key, version }: UploadId): Promise<StoredUpload | undefined> {
      const [row] = await callers.as(SERVICE, 'storage.tus.upload.get', (query) =>
        query<Row>(
          `select bucket_id, key, version, owner_id, in_progress_size, metadata, user_metadata, created_at + make_interval(hours => $4) as expires_at
           from storage.s3_multipart_uploads where id = $1 and bucket_id = $2 and key = $3`,
          [version, bucket, key, EXPIRY_HOURS],
        ),
      )
      return row && toUpload(row)
    },

    /**
     * Returns the number of received bytes, or undefined if they are on another machine. Never returns the full length: while the upload
     * has a row, the object does not exist yet, but a client that reads the full length would assume it does.
     */
    async offsetOf({ version, length }: StoredUpload): Promise<number | undefined> {
      const found = await stat(pathOf(version)).catch(() => undefined)
      return found && Math.min(found.size, length - 1)
    },

    /** Throws if another request is writing. */
    async withLock<T>(version: string, work: (lock: Lock) => Promise<T>): Promise<T> {
      if (locks.has(version)) throw locked()
      const { promise, resolve } = Promise.withResolvers<void>()
      const lock: Lock = { isCancelled: false, onCancel: () => {}, released: promise }
      locks.set(version, lock)
      try {
        return await work(lock)
      } finally {
        locks.delete(version)
        resolve()
      }
    },

    /** Ends a request that is still writing, because its client has reconnected. */
    async release(version: string) {
      const lock = cancel(version)
      if (!lock) return
      const timeout = Promise.withResolvers<void>()
      const timer = setTimeout(timeout.resolve, RELEASE_TIMEOUT_MS)
      await Promise.race([lock.released, timeout.promise])
      clearTimeout(timer)
      if (locks.has(version)) throw locked()
    },

    /** Writes the request's body at `offset` and returns the new offset. Bytes that arrive before an interruption are kept. */
    async write({ version, length }: StoredUpload, lock: Lock, offset: number, { body }: Request): Promise<number> {
      if (lock.isCancelled) throw locked()
      const reader = body?.getReader()
      lock.onCancel = () => void reader?.cancel().catch(() => {})
      const file = await open(pathOf(version), 'r+')
      let end = offset
      try {
        const read = () =>
          reader?.read().catch(() => {
            throw aborted()
          })
        for (let next = await read(); next && !next.done; next = await read()) {
          if (end + next.value.byteLength > length) {
            await file.truncate(offset)
            throw tooLarge()
          }
          await writeAll(file, next.value, end)
          end += next.value.byteLength
        }
        if (lock.isCancelled) throw locked()
        return end
      } finally {
        await file.datasync()
        await file.close()
        reader?.releaseLock()
      }
    },

    /** Deletes expired uploads, and parts without a row. */
    async sweep(callers: Callers): Promise<number> {
      const parts = await readdir(folder).catch(() => [])
      const rows = await callers.as(SERVICE, 'storage.tidy', (query) =>
        query<{ id: string; is_expired: boolean }>(
          `select id, created_at < now() - make_interval(hours => $2) as is_expired from storage.s3_multipart_uploads
           where id = any ($1) or created_at < now() - make_interval(hours => $2)`,
          [parts, EXPIRY_HOURS],
        ),
      )
      const known = new Set(rows.map(({ id }) => id))
      const expired = rows.filter(({ is_expired }) => is_expired).map(({ id }) => id)
      const removable = [...expired, ...parts.filter((part) => !known.has(part))].filter((version) => !locks.has(version))
      for (const version of removable.slice(0, MAX_SWEPT)) await remove(callers, version)
      return Math.min(removable.length, MAX_SWEPT)
    },
  }
}

async function writeAll(file: Awaited<ReturnType<typeof open>>, bytes: Uint8Array, position: number) {
  for (let written = 0; written < bytes.byteLength; )
    written += (await file.write(bytes, written, bytes.byteLength - written, position + written)).bytesWritten
}

const toUpload = ({ bucket_id, key, version, owner_id, in_progress_size, metadata, user_metadata, expires_at }: Row): StoredUpload => ({
  ...metadata,
  bucket: bucket_id,
  key,
  version,
  owner: owner_id ?? undefined,
  length: Number(in_progress_size),
  userMetadata: user_metadata,
  expiresAt: expires_at,
})

// `/upload/resumable`: TUS 1.0.0, compatible with hosted Supabase. Rights are checked when an upload is created, before every chunk, and
// when the object is created, always with the caller's own token.
import { createHash, randomUUID } from 'node:crypto'
import { createReadStream } from 'node:fs'
import { link, mkdir, rm } from 'node:fs/promises'
import { join } from 'node:path'
import pg from 'pg'
import type { Identity } from '../identity.ts'
import { limitsOf } from './buckets.ts'
import { SERVICE } from './caller.ts'
import type { Context } from './context.ts'
import { noRoute, noSuchUpload, StorageError, tooLarge, toStorageError } from './errors.ts'
import { checkAllowed } from './kinds.ts'
import { put } from './objects.ts'
import {
  bringsChunk,
  CHUNK_TYPE,
  decodeUploadId,
  encodeUploadId,
  lengthIn,
  metadataIn,
  numberIn,
  requireTus,
  TUS_VERSION,
  type UploadId,
} from './resumable-headers.ts'
import type { StoredUpload } from './unfinished-uploads.ts'
import { identityOfGrant, MAX_BYTES, ownerOf, sizeLimitOf, storeReceived } from './uploads.ts'

type Parts = Omit<Context, 'bucket' | 'key'>

const EXTENSIONS = 'creation,creation-with-upload,termination,expiration'
const EXPOSED_HEADERS =
  'location, tus-complete, tus-extension, tus-max-size, tus-resumable, tus-version, upload-expires, upload-length, upload-metadata, upload-offset'
export const TUS_HEADERS = { 'tus-resumable': TUS_VERSION, 'access-control-expose-headers': EXPOSED_HEADERS }
export const TUS_OPTIONS = { 'tus-version': TUS_VERSION, 'tus-extension': EXTENSIONS, 'tus-max-size': String(MAX_BYTES) }
export const TUS_METHODS = 'POST, HEAD, PATCH, DELETE, OPTIONS'

/** `steps` are the path segments after `/upload/resumable`: none, or the id of an upload, preceded by `sign` for signed URLs. */
export async function resumable(parts: Parts, steps: string[], isSigned: boolean): Promise<Response> {
  const { request } = parts
  requireTus(request)
  const [id, ...rest] = steps.filter((step) => step !== '')
  if (rest.length > 0) throw noRoute()
  if (id === undefined) {
    if (request.method !== 'POST') throw noRoute()
    return create(parts, isSigned)
  }
  const address = decodeUploadId(id)
  const { identity } = await callerOf(parts, address, isSigned)
  // Throws if the session has ended.
  await parts.callers.as(identity, 'storage.tus.upload.get', async () => {})
  if (request.method === 'HEAD') return describe(parts, address, identity)
  const upload = await findOwn(parts, address, identity)
  if (request.method === 'PATCH') return append(parts, upload, identity)
  if (request.method === 'DELETE') return terminate(parts, upload)
  throw noRoute()
}

/** Errors of these routes have their real status, because TUS clients use it to decide whether to retry. */
export function tusError(error: unknown): Response | undefined {
  const refused = toStorageError(error)
  if (!refused) return undefined
  const status = refused.status === 499 ? 400 : refused.status
  return new Response(refused.message, { status, headers: { 'cache-control': 'no-store', 'content-type': 'text/plain; charset=utf-8' } })
}

async function callerOf({ request, identity, signatures }: Parts, { bucket, key }: Pick<UploadId, 'bucket' | 'key'>, isSigned: boolean) {
  if (!isSigned) return { identity, upsert: request.headers.get('x-upsert') === 'true' }
  const grant = await signatures.mayUpload(request.headers.get('x-signature'), `${bucket}/${key}`)
  return { identity: identityOfGrant(grant), upsert: grant.upsert }
}

async function create(parts: Parts, isSigned: boolean) {
  const { request, callers, unfinished } = parts
  const length = lengthIn(request)
  const { bucket, key, type, cacheControl, userMetadata, header } = metadataIn(request)
  const { identity, upsert } = await callerOf(parts, { bucket, key }, isSigned)
  const limits = await limitsOf(callers, bucket)
  if (length > sizeLimitOf(limits)) throw tooLarge()
  checkAllowed(type, limits.allowed_mime_types)
  const { role } = identity
  const version = randomUUID()
  const planned = { bucket, key, version, owner: ownerOf(identity), role, length, type, cacheControl, userMetadata, header, upsert }
  await checkRights(parts, planned, identity, 'storage.tus.upload.create')
  const upload = await unfinished.add(callers, planned)
  const location = `/storage/v1/upload/resumable/${isSigned ? 'sign/' : ''}${encodeUploadId(upload)}`
  const isEmpty = length === 0
  if (!isEmpty && !bringsChunk(request)) return answer(201, { location, 'upload-expires': upload.expiresAt.toUTCString() })
  const headers = await unfinished.withLock(version, async (lock) => {
    const offset = isEmpty ? 0 : await unfinished.write(upload, lock, 0, request)
    return progress(parts, upload, identity, offset)
  })
  return answer(201, { location, ...headers })
}

/** Returns the offset of an upload. Also ends a request that is still writing, because a client asks only after it lost its connection. */
async function describe(parts: Parts, address: UploadId, identity: Identity) {
  const { unfinished } = parts
  await findOwnOrComplete(parts, address, identity)
  await unfinished.release(address.version)
  const found = await findOwnOrComplete(parts, address, identity)
  const common = { 'cache-control': 'no-store', 'upload-length': String(found.length) }
  if ('isComplete' in found) return answer(200, { ...common, 'upload-offset': String(found.length), 'tus-complete': '1' })
  const offset = await offsetOf(parts, found)
  return answer(200, {
    ...common,
    'upload-offset': String(offset),
    'upload-metadata': found.header,
    'upload-expires': found.expiresAt.toUTCString(),
  })
}

async function append(parts: Parts, upload: StoredUpload, identity: Identity) {
  const { request, unfinished } = parts
  if (!bringsChunk(request)) throw new StorageError(415, 'InvalidMimeType', `Content-Type must be ${CHUNK_TYPE}`)
  const given = numberIn(request, 'upload-offset')
  return unfinished.withLock(upload.version, async (lock) => {
    const offset = await offsetOf(parts, upload)
    if (given !== offset) throw new StorageError(409, 'InvalidUploadOffset', 'Upload-Offset conflict')
    const declared = Number(request.headers.get('content-length') ?? 0)
    if (offset + declared > upload.length) throw tooLarge()
    await endIfRefused(parts, upload, () => checkRights(parts, upload, identity, 'storage.tus.upload.part'))
    const headers = await progress(parts, upload, identity, await unfinished.write(upload, lock, offset, request))
    return answer(204, headers)
  })
}

async function terminate({ callers, unfinished }: Parts, { version }: StoredUpload) {
  await unfinished.release(version)
  await unfinished.withLock(version, () => unfinished.remove(callers, version))
  return answer(204, {})
}

/** Returns the headers with the progress. Creates the object after the last byte. */
async function progress(parts: Parts, upload: StoredUpload, identity: Identity, offset: number): Promise<Record<string, string>> {
  if (offset < upload.length) return { 'upload-offset': String(offset), 'upload-expires': upload.expiresAt.toUTCString() }
  await endIfRefused(parts, upload, () => complete(parts, upload, identity))
  return { 'upload-offset': String(offset), 'tus-complete': '1' }
}

/**
 * Until the object has its row, the part stays in place under a second name, so that an error or a killed server loses nothing. A trigger
 * on storage.objects deletes the row of the upload in the same transaction.
 */
async function complete(parts: Parts, upload: StoredUpload, identity: Identity) {
  const { callers, unfinished, incoming } = parts
  const { bucket, key, version, owner, upsert, length, type, cacheControl, userMetadata } = upload
  const part = unfinished.pathOf(version)
  const hash = createHash('md5')
  for await (const chunk of createReadStream(part)) hash.update(chunk as Buffer)
  await mkdir(incoming, { recursive: true, mode: 0o700 })
  const file = join(incoming, randomUUID())
  await link(part, file)
  await storeReceived(parts, identity, {
    row: { bucket, key, version, owner, upsert },
    operation: 'storage.tus.upload.part',
    limits: await limitsOf(callers, bucket),
    received: { file, size: length, etag: `"${hash.digest('hex')}"`, type, cacheControl, metadata: userMetadata },
  })
  await rm(part, { force: true })
}

async function checkRights({ callers }: Parts, upload: Omit<StoredUpload, 'expiresAt'>, identity: Identity, operation: string) {
  const { bucket, key, version, owner, upsert, length, type, userMetadata } = upload
  const metadata = { mimetype: type, contentLength: length }
  await callers.try(identity, operation, (query) => put(query, { bucket, key, version, owner, upsert, metadata, userMetadata }))
}

/** Deletes the part of an upload that can no longer succeed. */
async function endIfRefused<T>({ callers, unfinished }: Parts, { version }: StoredUpload, work: () => Promise<T>): Promise<T> {
  try {
    return await work()
  } catch (error) {
    const isRefusal = error instanceof pg.DatabaseError && ['42501', '23503', '23505'].includes(error.code ?? '')
    const isRejected = error instanceof StorageError && [404, 413, 415].includes(error.status)
    if (isRefusal || isRejected) await unfinished.remove(callers, version)
    throw error
  }
}

async function offsetOf({ callers, unfinished }: Parts, upload: StoredUpload) {
  const offset = await unfinished.offsetOf(upload)
  if (offset !== undefined) return offset
  await unfinished.remove(callers, upload.version)
  throw noSuchUpload()
}

const isOwn = (identity: Identity, { owner, role }: { owner: string | undefined; role: Identity['role'] }) =>
  owner === ownerOf(identity) && role === identity.role

/** Anybody but the creator gets a 404. */
async function findOwn({ callers, unfinished }: Parts, address: UploadId, identity: Identity): Promise<StoredUpload> {
  const upload = await unfinished.find(callers, address)
  if (!upload || !isOwn(identity, upload)) throw noSuchUpload()
  if (upload.expiresAt.getTime() < Date.now()) {
    await unfinished.remove(callers, upload.version)
    throw new StorageError(410, 'NoSuchUpload', 'The upload has expired')
  }
  return upload
}

/** A client whose connection broke during the last chunk learns that the upload is complete. */
async function findOwnOrComplete(parts: Parts, address: UploadId, identity: Identity) {
  const { callers } = parts
  const { bucket, key, version } = address
  const [object] = await callers.as(SERVICE, 'storage.tus.upload.get', (query) =>
    query<{ owner_id: string | null; size: number }>(
      "select owner_id, (metadata ->> 'size')::integer as size from storage.objects where bucket_id = $1 and name = $2 and version = $3",
      [bucket, key, version],
    ),
  )
  if (object && (object.owner_id ?? undefined) === ownerOf(identity)) return { isComplete: true, length: object.size }
  return findOwn(parts, address, identity)
}

const answer = (status: number, headers: Record<string, string>) => new Response(null, { status, headers })

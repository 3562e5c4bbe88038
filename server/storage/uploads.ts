// Uploads: checks rights, size and type before the object is created.
import { randomUUID } from 'node:crypto'
import { rm } from 'node:fs/promises'
import type { Identity } from '../identity.ts'
import { type Bucket, limitsOf } from './buckets.ts'
import type { Context, Handle } from './context.ts'
import { checkAllowed, checkBytes } from './kinds.ts'
import { validKey } from './names.ts'
import { metadataOf, type NewObject, put } from './objects.ts'
import { cleanReceived, cleansPictures } from './pictures.ts'
import { type Received, receive } from './receive.ts'
import type { UploadGrant } from './signatures.ts'

/** The limit of hosted Supabase, for buckets without their own. */
export const MAX_BYTES = 50 * 1024 * 1024
export const sizeLimitOf = ({ file_size_limit }: Bucket) => Math.min(file_size_limit ?? MAX_BYTES, MAX_BYTES)
const GRANT_SECONDS = 2 * 3600

export const upload: Handle = (context) =>
  store(context, context.identity, { upsert: context.request.headers.get('x-upsert') === 'true', owner: ownerOf(context.identity) })

export const replace: Handle = (context) => store(context, context.identity, { upsert: true, owner: ownerOf(context.identity) })

export const uploadBySignature: Handle = async (context) => {
  const { signatures, url, bucket, key } = context
  const grant = await signatures.mayUpload(url.searchParams.get('token'), `${bucket}/${key}`)
  return store(context, identityOfGrant(grant), grant)
}

/** The signer of the URL, with their current rights and session. */
export function identityOfGrant({ role, owner, session }: UploadGrant): Identity {
  return { role, claims: { role, ...(owner && { sub: owner }), ...(session && { session_id: session }) }, sessionId: session }
}

export const signUpload: Handle = async ({ callers, identity, bucket, key, request, signatures }) => {
  validKey(key)
  await limitsOf(callers, bucket)
  const { role, sessionId: session } = identity
  const grant = { role, owner: ownerOf(identity), session, upsert: request.headers.get('x-upsert') === 'true' }
  await callers.try(identity, 'storage.object.sign_upload_url', (query) =>
    put(query, { bucket, key, ...grant, version: randomUUID(), metadata: {}, userMetadata: null }),
  )
  const token = await signatures.forUploading(`${bucket}/${key}`, grant, GRANT_SECONDS)
  return Response.json({ url: `/object/upload/sign/${encodePath(bucket, key)}?token=${token}`, token })
}

async function store(context: Context, identity: Identity, { upsert, owner }: { upsert: boolean; owner: string | undefined }) {
  const { callers, request, bucket, key, incoming } = context
  validKey(key)
  const limits = await limitsOf(callers, bucket)
  const operation = upsert ? 'storage.object.upload_update' : 'storage.object.upload'
  const row = { bucket, key, owner, version: randomUUID(), upsert }
  await callers.try(identity, operation, (query) => put(query, { ...row, metadata: {}, userMetadata: null }))
  const received = await receive(request, incoming, sizeLimitOf(limits))
  const id = await storeReceived(context, identity, { row, operation, limits, received })
  return Response.json({ Key: `${bucket}/${key}`, Id: id })
}

interface ReceivedObject {
  row: Omit<NewObject, 'metadata' | 'userMetadata'>
  operation: string
  limits: Bucket
  received: Received
}

/** Checks the bytes, creates the object and returns its id. Deletes the bytes after an error. */
export async function storeReceived(
  { callers, bytes, orphanedObjects }: Pick<Context, 'callers' | 'bytes' | 'orphanedObjects'>,
  identity: Identity,
  { row, operation, limits, received: uploaded }: ReceivedObject,
) {
  const { version } = row
  let received = uploaded
  try {
    checkAllowed(received.type, limits.allowed_mime_types)
    await checkBytes(received.file, received.type, limits.allowed_mime_types)
    if (cleansPictures(limits)) received = await cleanReceived(received)
    await orphanedObjects.add(version)
    await bytes.keep(version, received.file)
  } catch (error) {
    await rm(received.file, { force: true })
    throw error
  }
  try {
    // Rights are checked again, because they may change during a long upload.
    const { id, replaced } = await callers.as(identity, operation, (query) =>
      put(query, { ...row, metadata: metadataOf(received), userMetadata: received.metadata ?? {} }),
    )
    if (replaced) await orphanedObjects.discard([replaced])
    return id
  } catch (error) {
    await orphanedObjects.discard([version])
    throw error
  }
}

export const ownerOf = ({ claims }: Identity) => ('sub' in claims ? claims.sub : undefined)

export const encodePath = (bucket: string, key: string) => [bucket, ...key.split('/')].map(encodeURIComponent).join('/')

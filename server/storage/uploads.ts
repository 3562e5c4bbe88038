// Uploads: checks rights, size and type before the object appears.
import { randomUUID } from 'node:crypto'
import { rm } from 'node:fs/promises'
import type { Identity } from '../identity.ts'
import { type Bucket, limitsOf } from './buckets.ts'
import type { Context, Handle } from './context.ts'
import { checkAllowed, checkBytes } from './kinds.ts'
import { validKey } from './names.ts'
import { metadataOf, put } from './objects.ts'
import { receive } from './receive.ts'

/** The limit of hosted Supabase, for buckets without one of their own. */
const MAX_BYTES = 50 * 1024 * 1024
export const sizeLimitOf = ({ file_size_limit }: Bucket) => Math.min(file_size_limit ?? MAX_BYTES, MAX_BYTES)
const GRANT_SECONDS = 2 * 3600

export const upload: Handle = (context) =>
  store(context, context.identity, { upsert: context.request.headers.get('x-upsert') === 'true', owner: ownerOf(context.identity) })

export const replace: Handle = (context) => store(context, context.identity, { upsert: true, owner: ownerOf(context.identity) })

export const uploadBySignature: Handle = async (context) => {
  const { signatures, url, bucket, key } = context
  const { role, owner, session, upsert } = await signatures.mayUpload(url.searchParams.get('token'), `${bucket}/${key}`)
  const claims = { role, ...(owner && { sub: owner }), ...(session && { session_id: session }) }
  return store(context, { role, claims, sessionId: session }, { upsert, owner })
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

async function store(
  { callers, bytes, orphanedObjects, request, bucket, key, incoming }: Context,
  identity: Identity,
  { upsert, owner }: { upsert: boolean; owner: string | undefined },
) {
  validKey(key)
  const limits = await limitsOf(callers, bucket)
  const version = randomUUID()
  const operation = upsert ? 'storage.object.upload_update' : 'storage.object.upload'
  const row = { bucket, key, owner, version, upsert }
  await callers.try(identity, operation, (query) => put(query, { ...row, metadata: {}, userMetadata: null }))
  const received = await receive(request, incoming, sizeLimitOf(limits))
  try {
    checkAllowed(received.type, limits.allowed_mime_types)
    await checkBytes(received.file, received.type, limits.allowed_mime_types)
    await orphanedObjects.add(version)
    await bytes.keep(version, received.file)
  } catch (error) {
    await rm(received.file, { force: true })
    throw error
  }
  try {
    // Checked again, because rights may have changed during a long upload.
    const { id, replaced } = await callers.as(identity, operation, (query) =>
      put(query, { ...row, metadata: metadataOf(received), userMetadata: received.metadata ?? {} }),
    )
    if (replaced) await orphanedObjects.discard([replaced])
    return Response.json({ Key: `${bucket}/${key}`, Id: id })
  } catch (error) {
    await orphanedObjects.discard([version])
    throw error
  }
}

export const ownerOf = ({ claims }: Identity) => ('sub' in claims ? claims.sub : undefined)

export const encodePath = (bucket: string, key: string) => [bucket, ...key.split('/')].map(encodeURIComponent).join('/')

// Listing, removing, moving and copying.
import { randomUUID } from 'node:crypto'
import type { Identity } from '../identity.ts'
import { withoutSlashesAtEnd } from '../wire.ts'
import { type Bucket, limitsOf } from './buckets.ts'
import type { Handle } from './context.ts'
import { invalid, noSuchKey, tooLarge } from './errors.ts'
import { readObject, text, texts, wholeNumber } from './input.ts'
import { checkAllowed } from './kinds.ts'
import { validKey } from './names.ts'
import { find, put, remove, type Stored } from './objects.ts'
import { cleansPictures } from './pictures.ts'
import { ownerOf, sizeLimitOf } from './uploads.ts'

const SORTABLE = ['name', 'updated_at', 'created_at', 'last_accessed_at']

/** Lists the direct entries of a folder: files, and subfolders, which have no id. */
export const list: Handle = async ({ callers, identity, request, bucket }) => {
  const body = await readObject(request, identity)
  const prefix = withoutSlashesAtEnd(text(body, 'prefix') ?? '')
  const limit = Math.min(wholeNumber(body['limit'], { otherwise: 100 }), 1000)
  const offset = wholeNumber(body['offset'], { otherwise: 0 })
  const sortBy = (body['sortBy'] ?? {}) as Record<string, unknown>
  const [column, order] = [text(sortBy, 'column') ?? 'name', text(sortBy, 'order') ?? 'asc']
  if (!SORTABLE.includes(column) || !['asc', 'desc'].includes(order)) throw invalid('sortBy is not understood')
  await limitsOf(callers, bucket)
  const rows = await callers.as(identity, 'storage.object.list', (query) =>
    query(
      `with inside as (
         select o.*, substr(o.name, length($2) + 1) as rest from storage.objects o where o.bucket_id = $1 and starts_with(o.name, $2)
       ), entries as (
         select split_part(rest, '/', 1) as name, null::uuid as id, null::timestamptz as updated_at, null::timestamptz as created_at,
                null::timestamptz as last_accessed_at, null::jsonb as metadata
         from inside where strpos(rest, '/') > 0 group by 1
         union all
         select rest, id, updated_at, created_at, last_accessed_at, metadata from inside where strpos(rest, '/') = 0
       )
       select * from entries where starts_with(lower(name), lower($3)) order by ${column} ${order}, name limit $4 offset $5`,
      [bucket, prefix && `${prefix}/`, text(body, 'search') ?? '', limit, offset],
    ),
  )
  return Response.json(rows)
}

export const removeMany: Handle = async ({ callers, identity, request, bucket, orphanedObjects }) => {
  const keys = texts(await readObject(request, identity), 'prefixes')
  await limitsOf(callers, bucket)
  const removed = await callers.as(identity, 'storage.object.delete_many', (query) => remove(query, bucket, keys))
  await orphanedObjects.discard(removed.map(({ version }) => version))
  return Response.json(removed)
}

export const removeOne: Handle = async ({ callers, identity, bucket, key, orphanedObjects }) => {
  const removed = await callers.as(identity, 'storage.object.delete', (query) => remove(query, bucket, [key]))
  if (!removed.length) throw noSuchKey()
  await orphanedObjects.discard(removed.map(({ version }) => version))
  return Response.json({ message: 'Successfully deleted' })
}

export const move: Handle = async ({ callers, identity, request }) => {
  const { from, to } = await places(request, identity)
  const limits = await limitsOf(callers, to.bucket)
  mustBeCleaned(from.bucket, limits)
  const [moved] = await callers.as(identity, 'storage.object.move', async (query) => {
    mustFit(await find(query, from.bucket, from.key), limits)
    return query<{ id: string }>(
      'update storage.objects set bucket_id = $3, name = $4, owner = coalesce(auth.uid(), owner), owner_id = coalesce(auth.uid()::text, owner_id) where bucket_id = $1 and name = $2 returning id',
      [from.bucket, from.key, to.bucket, to.key],
    )
  })
  if (!moved) throw noSuchKey()
  return Response.json({ message: 'Successfully moved', Id: moved.id, Key: to.key })
}

export const copy: Handle = async ({ callers, identity, request, bytes, orphanedObjects }) => {
  const { from, to } = await places(request, identity)
  const limits = await limitsOf(callers, to.bucket)
  mustBeCleaned(from.bucket, limits)
  const source = await callers.as(identity, 'storage.object.copy', (query) => find(query, from.bucket, from.key))
  mustFit(source, limits)
  const version = randomUUID()
  const upsert = request.headers.get('x-upsert') === 'true'
  const row = { ...to, owner: ownerOf(identity), version, metadata: source.metadata, userMetadata: source.user_metadata, upsert }
  await callers.try(identity, 'storage.object.copy', (query) => put(query, row))
  await orphanedObjects.add(version)
  await bytes.copy(source.version, version)
  try {
    const { id, replaced } = await callers.as(identity, 'storage.object.copy', (query) => put(query, row))
    if (replaced) await orphanedObjects.discard([replaced])
    return Response.json({ Id: id, Key: `${to.bucket}/${to.key}`, name: to.key, bucket_id: to.bucket, metadata: source.metadata })
  } catch (error) {
    await orphanedObjects.discard([version])
    throw error
  }
}

function mustFit({ metadata }: Stored, limits: Bucket) {
  checkAllowed(metadata.mimetype, limits.allowed_mime_types)
  if (metadata.size > sizeLimitOf(limits)) throw tooLarge()
}

/** Pictures are cleaned at upload, so one from another bucket may still contain metadata such as its location. */
function mustBeCleaned(from: string, to: Bucket) {
  if (from !== to.id && cleansPictures(to)) throw invalid('Pictures of this bucket must be uploaded to it')
}

async function places(request: Request, identity: Identity) {
  const body = await readObject(request, identity)
  const bucket = text(body, 'bucketId') ?? ''
  return {
    from: { bucket, key: text(body, 'sourceKey') ?? '' },
    to: { bucket: text(body, 'destinationBucket') ?? bucket, key: validKey(text(body, 'destinationKey') ?? '') },
  }
}

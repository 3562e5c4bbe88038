// Queries on storage.objects with the caller's rights.
import type { Query } from './caller.ts'
import { noSuchKey } from './errors.ts'
import type { Received } from './receive.ts'

export interface Stored {
  id: string
  name: string
  bucket_id: string
  version: string
  metadata: { size: number; mimetype: string; cacheControl: string; eTag: string; lastModified: string }
  user_metadata: Record<string, unknown> | null
  created_at: Date
  updated_at: Date
}

const COLUMNS = 'id, name, bucket_id, version, metadata, user_metadata, created_at, updated_at'

export async function find(query: Query, bucket: string, key: string): Promise<Stored> {
  const [row] = await query<Stored>(`select ${COLUMNS} from storage.objects where bucket_id = $1 and name = $2`, [bucket, key])
  if (!row) throw noSuchKey()
  return row
}

export interface NewObject {
  bucket: string
  key: string
  owner: string | undefined
  version: string
  metadata: object
  userMetadata: object | null
  upsert: boolean
}

/** Returns the new row's id, and the version that it replaced. */
export async function put(query: Query, { bucket, key, owner, version, metadata, userMetadata, upsert }: NewObject) {
  const [before] = upsert
    ? await query<{ version: string }>('select version from storage.objects where bucket_id = $1 and name = $2 for update', [bucket, key])
    : []
  const conflict = `on conflict (bucket_id, name) do update set version = excluded.version, metadata = excluded.metadata,
    user_metadata = excluded.user_metadata, owner = excluded.owner, owner_id = excluded.owner_id`
  const [row] = await query<{ id: string }>(
    `insert into storage.objects (bucket_id, name, owner, owner_id, version, metadata, user_metadata)
     values ($1, $2, $3::uuid, $3::text, $4, $5, $6) ${upsert ? conflict : ''} returning id`,
    [bucket, key, owner ?? null, version, JSON.stringify(metadata), userMetadata && JSON.stringify(userMetadata)],
  )
  return { id: row?.id ?? '', replaced: before?.version }
}

export const metadataOf = ({ size, etag, type, cacheControl }: Received) => ({
  eTag: etag,
  size,
  mimetype: type,
  cacheControl,
  lastModified: new Date().toISOString(),
  contentLength: size,
  httpStatusCode: 200,
})

/** Only the storage service may delete rows, because it also deletes the bytes. */
export async function remove(query: Query, bucket: string, keys: string[]) {
  await query("select set_config('storage.allow_delete_query', 'true', true)")
  return query<Stored & { owner: string | null }>(
    `delete from storage.objects where bucket_id = $1 and name = any ($2) returning ${COLUMNS}, owner, owner_id, last_accessed_at`,
    [bucket, keys],
  )
}

// `/bucket`: policies decide who may create and change buckets. Without policies only the secret key may.
import { type Callers, SERVICE } from './caller.ts'
import type { Handle } from './context.ts'
import { exists, invalid, noSuchBucket, StorageError } from './errors.ts'
import { readObject, text, wholeNumber } from './input.ts'
import { validBucket } from './names.ts'

export interface Bucket {
  id: string
  public: boolean
  file_size_limit: number | null
  allowed_mime_types: string[] | null
}

const COLUMNS = 'id, name, owner, public, file_size_limit, allowed_mime_types, created_at, updated_at'

/** Returns the limits of a bucket to any caller. The policies on objects decide what the caller may do in it. */
export async function limitsOf(callers: Callers, id: string): Promise<Bucket> {
  const [bucket] = await callers.as(SERVICE, 'storage.bucket.get', (query) =>
    query<Bucket & { file_size_limit: string | null }>(
      'select id, public, file_size_limit, allowed_mime_types from storage.buckets where id = $1',
      [id],
    ),
  )
  if (!bucket) throw noSuchBucket()
  return { ...bucket, file_size_limit: bucket.file_size_limit === null ? null : Number(bucket.file_size_limit) }
}

export const listBuckets: Handle = async ({ callers, identity, url }) => {
  const limit = wholeNumber(url.searchParams.get('limit'), { otherwise: 100 })
  const offset = wholeNumber(url.searchParams.get('offset'), { otherwise: 0 })
  const rows = await callers.as(identity, 'storage.bucket.list', (query) =>
    query(
      `select ${COLUMNS} from storage.buckets where ($1::text is null or name ilike '%' || $1 || '%') order by name limit $2 offset $3`,
      [url.searchParams.get('search'), limit, offset],
    ),
  )
  return Response.json(rows.map(withNumbers))
}

export const getBucket: Handle = async ({ callers, identity, bucket }) => {
  const [row] = await callers.as(identity, 'storage.bucket.get', (query) =>
    query(`select ${COLUMNS} from storage.buckets where id = $1`, [bucket]),
  )
  if (!row) throw noSuchBucket()
  return Response.json(withNumbers(row))
}

export const createBucket: Handle = async ({ callers, identity, request }) => {
  const body = await readObject(request, identity)
  const name = validBucket(text(body, 'name') ?? '')
  const settings = settingsIn(body)
  await callers
    .as(identity, 'storage.bucket.create', (query) =>
      query(
        'insert into storage.buckets (id, name, owner, owner_id, public, file_size_limit, allowed_mime_types) values ($1, $2, auth.uid(), auth.uid()::text, $3, $4, $5)',
        [
          validBucket(text(body, 'id') ?? name),
          name,
          settings.public ?? false,
          settings.file_size_limit ?? null,
          settings.allowed_mime_types ?? null,
        ],
      ),
    )
    .catch((error: unknown) => {
      throw isDuplicate(error) ? exists() : error
    })
  return Response.json({ name })
}

export const updateBucket: Handle = async ({ callers, identity, bucket, request }) => {
  const changes = Object.entries(settingsIn(await readObject(request, identity)))
  if (!changes.length) throw invalid('Nothing to change')
  const sets = changes.map(([name], index) => `${name} = $${index + 2}`)
  const rows = await callers.as(identity, 'storage.bucket.update', (query) =>
    query(`update storage.buckets set ${sets.join(', ')}, updated_at = now() where id = $1 returning id`, [
      bucket,
      ...changes.map(([, value]) => value),
    ]),
  )
  if (!rows.length) throw noSuchBucket()
  return Response.json({ message: 'Successfully updated' })
}

export const deleteBucket: Handle = async ({ callers, identity, bucket }) => {
  const rows = await callers.as(identity, 'storage.bucket.delete', async (query) => {
    await query("select set_config('storage.allow_delete_query', 'true', true)")
    return query('delete from storage.buckets where id = $1 returning id', [bucket]).catch((error: unknown) => {
      if (isReferenced(error)) throw new StorageError(409, 'ResourceNotEmpty', 'The bucket you tried to delete is not empty')
      throw error
    })
  })
  if (!rows.length) throw noSuchBucket()
  return Response.json({ message: 'Successfully deleted' })
}

export const emptyBucket: Handle = async ({ callers, identity, bucket, orphanedObjects }) => {
  const removed = await callers.as(identity, 'storage.bucket.empty', async (query) => {
    // As on hosted, a bucket that the caller cannot see is reported as not found.
    if (!(await query('select from storage.buckets where id = $1', [bucket])).length) throw noSuchBucket()
    await query("select set_config('storage.allow_delete_query', 'true', true)")
    return query<{ version: string }>('delete from storage.objects where bucket_id = $1 returning version', [bucket])
  })
  await orphanedObjects.discard(removed.map(({ version }) => version))
  return Response.json({ message: 'Successfully emptied' })
}

interface Settings {
  public?: boolean
  file_size_limit?: number | null
  allowed_mime_types?: string[] | null
}

function settingsIn(body: Record<string, unknown>): Settings {
  const { public: isPublic, file_size_limit: size, allowed_mime_types: types } = body
  if (isPublic !== undefined && typeof isPublic !== 'boolean') throw invalid('public must be true or false')
  if (types !== undefined && types !== null && !(Array.isArray(types) && types.every((each) => typeof each === 'string')))
    throw invalid('allowed_mime_types must be a list of texts')
  return {
    ...(isPublic === undefined ? {} : { public: isPublic }),
    ...(size === undefined ? {} : { file_size_limit: bytesIn(size) }),
    ...(types === undefined ? {} : { allowed_mime_types: types }),
  }
}

const UNITS = { b: 1, kb: 1e3, mb: 1e6, gb: 1e9 }

function bytesIn(size: unknown) {
  if (size === null) return null
  if (typeof size === 'number' && Number.isSafeInteger(size) && size >= 0) return size
  const [, amount, unit = 'b'] = /^(\d+(?:\.\d+)?)(gb|mb|kb|b)?$/i.exec(typeof size === 'string' ? size : '') ?? []
  if (amount === undefined) throw invalid('Invalid file size format, hint: use 20GB / 20MB / 30KB / 3B')
  return Math.floor(Number(amount) * UNITS[unit.toLowerCase() as keyof typeof UNITS])
}

// The driver returns bigint as text.
const withNumbers = (row: Record<string, unknown>) => ({
  ...row,
  file_size_limit: row['file_size_limit'] === null ? null : Number(row['file_size_limit']),
})

const codeOf = (error: unknown) => (error instanceof Error && 'code' in error ? error.code : undefined)
const isDuplicate = (error: unknown) => codeOf(error) === '23505'
const isReferenced = (error: unknown) => codeOf(error) === '23503'

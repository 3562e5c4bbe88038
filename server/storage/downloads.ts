// Downloads. Files share the site's origin, so nothing in them may run there.
import { Readable } from 'node:stream'
import { limitsOf } from './buckets.ts'
import { SERVICE } from './caller.ts'
import type { Context, Handle } from './context.ts'
import type { Range } from './disk.ts'
import { invalid, noSuchBucket, notSupported, StorageError } from './errors.ts'
import { readObject, texts, wholeNumber } from './input.ts'
import { find, type Stored } from './objects.ts'
import { encodePath } from './uploads.ts'

export const download: Handle = async (context) => {
  const { callers, identity, bucket, key } = context
  return send(context, await callers.as(identity, 'storage.object.get_authenticated', (query) => find(query, bucket, key)))
}

export const downloadPublic: Handle = async (context) => {
  const found = await findPublic(context)
  return send(context, found, found.metadata.cacheControl)
}

export const downloadBySignature: Handle = async (context) => {
  const { callers, signatures, url, bucket, key } = context
  const { session } = await signatures.mayRead(url.searchParams.get('token'), `${bucket}/${key}`)
  return send(
    context,
    await callers.as({ ...SERVICE, sessionId: session }, 'storage.object.get_signed', (query) => find(query, bucket, key)),
  )
}

export const info: Handle = async ({ callers, identity, bucket, key }) =>
  describe(await callers.as(identity, 'storage.object.info', (query) => find(query, bucket, key)))

export const infoPublic: Handle = async (context) => describe(await findPublic(context))

export const sign: Handle = async (context) => {
  const { callers, identity, request, bucket, key } = context
  const body = await readObject(request, identity)
  if (body['transform'] !== undefined) throw notSupported('Image transformation')
  const seconds = wholeNumber(body['expiresIn'], { least: 1 })
  await callers.as(identity, 'storage.object.sign', (query) => find(query, bucket, key))
  const signedUrl = await signerFor(context, seconds)
  return Response.json({ signedURL: await signedUrl(key) })
}

export const signMany: Handle = async (context) => {
  const { callers, identity, request, bucket } = context
  const body = await readObject(request, identity)
  const seconds = wholeNumber(body['expiresIn'], { least: 1 })
  const paths = texts(body, 'paths')
  const found = await callers.as(identity, 'storage.object.sign_many', (query) =>
    query<{ name: string }>('select name from storage.objects where bucket_id = $1 and name = any ($2)', [bucket, paths]),
  )
  const signedUrl = await signerFor(context, seconds)
  const names = new Set(found.map(({ name }) => name))
  const error = 'Either the object does not exist or you do not have access to it'
  return Response.json(
    await Promise.all(
      paths.map(async (path) =>
        names.has(path) ? { error: null, path, signedURL: await signedUrl(path) } : { error, path, signedURL: null },
      ),
    ),
  )
}

// The maximum lifetime of a signed URL in a private bucket. The URL also stops working when the session that signed it ends.
const MAX_PRIVATE_SECONDS = 3600

async function signerFor({ callers, identity, bucket, signatures }: Context, seconds: number) {
  const { public: isPublic } = await limitsOf(callers, bucket)
  if (!isPublic && seconds > MAX_PRIVATE_SECONDS)
    throw invalid(`expiresIn is ${MAX_PRIVATE_SECONDS} seconds at most in a bucket that is not public`)
  const session = isPublic ? undefined : identity.sessionId
  return async (key: string) =>
    `/object/sign/${encodePath(bucket, key)}?token=${await signatures.forReading(`${bucket}/${key}`, seconds, session)}`
}

async function findPublic({ callers, bucket, key }: Context) {
  const { public: isPublic } = await limitsOf(callers, bucket)
  if (!isPublic) throw noSuchBucket()
  return callers.as(SERVICE, 'storage.object.get_public', (query) => find(query, bucket, key))
}

function describe({ id, name, version, bucket_id, metadata, user_metadata, created_at, updated_at }: Stored) {
  return Response.json({
    id,
    name,
    version,
    bucket_id,
    size: metadata.size,
    content_type: metadata.mimetype,
    cache_control: metadata.cacheControl,
    etag: metadata.eTag,
    metadata: user_metadata,
    last_modified: updated_at,
    created_at,
  })
}

// Private files must not be cached, because another person may use this browser next.
async function send({ request, url, bytes }: Context, { version, metadata, updated_at }: Stored, cacheControl = 'private, no-store') {
  const headers = new Headers({
    'accept-ranges': 'bytes',
    'content-type': harmless(metadata.mimetype),
    'content-security-policy': "default-src 'none'; style-src 'unsafe-inline'; sandbox",
    'x-content-type-options': 'nosniff',
    'x-robots-tag': 'none',
    'cache-control': cacheControl,
    etag: metadata.eTag,
    'last-modified': updated_at.toUTCString(),
  })
  const name = url.searchParams.get('download')
  if (name !== null) headers.set('content-disposition', disposition(name))
  if (request.headers.get('if-none-match') === metadata.eTag) return new Response(null, { status: 304, headers })
  const range = rangeIn(request.headers.get('range'), metadata.size)
  headers.set('content-length', String(range ? range.end - range.start + 1 : metadata.size))
  if (range) headers.set('content-range', `bytes ${range.start}-${range.end}/${metadata.size}`)
  const status = range ? 206 : 200
  if (request.method === 'HEAD') return new Response(null, { status, headers })
  const stream = await bytes.read(version, range).catch((cause: unknown) => {
    throw new Error('The bytes of a stored object are missing', { cause })
  })
  return new Response(Readable.toWeb(stream) as ReadableStream, { status, headers })
}

const RUNS = /html|xml$|javascript|ecmascript/
const harmless = (type: string) => (RUNS.test(type) && type !== 'image/svg+xml' ? 'text/plain; charset=utf-8' : type)

const disposition = (name: string) =>
  name === '' ? 'attachment' : `attachment; filename="${name.replaceAll(/[^\w. -]/g, '_')}"; filename*=UTF-8''${encodeURIComponent(name)}`

/** Parses a single range. A request for several ranges gets the whole file. */
function rangeIn(header: string | null, size: number): Range | undefined {
  const [, first = '', last = ''] = /^bytes=(\d*)-(\d*)$/.exec(header ?? '') ?? []
  if (first === '' && last === '') return undefined
  const start = first === '' ? Math.max(size - Number(last), 0) : Number(first)
  const end = first === '' || last === '' ? size - 1 : Math.min(Number(last), size - 1)
  if (start > end || start >= size) throw new StorageError(416, 'InvalidRange', 'invalid range provided', 'invalid_range')
  return { start, end }
}

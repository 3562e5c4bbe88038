// Parses the headers and URLs of resumable uploads (TUS 1.0.0). Malformed input is refused with a 4xx.
import { invalid, noSuchUpload, StorageError } from './errors.ts'
import { objectIn } from './input.ts'
import { validBucket, validKey } from './names.ts'

export const TUS_VERSION = '1.0.0'
export const CHUNK_TYPE = 'application/offset+octet-stream'
const MAX_METADATA_LENGTH = 8 * 1024
const UUID = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/
/** A type that is valid in a content-type header: no control characters, ASCII only. */
const MEDIA_TYPE = /^[\w!#$&^.+-]+\/[\w!#$&^.+-]+(?:[ ]*;[ -~]*)?$/

export function requireTus({ headers }: Request) {
  if (headers.get('tus-resumable') !== TUS_VERSION)
    throw new StorageError(412, 'PreconditionFailed', `Tus-Resumable must be ${TUS_VERSION}`)
}

export const bringsChunk = ({ headers }: Request) => headers.get('content-type')?.toLowerCase() === CHUNK_TYPE

export function numberIn({ headers }: Request, name: string): number {
  const text = headers.get(name) ?? ''
  if (!/^\d{1,15}$/.test(text)) throw invalid(`${name} must be a whole number`)
  return Number(text)
}

export function lengthIn(request: Request): number {
  if (request.headers.has('upload-defer-length')) throw invalid('Upload-Defer-Length is not supported')
  if (request.headers.has('upload-concat')) throw invalid('Upload-Concat is not supported')
  return numberIn(request, 'upload-length')
}

export interface UploadMetadata {
  bucket: string
  key: string
  type: string
  cacheControl: string
  userMetadata: Record<string, unknown>
  /** The raw header, which HEAD returns. */
  header: string
}

/** Contains `bucketName`, `objectName`, `contentType`, `cacheControl` and `metadata`, each in base64. */
export function metadataIn({ headers }: Request): UploadMetadata {
  const header = headers.get('upload-metadata') ?? ''
  if (header.length > MAX_METADATA_LENGTH) throw invalid('Upload-Metadata is too long')
  const values = new Map<string, string>()
  for (const pair of header.split(',')) {
    const [, name, value = ''] = /^\s*([^\s,]+)(?: ([A-Za-z0-9+/]*={0,2}))?\s*$/.exec(pair) ?? []
    if (name === undefined || values.has(name)) throw invalid('Upload-Metadata is invalid')
    values.set(name, Buffer.from(value, 'base64').toString('utf8'))
  }
  const type = values.get('contentType')?.trim().toLowerCase() || 'application/octet-stream'
  if (type.length > 255 || !MEDIA_TYPE.test(type)) throw invalid('contentType is invalid')
  const seconds = values.get('cacheControl') ?? ''
  return {
    bucket: validBucket(values.get('bucketName') ?? ''),
    key: validKey(values.get('objectName') ?? ''),
    type,
    cacheControl: /^\d{1,10}$/.test(seconds) ? `max-age=${seconds}` : 'no-cache',
    userMetadata: objectIn(values.get('metadata') || '{}'),
    header,
  }
}

export interface UploadId {
  bucket: string
  key: string
  version: string
}

/** The last segment of an upload's URL, as on hosted: bucket, key and version in base64url. */
export const encodeUploadId = ({ bucket, key, version }: UploadId) => Buffer.from(`${bucket}/${key}/${version}`).toString('base64url')

export function decodeUploadId(text: string): UploadId {
  const [bucket = '', ...rest] = Buffer.from(text, 'base64url').toString('utf8').split('/')
  const version = rest.pop() ?? ''
  if (!UUID.test(version)) throw noSuchUpload()
  return { bucket, key: rest.join('/'), version }
}

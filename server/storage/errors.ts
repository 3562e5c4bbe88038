// Errors in Supabase Storage's format: nearly always status 400, with the real status in the body.
import pg from 'pg'
import { GateError, RETRY_AFTER_SECONDS } from '../gate.ts'
import { IdentityError } from '../identity-error.ts'
import { echoed } from '../request-limits.ts'
import { BodyError } from '../wire.ts'

export class StorageError extends Error {
  readonly status: number
  readonly code: string
  /** The legacy name of the code, which clients still read. */
  readonly error: string

  constructor(status: number, code: string, message: string, error = code) {
    super(message)
    this.status = status
    this.code = code
    this.error = error
  }

  toResponse() {
    const { code, error, message } = this
    return Response.json(
      { statusCode: String(this.status), code, error, message },
      {
        status: this.status >= 500 ? this.status : 400,
        headers: { 'cache-control': 'no-store', ...(this.status === 544 ? { 'retry-after': String(RETRY_AFTER_SECONDS) } : {}) },
      },
    )
  }
}

export const noSuchBucket = () => new StorageError(404, 'NoSuchBucket', 'Bucket not found', 'Bucket not found')
export const noSuchKey = () => new StorageError(404, 'NoSuchKey', 'Object not found', 'not_found')
export const noSuchUpload = () => new StorageError(404, 'NoSuchUpload', 'Upload not found', 'not_found')
export const locked = () => new StorageError(423, 'ResourceLocked', 'The upload is being written by another request', 'resource_locked')
export const noRoute = () => new StorageError(404, 'NoSuchKey', 'Route not found', 'not_found')
export const notSupported = (what: string) => new StorageError(400, 'FeatureNotEnabled', `${what} is not supported by this server`)
const denied = (message: string) => new StorageError(403, 'AccessDenied', message, 'Unauthorized')
export const exists = () => new StorageError(409, 'KeyAlreadyExists', 'The resource already exists', 'Duplicate')
export const invalid = (message: string) => new StorageError(400, 'InvalidRequest', message)
export const invalidKey = (key: string) => new StorageError(400, 'InvalidKey', `Invalid key: ${echoed(key)}`)
export const wrongType = (type: string) =>
  new StorageError(415, 'InvalidMimeType', `mime type ${echoed(type)} is not supported`, 'invalid_mime_type')
export const tooLarge = () => new StorageError(413, 'EntityTooLarge', 'The object exceeded the maximum allowed size', 'Payload too large')
/** The client has disconnected, so the status is only logged. */
export const aborted = () => new StorageError(499, 'Aborted', 'Request aborted')
/** 544 is a status that Supabase Storage defines. */
const timedOut = () => new StorageError(544, 'DatabaseTimeout', 'The connection to the database timed out')
export const wrongSignature = (message: string) => new StorageError(400, 'InvalidJWT', message)

/** Returns undefined for server errors. */
export function toStorageError(error: unknown): StorageError | undefined {
  if (error instanceof StorageError) return error
  if (error instanceof IdentityError) return denied(error.message)
  if (error instanceof BodyError) return fromBody(error)
  if (error instanceof GateError) return timedOut()
  if (error instanceof URIError) return invalid('The path is not well encoded')
  return error instanceof pg.DatabaseError ? fromPostgres(error) : undefined
}

function fromBody({ fault }: BodyError) {
  if (fault === 'aborted') return aborted()
  return fault === 'too deep' ? invalid('The request is nested too deep') : tooLarge()
}

function fromPostgres({ code, message }: pg.DatabaseError) {
  if (code === '42501')
    return denied(message.includes('row-level security') ? 'new row violates row-level security policy' : 'Access denied')
  if (code === '23505') return exists()
  if (code === '23503') return noSuchBucket()
  // Class 22 means invalid characters or a number out of range.
  if (code?.startsWith('22')) return invalid('The request holds a value that cannot be stored')
  if (code === 'PT401') return denied(message)
  if (code === 'P0001') return new StorageError(400, 'DatabaseError', message)
  if (code === '57014' || code === '55P03') return timedOut()
  return undefined
}

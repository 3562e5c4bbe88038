// Stores pictures in a public bucket.
import { loadStorage } from '../../lib/data/supabase.ts'
import { AppError } from '../../lib/errors.ts'

const UPLOAD_TIMEOUT_MS = 60_000
const REASONS: Partial<Record<string, string>> = { 401: 'signed_out', 403: '42501' }

const reasonOf = (error: { name: string; statusCode?: unknown }) =>
  error.name === 'StorageUnknownError' ? 'unreachable' : (REASONS[String(error.statusCode)] ?? 'failed')

async function bucketNamed(bucket: string) {
  try {
    return (await loadStorage()).from(bucket)
  } catch (cause) {
    throw new AppError('unreachable', {}, { cause })
  }
}

export async function uploadPicture(bucket: string, path: string, picture: Blob) {
  const tooLate = new Promise<never>((_, reject) => setTimeout(() => reject(new AppError('unreachable')), UPLOAD_TIMEOUT_MS))
  const options = { contentType: picture.type, cacheControl: '31536000' }
  const storage = await bucketNamed(bucket)
  const { error } = await Promise.race([storage.upload(path, picture, options), tooLate])
  if (error) throw new AppError(reasonOf(error), {}, { cause: error })
}

/** Ignores failures, because nothing uses these files any more and a nightly job removes them. */
export async function removePictures(bucket: string, paths: string[]) {
  await (await bucketNamed(bucket)).remove(paths)
}

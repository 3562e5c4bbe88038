// Stores a chosen photo of a project or a person in all its sizes.
import { loadScaling, type PictureDraft } from '../../domain/pictures/open-picture.ts'
import { removePictures, uploadPicture } from '../../domain/pictures/upload-picture.ts'
import { SITE_PHOTO_BUCKET, SITE_PHOTO_PIXELS, type SitePhotoSize, sitePhotoObject } from '../../domain/site-photos.ts'
import { AppError } from '../../lib/errors.ts'

export const PHOTO_SIZES = Object.keys(SITE_PHOTO_PIXELS) as SitePhotoSize[]

/** Returns the name of the stored photo. Removes the stored parts of a photo that failed or was cancelled. */
export async function storePhoto(
  { file, position }: PictureDraft,
  pixels: typeof SITE_PHOTO_PIXELS,
  signal: AbortSignal,
  onProgress: (stored: number) => void,
) {
  const cancelled = new Promise<never>((_, reject) => signal.addEventListener('abort', () => reject(new AppError('aborted'))))
  // Prevents an unhandled rejection when nothing waits for this promise any more.
  cancelled.catch(() => {})
  const { scalePicture } = await loadScaling()
  const { type, files } = await scalePicture(file, position, pixels)
  const path = `${crypto.randomUUID()}${type === 'image/jpeg' ? '.jpg' : ''}`
  try {
    for (const [stored, size] of PHOTO_SIZES.entries()) {
      await Promise.race([uploadPicture(SITE_PHOTO_BUCKET, sitePhotoObject(path, size), files[size]), cancelled])
      onProgress(stored + 1)
    }
  } catch (error) {
    const objects = PHOTO_SIZES.map((size) => sitePhotoObject(path, size))
    void removePictures(SITE_PHOTO_BUCKET, objects).catch(() => {})
    throw error
  }
  return path
}

// Opens a picture in the browser and makes the two stored sizes of it. Drawing it anew leaves all metadata behind.
import { AppError } from '../../../lib/errors.ts'
import { cropBox, isTooSmall, MAX_PHOTO_BYTES, PHOTO_PIXELS, type PictureSize } from './photo-file.ts'

const QUALITIES = [0.86, 0.74, 0.6, 0.45, 0.3]

async function open(file: Blob) {
  try {
    return await createImageBitmap(file)
  } catch (cause) {
    throw new AppError('photo_unreadable', {}, { cause })
  }
}

/** The size of a picture that can be used. */
export async function measurePhoto(file: Blob): Promise<PictureSize> {
  const picture = await open(file)
  const { width, height } = picture
  picture.close()
  if (isTooSmall({ width, height })) throw new AppError('photo_too_small')
  return { width, height }
}

export async function scalePhoto(file: Blob, position: number) {
  const picture = await open(file)
  try {
    return { full: await scale(picture, PHOTO_PIXELS.full, position), small: await scale(picture, PHOTO_PIXELS.small, position) }
  } finally {
    picture.close()
  }
}

async function scale(picture: ImageBitmap, { width, height }: PictureSize, position: number) {
  const canvas = document.createElement('canvas')
  Object.assign(canvas, { width, height })
  const context = canvas.getContext('2d')
  if (!context) throw new AppError('photo_no_webp')
  // Behind pictures with transparent parts.
  context.fillStyle = '#fff'
  context.fillRect(0, 0, width, height)
  context.imageSmoothingQuality = 'high'
  const crop = cropBox(picture, position)
  context.drawImage(picture, crop.x, crop.y, crop.width, crop.height, 0, 0, width, height)
  for (const quality of QUALITIES) {
    const blob = await new Promise<Blob | null>((resolve) => canvas.toBlob(resolve, 'image/webp', quality))
    // A browser that cannot write WebP writes PNG instead.
    if (blob?.type !== 'image/webp') throw new AppError('photo_no_webp')
    if (blob.size <= MAX_PHOTO_BYTES) return blob
  }
  throw new AppError('failed')
}

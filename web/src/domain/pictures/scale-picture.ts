// Opens a picture in the browser and creates its stored sizes. Redrawing it removes all metadata.
import { AppError } from '../../lib/errors.ts'
import { cropBox, isTooSmall, type PictureSize, refuseAnimation } from './picture-file.ts'

/** The maximum size of each file, which is the limit of the buckets. */
const MAX_PICTURE_BYTES = 300 * 1024
const QUALITIES = [0.86, 0.74, 0.6, 0.45, 0.3]

export type PictureType = 'image/webp' | 'image/jpeg'

export interface WantedSize extends PictureSize {
  /** By default, the type that the browser writes best. */
  type?: PictureType
}

async function open(file: Blob) {
  await refuseAnimation(file)
  try {
    return await createImageBitmap(file)
  } catch (cause) {
    throw new AppError('picture_unreadable', {}, { cause })
  }
}

/** The dimensions of a picture. Throws if the picture cannot be used. */
export async function measurePicture(file: Blob): Promise<PictureSize> {
  const picture = await open(file)
  const { width, height } = picture
  picture.close()
  if (isTooSmall({ width, height })) throw new AppError('picture_too_small')
  return { width, height }
}

/** Creates one file per size, all with the same crop. The sizes must have the same aspect ratio. */
export async function scalePicture<Name extends string>(file: Blob, position: number, sizes: Record<Name, WantedSize>) {
  const picture = await open(file)
  try {
    const type = await writtenType()
    const scaled: [string, Blob][] = []
    for (const [name, size] of Object.entries<WantedSize>(sizes)) scaled.push([name, await scale(picture, position, { type, ...size })])
    return { type, files: Object.fromEntries(scaled) as Record<Name, Blob> }
  } finally {
    picture.close()
  }
}

/** WebP, or JPEG in browsers that write PNG when asked for WebP, such as Safari. */
async function writtenType(): Promise<PictureType> {
  const canvas = document.createElement('canvas')
  Object.assign(canvas, { width: 1, height: 1 })
  return (await blobOf(canvas, 'image/webp', 0.5))?.type === 'image/webp' ? 'image/webp' : 'image/jpeg'
}

const blobOf = (canvas: HTMLCanvasElement, type: PictureType, quality: number) =>
  new Promise<Blob | null>((resolve) => canvas.toBlob(resolve, type, quality))

async function scale(picture: ImageBitmap, position: number, { width, height, type }: Required<WantedSize>) {
  const canvas = document.createElement('canvas')
  Object.assign(canvas, { width, height })
  const context = canvas.getContext('2d')
  if (!context) throw new AppError('picture_not_written')
  // A background for pictures with transparent parts.
  context.fillStyle = '#fff'
  context.fillRect(0, 0, width, height)
  context.imageSmoothingQuality = 'high'
  const crop = cropBox(picture, width / height, position)
  context.drawImage(picture, crop.x, crop.y, crop.width, crop.height, 0, 0, width, height)
  for (const quality of QUALITIES) {
    const blob = await blobOf(canvas, type, quality)
    if (blob?.type !== type) throw new AppError('picture_not_written')
    if (blob.size <= MAX_PICTURE_BYTES) return blob
  }
  throw new AppError('picture_not_written')
}

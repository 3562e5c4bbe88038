// Checks which files can become a picture of the site, and which part of them is used.
import { AppError, type ErrorTexts } from '../../lib/errors.ts'

/** SVG is excluded because it can contain scripts, and HEIC because most browsers cannot open it. */
export const PICTURE_TYPES = ['image/jpeg', 'image/png', 'image/webp', 'image/avif']

const MAX_FILE_BYTES = 20 * 1024 * 1024
/** Smaller pictures would look blurred. */
const MIN_PIXELS = 160

/** Needs the texts of the area `panel`. */
export const PICTURE_ERRORS: ErrorTexts = {
  picture_wrong_type: 'photo.wrongType',
  picture_heic: 'photo.heic',
  picture_too_large: 'photo.tooLarge',
  picture_too_small: 'photo.tooSmall',
  picture_animated: 'photo.animated',
  picture_unreadable: 'photo.unreadable',
  picture_not_written: 'photo.notWritten',
}

/** The reason why this file cannot be used, or undefined. Its real format is only known once it is opened. */
export function fileProblem({ name, type, size }: { name: string; type: string; size: number }) {
  // Many browsers do not report the type of HEIC files.
  if (/^image\/hei[cf]/.test(type) || /\.hei[cf]$/i.test(name)) return 'picture_heic'
  if (!PICTURE_TYPES.includes(type)) return 'picture_wrong_type'
  return size > MAX_FILE_BYTES ? 'picture_too_large' : undefined
}

const HEAD_BYTES = 4096

/** Rejects animations, because the browser would silently draw only the first frame. */
export async function refuseAnimation(file: Blob) {
  const head = String.fromCharCode(...new Uint8Array(await file.slice(0, HEAD_BYTES).arrayBuffer()))
  if (isAnimated(head)) throw new AppError('picture_animated')
}

export function isAnimated(head: string) {
  if (head.startsWith('RIFF') && head.startsWith('WEBPVP8X', 8)) return (head.charCodeAt(20) & 2) !== 0
  if (head.startsWith('\x89PNG')) return head.includes('acTL')
  return head.startsWith('ftypavis', 4)
}

export interface PictureSize {
  width: number
  height: number
}

export const isTooSmall = ({ width, height }: PictureSize) => Math.min(width, height) < MIN_PIXELS

/** The direction in which the crop can be moved. In the other one the picture is used in full. `aspect` is width divided by height. */
export const freeDirection = ({ width, height }: PictureSize, aspect: number) => (width / height > aspect ? 'x' : 'y')

/** The initial position of the crop: the middle of a wide picture, and near the top of a high one, where faces are. */
export const defaultPosition = (picture: PictureSize, aspect: number) => (freeDirection(picture, aspect) === 'x' ? 50 : 20)

/** The largest part of the picture with this aspect ratio. `position` goes from 0 (left or top) to 100, as in CSS `object-position`. */
export function cropBox(picture: PictureSize, aspect: number, position: number) {
  const isWide = freeDirection(picture, aspect) === 'x'
  const width = isWide ? picture.height * aspect : picture.width
  const height = isWide ? picture.height : picture.width / aspect
  const share = Math.min(Math.max(position, 0), 100) / 100
  return { x: (picture.width - width) * share, y: (picture.height - height) * share, width, height }
}

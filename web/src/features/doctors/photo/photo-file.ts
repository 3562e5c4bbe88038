// Which files can become a doctor's photo, what part of the picture is used, and where it is stored.
import type { ErrorTexts } from '../../../lib/errors.ts'

/** SVG is not among them: it can contain scripts. HEIC is not, because most browsers cannot open it. */
export const PHOTO_TYPES = ['image/jpeg', 'image/png', 'image/webp', 'image/avif']

const MAX_FILE_BYTES = 20 * 1024 * 1024
/** A smaller picture would look blurred. */
const MIN_PIXELS = 160

/** Width divided by height of the arch (see `arch` in styles/utilities.css). */
const ARCH = 14 / 17

/** Pixels of the two stored sizes. Both have the shape of the arch. */
export const PHOTO_PIXELS = { full: { width: 560, height: 680 }, small: { width: 168, height: 204 } }

/** The limit of the bucket. */
export const MAX_PHOTO_BYTES = 200 * 1024

export const PHOTO_ERRORS: ErrorTexts = {
  photo_wrong_type: 'photo.wrongType',
  photo_heic: 'photo.heic',
  photo_too_large: 'photo.tooLarge',
  photo_too_small: 'photo.tooSmall',
  photo_unreadable: 'photo.unreadable',
  photo_no_webp: 'photo.noWebp',
}

/** Why this file cannot be used, or undefined. Whether it is what it claims to be shows when it is opened. */
export function fileProblem({ name, type, size }: { name: string; type: string; size: number }) {
  // Many browsers do not know the type of HEIC.
  if (/^image\/hei[cf]/.test(type) || /\.hei[cf]$/i.test(name)) return 'photo_heic'
  if (!PHOTO_TYPES.includes(type)) return 'photo_wrong_type'
  return size > MAX_FILE_BYTES ? 'photo_too_large' : undefined
}

export interface PictureSize {
  width: number
  height: number
}

export const isTooSmall = ({ width, height }: PictureSize) => Math.min(width, height) < MIN_PIXELS

/** The direction in which the crop can be moved. The picture is used in full in the other one. */
export const freeDirection = ({ width, height }: PictureSize) => (width / height > ARCH ? 'x' : 'y')

/** Where the crop starts: the middle of a wide picture, near the top of a high one, where the face is. */
export const defaultPosition = (picture: PictureSize) => (freeDirection(picture) === 'x' ? 50 : 20)

/** The largest part with the shape of the arch. `position` is from 0 (left or top) to 100, as in CSS `object-position`. */
export function cropBox(picture: PictureSize, position: number) {
  const isWide = freeDirection(picture) === 'x'
  const width = isWide ? picture.height * ARCH : picture.width
  const height = isWide ? picture.height : picture.width / ARCH
  const share = Math.min(Math.max(position, 0), 100) / 100
  return { x: (picture.width - width) * share, y: (picture.height - height) * share, width, height }
}

/** A new name each time, so that browsers and caches never show an old photo. */
export const newPhotoPath = (doctorId: string) => `${doctorId}/${crypto.randomUUID()}.webp`

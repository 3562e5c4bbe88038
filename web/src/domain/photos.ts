// The addresses of doctors' photos. `doctors.photo_path` is the path of the full size, from which the paths of the other sizes are derived.
import { readSiteConfig } from '../lib/data/config.ts'

export const PHOTO_BUCKET = 'doctor-photos'

export type PhotoSize = 'large' | 'full' | 'small' | 'share'

/** Width and height in pixels. All have the shape of the arch. `share` is a JPEG, because not every site that shows a link reads WebP. */
export const PHOTO_PIXELS = {
  large: { width: 1120, height: 1360 },
  full: { width: 560, height: 680 },
  small: { width: 168, height: 204 },
  share: { width: 560, height: 680 },
} satisfies Record<PhotoSize, { width: number; height: number }>

const ENDING = /-full\.(?:webp|jpg)$/

/** Whether all sizes exist. Photos without `-full` in their name have only the full and the small size. */
export const hasAllSizes = (path: string) => ENDING.test(path)

export function photoPathOf(path: string, size: PhotoSize) {
  if (!hasAllSizes(path)) return size === 'small' ? path.replace(/\.webp$/, '-small.webp') : path
  if (size === 'share') return path.replace(ENDING, '-share.jpg')
  return path.replace(/-full(?=\.\w+$)/, `-${size}`)
}

/** A public address whose content never changes, because a new photo has a new path. */
export const photoUrl = (path: string, size: PhotoSize) =>
  `${readSiteConfig().supabaseUrl}/storage/v1/object/public/${PHOTO_BUCKET}/${photoPathOf(path, size)}`

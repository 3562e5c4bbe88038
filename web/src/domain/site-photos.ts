// The addresses of project photos. A project stores a photo as the folder of its files, with .jpg at the end if they are JPEG instead of
// WebP.
import { readSiteConfig } from '../lib/data/config.ts'

export const SITE_PHOTO_BUCKET = 'site-photos'

export type SitePhotoSize = 'large' | 'full' | 'small'

/** Width and height in pixels. All have the shape of the portfolio's pictures. */
export const SITE_PHOTO_PIXELS = {
  large: { width: 1620, height: 1080 },
  full: { width: 960, height: 640 },
  small: { width: 480, height: 320 },
} satisfies Record<SitePhotoSize, { width: number; height: number }>

const ENDING = '.jpg'

/** The path of one size in the bucket. */
export const sitePhotoObject = (photo: string, size: SitePhotoSize) =>
  photo.endsWith(ENDING) ? `${photo.slice(0, -ENDING.length)}/${size}.jpg` : `${photo}/${size}.webp`

/** A public address whose content never changes, because a new photo has a new name. */
export const sitePhotoUrl = (photo: string, size: SitePhotoSize) =>
  `${readSiteConfig().supabaseUrl}/storage/v1/object/public/${SITE_PHOTO_BUCKET}/${sitePhotoObject(photo, size)}`

// The addresses of the photos of projects and of the company's people. A photo is stored as the folder of its files, with .jpg at the end
// if they are JPEG instead of WebP.
import { readSiteConfig } from '../lib/data/config.ts'
import { PHOTO_PIXELS } from './photos.ts'

export const SITE_PHOTO_BUCKET = 'site-photos'

export type SitePhotoSize = 'large' | 'full' | 'small'

/** Width and height in pixels of a project's photo. All have the shape of the portfolio's pictures. */
export const SITE_PHOTO_PIXELS = {
  large: { width: 1620, height: 1080 },
  full: { width: 960, height: 640 },
  small: { width: 480, height: 320 },
} satisfies Record<SitePhotoSize, { width: number; height: number }>

/** A person's photo has the shape of the arch. */
export const PERSON_PHOTO_PIXELS = {
  large: PHOTO_PIXELS.large,
  full: PHOTO_PIXELS.full,
  small: PHOTO_PIXELS.small,
} satisfies typeof SITE_PHOTO_PIXELS

const ENDING = '.jpg'

/** The path of one size in the bucket. */
export const sitePhotoObject = (photo: string, size: SitePhotoSize) =>
  photo.endsWith(ENDING) ? `${photo.slice(0, -ENDING.length)}/${size}.jpg` : `${photo}/${size}.webp`

/** A public address whose content never changes, because a new photo has a new name. */
export const sitePhotoUrl = (photo: string, size: SitePhotoSize) =>
  `${readSiteConfig().supabaseUrl}/storage/v1/object/public/${SITE_PHOTO_BUCKET}/${sitePhotoObject(photo, size)}`

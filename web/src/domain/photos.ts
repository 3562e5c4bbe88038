// Where the photos of doctors are. `doctors.photo_path` names the full size; the small one has `-small` before the ending.
import { readSiteConfig } from '../lib/data/config.ts'

export const PHOTO_BUCKET = 'doctor-photos'

export type PhotoSize = 'full' | 'small'

export const photoPathOf = (path: string, size: PhotoSize) => (size === 'full' ? path : path.replace(/\.webp$/, '-small.webp'))

/** Everybody may read it, and it never changes: a new photo has a new path. */
export const photoUrl = (path: string, size: PhotoSize) =>
  `${readSiteConfig().supabaseUrl}/storage/v1/object/public/${PHOTO_BUCKET}/${photoPathOf(path, size)}`

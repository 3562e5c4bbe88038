// Pictures in public buckets: removes all metadata, because cameras record the location and the owner.
import { createHash } from 'node:crypto'
import { readFile, writeFile } from 'node:fs/promises'
import type { Cleaner } from './clean-picture.ts'
import { invalid, tooLarge } from './errors.ts'
import { cleanJpeg } from './picture-jpeg.ts'
import { cleanPng } from './picture-png.ts'
import { cleanWebp } from './picture-webp.ts'
import type { Received } from './receive.ts'

const CLEANERS: Record<string, Cleaner> = { 'image/jpeg': cleanJpeg, 'image/png': cleanPng, 'image/webp': cleanWebp }

/** Limited, because a picture is cleaned in memory. */
const MAX_PICTURE_BYTES = 10 * 1024 * 1024
/** A small file can declare a size that would need the viewer's whole memory. */
const MAX_PIXELS_PER_SIDE = 4096

interface PictureBucket {
  public: boolean
  allowed_mime_types: string[] | null
}

/** Whether a bucket contains public pictures. Files of other buckets stay unchanged. */
export const cleansPictures = ({ public: isPublic, allowed_mime_types: types }: PictureBucket) =>
  isPublic && Boolean(types?.length) && (types ?? []).every((type) => type in CLEANERS)

/** Replaces the received file with its cleaned picture. */
export async function cleanReceived(received: Received): Promise<Received> {
  const cleaner = CLEANERS[received.type.split(';')[0]?.trim() ?? '']
  if (!cleaner) throw invalid('The file is not a picture')
  if (received.size > MAX_PICTURE_BYTES) throw tooLarge()
  const bytes = Buffer.concat(clean(cleaner, await readFile(received.file)).parts)
  await writeFile(received.file, bytes, { mode: 0o600, flush: true })
  return { ...received, size: bytes.length, etag: `"${createHash('md5').update(bytes).digest('hex')}"` }
}

function clean(cleaner: Cleaner, bytes: Buffer) {
  try {
    const picture = cleaner(bytes)
    if (Math.min(picture.width, picture.height) < 1) throw invalid('The picture is empty')
    if (Math.max(picture.width, picture.height) > MAX_PIXELS_PER_SIDE)
      throw invalid(`A picture may have at most ${MAX_PIXELS_PER_SIDE} pixels per side`)
    return picture
  } catch (error) {
    // The file is truncated.
    if (error instanceof RangeError) throw invalid('The picture is damaged')
    throw error
  }
}

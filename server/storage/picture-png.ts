// PNG: a signature and chunks. https://www.w3.org/TR/png-3/
import type { CleanPicture } from './clean-picture.ts'
import { invalid } from './errors.ts'

const SIGNATURE = Buffer.from('89504e470d0a1a0a', 'hex')
/** The size of the length, name and checksum of a chunk. */
const AROUND_DATA_BYTES = 12
/** The chunks needed to draw the picture. The last two define its colour space and cannot contain text. */
const KEPT = ['IHDR', 'PLTE', 'tRNS', 'IDAT', 'IEND', 'gAMA', 'sRGB']
const MAX_BYTES: Partial<Record<string, number>> = { IHDR: 13, PLTE: 768, tRNS: 256, IEND: 0, gAMA: 4, sRGB: 1 }
/** The chunks of an animated PNG. */
const MOVING = ['acTL', 'fcTL', 'fdAT']

export function cleanPng(bytes: Buffer): CleanPicture {
  if (!bytes.subarray(0, SIGNATURE.length).equals(SIGNATURE)) throw invalid('The picture is not a PNG')
  if (bytes.toString('latin1', 12, 16) !== 'IHDR') throw invalid('The picture is damaged')
  const parts: Buffer[] = [SIGNATURE]
  for (let at = SIGNATURE.length; ; ) {
    const length = bytes.readUInt32BE(at)
    const name = bytes.toString('latin1', at + 4, at + 8)
    const end = at + AROUND_DATA_BYTES + length
    if (end > bytes.length || length > (MAX_BYTES[name] ?? length)) throw invalid('The picture is damaged')
    if (MOVING.includes(name)) throw invalid('The picture is animated')
    if (KEPT.includes(name)) parts.push(bytes.subarray(at, end))
    if (name === 'IEND') break
    at = end
  }
  return { width: bytes.readUInt32BE(16), height: bytes.readUInt32BE(20), parts }
}

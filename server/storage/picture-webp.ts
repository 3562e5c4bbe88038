// WebP: a RIFF file of chunks. https://developers.google.com/speed/webp/docs/riff_container
import type { CleanPicture } from './clean-picture.ts'
import { invalid } from './errors.ts'

const HEADER_BYTES = 12
const CHUNK_HEADER_BYTES = 8
const ALPHA_FLAG = 0x10
const ANIMATION_FLAG = 0x02

export function cleanWebp(bytes: Buffer): CleanPicture {
  if (bytes.toString('latin1', 0, 4) !== 'RIFF' || bytes.toString('latin1', 8, 12) !== 'WEBP') throw invalid('The picture is not a WebP')
  const kept = new Map<string, Buffer>()
  let canvas: { width: number; height: number } | undefined
  const end = Math.min(bytes.readUInt32LE(4) + CHUNK_HEADER_BYTES, bytes.length)
  for (let at = HEADER_BYTES; at + CHUNK_HEADER_BYTES <= end; ) {
    const name = bytes.toString('latin1', at, at + 4)
    const length = bytes.readUInt32LE(at + 4)
    const data = bytes.subarray(at + CHUNK_HEADER_BYTES, at + CHUNK_HEADER_BYTES + length)
    if (data.length < length) throw invalid('The picture is damaged')
    if (name === 'ANIM' || name === 'ANMF') throw moving()
    if (name === 'VP8X') {
      if (data.readUInt8(0) & ANIMATION_FLAG) throw moving()
      canvas = { width: data.readUIntLE(4, 3) + 1, height: data.readUIntLE(7, 3) + 1 }
    }
    if (['ALPH', 'VP8 ', 'VP8L'].includes(name) && !kept.has(name)) kept.set(name, data)
    // Chunks are padded to an even length.
    at += CHUNK_HEADER_BYTES + length + (length % 2)
  }
  const lossy = kept.get('VP8 ')
  const lossless = kept.get('VP8L')
  const alpha = kept.get('ALPH')
  if (lossless && !lossy && !alpha) return { ...within(losslessSize(lossless), canvas), parts: file([chunk('VP8L', lossless)]) }
  if (!lossy || lossless) throw invalid('The picture is damaged')
  const size = within(lossySize(lossy), canvas)
  if (!alpha) return { ...size, parts: file([chunk('VP8 ', lossy)]) }
  const extended = Buffer.alloc(10)
  extended.writeUInt8(ALPHA_FLAG, 0)
  extended.writeUIntLE(size.width - 1, 4, 3)
  extended.writeUIntLE(size.height - 1, 7, 3)
  return { ...size, parts: file([chunk('VP8X', extended), chunk('ALPH', alpha), chunk('VP8 ', lossy)]) }
}

const moving = () => invalid('The picture is animated')

function lossySize(data: Buffer) {
  if (data.readUIntBE(3, 3) !== 0x9d012a) throw invalid('The picture is damaged')
  return { width: data.readUInt16LE(6) & 0x3fff, height: data.readUInt16LE(8) & 0x3fff }
}

function losslessSize(data: Buffer) {
  if (data.readUInt8(0) !== 0x2f) throw invalid('The picture is damaged')
  const bits = data.readUInt32LE(1)
  return { width: (bits & 0x3fff) + 1, height: ((bits >>> 14) & 0x3fff) + 1 }
}

/** A canvas that differs from its only picture indicates a crafted file. */
function within(size: { width: number; height: number }, canvas: { width: number; height: number } | undefined) {
  if (canvas && (canvas.width !== size.width || canvas.height !== size.height)) throw invalid('The picture is damaged')
  return size
}

function chunk(name: string, data: Buffer) {
  const header = Buffer.alloc(CHUNK_HEADER_BYTES)
  header.write(name, 'latin1')
  header.writeUInt32LE(data.length, 4)
  return Buffer.concat([header, data, Buffer.alloc(data.length % 2)])
}

function file(chunks: Buffer[]) {
  const header = Buffer.from('RIFF    WEBP', 'latin1')
  header.writeUInt32LE(4 + chunks.reduce((sum, { length }) => sum + length, 0), 4)
  return [header, ...chunks]
}

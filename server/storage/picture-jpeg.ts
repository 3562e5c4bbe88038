// JPEG: markers with segments, then the compressed scans. https://www.w3.org/Graphics/JPEG/itu-t81.pdf
import type { CleanPicture } from './clean-picture.ts'
import { invalid } from './errors.ts'

const START = 0xd8
const END = 0xd9
const SCAN = 0xda
/** Segments that a decoder needs: Huffman tables, quantisation tables, the restart interval. */
const TABLES = [0xc4, 0xdb, 0xdd]
/** Baseline, extended and progressive, the only kinds that browsers support. */
const FRAMES = [0xc0, 0xc1, 0xc2]
/** Distinguishes YCbCr from CMYK. Some pictures have wrong colours without it. */
const ADOBE = 0xee
const ADOBE_BYTES = 14

export function cleanJpeg(bytes: Buffer): CleanPicture {
  if (bytes[0] !== 0xff || bytes[1] !== START) throw invalid('The picture is not a JPEG')
  const parts: Buffer[] = [bytes.subarray(0, 2)]
  let size: { width: number; height: number } | undefined
  for (let at = 2; ; ) {
    if (bytes.readUInt8(at) !== 0xff) throw invalid('The picture is damaged')
    const marker = bytes.readUInt8(at + 1)
    // Any number of fill bytes may precede a marker.
    if (marker === 0xff) {
      at += 1
      continue
    }
    if (marker === END) break
    const end = at + 2 + bytes.readUInt16BE(at + 2)
    if (end > bytes.length) throw invalid('The picture is damaged')
    if (FRAMES.includes(marker)) {
      if (size) throw invalid('The picture is damaged')
      size = { height: bytes.readUInt16BE(at + 5), width: bytes.readUInt16BE(at + 7) }
    }
    const isScan = marker === SCAN
    const scanEnd = isScan ? endOfScan(bytes, end) : end
    if (isScan || FRAMES.includes(marker) || TABLES.includes(marker) || isAdobe(bytes, at)) parts.push(bytes.subarray(at, scanEnd))
    at = scanEnd
  }
  if (!size || parts.length < 3) throw invalid('The picture is damaged')
  return { ...size, parts: [...parts, Buffer.from([0xff, END])] }
}

const isAdobe = (bytes: Buffer, at: number) =>
  bytes[at + 1] === ADOBE && bytes.readUInt16BE(at + 2) === ADOBE_BYTES && bytes.toString('latin1', at + 4, at + 9) === 'Adobe'

/** A scan ends at the first marker that is neither a restart nor an escaped byte of its data. */
function endOfScan(bytes: Buffer, from: number) {
  let at = bytes.indexOf(0xff, from)
  while (at !== -1) {
    const next = bytes.readUInt8(at + 1)
    const isData = next === 0 || (next >= 0xd0 && next <= 0xd7)
    if (!isData && next !== 0xff) return at
    at = bytes.indexOf(0xff, at + (next === 0xff ? 1 : 2))
  }
  throw invalid('The picture is damaged')
}

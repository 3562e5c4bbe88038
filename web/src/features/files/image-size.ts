// Reads an image's size in pixels from the first bytes of the file. A small file can decode to gigabytes, so previews check this first.

export interface ImageSize {
  width: number
  height: number
}

/** Undefined for anything that is not a complete header of a PNG, GIF or JPEG. */
export function imageSizeOf(bytes: Uint8Array): ImageSize | undefined {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength)
  try {
    if (view.getUint32(0) === PNG) return { width: view.getUint32(16), height: view.getUint32(20) }
    if (view.getUint32(0) === GIF) return { width: view.getUint16(6, true), height: view.getUint16(8, true) }
    if (view.getUint16(0) === JPEG) return jpegSizeOf(view)
  } catch (error) {
    // The header continues after the given bytes.
    if (!(error instanceof RangeError)) throw error
  }
  return undefined
}

const PNG = 0x89504e47
const GIF = 0x47494638
const JPEG = 0xffd8

/** Walks the segments of a JPEG to its frame header. */
function jpegSizeOf(view: DataView): ImageSize | undefined {
  let at = 2
  while (view.getUint8(at) === 0xff) {
    const marker = view.getUint8(at + 1)
    // The markers from C0 to CF begin frames, except for three that hold tables.
    const isFrame = marker >= 0xc0 && marker <= 0xcf && ![0xc4, 0xc8, 0xcc].includes(marker)
    if (isFrame) return { width: view.getUint16(at + 7), height: view.getUint16(at + 5) }
    // A fill byte has no length.
    at += marker === 0xff ? 1 : 2 + view.getUint16(at + 2)
  }
  return undefined
}

/** A photo of a good camera has about 50 million pixels. */
const MAX_PIXELS = 64_000_000

export const canShow = (size: ImageSize | undefined) =>
  size !== undefined && size.width > 0 && size.height > 0 && size.width * size.height <= MAX_PIXELS

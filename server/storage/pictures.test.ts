// Metadata removal from pictures in a public bucket. The files are built by hand, with the metadata that cameras, editors and attackers
// add.
import { crc32 } from 'node:zlib'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { idOf } from '../testing/database.ts'
import { startTestServer } from '../testing/server.ts'
import { withShelves } from './test-shelves.ts'

let shelves: Awaited<ReturnType<typeof withShelves>>
beforeAll(async () => {
  shelves = await withShelves(await startTestServer())
})
afterAll(() => shelves.stop())

const SECRET = 'GPS 40.4093 49.8671 Leyla'
const JPEG = Buffer.from(
  '/9j/4AAQSkZJRgABAQAAAQABAAD/2wBDAFA3PEY8MlBGQUZaVVBfeMiCeG5uePWvuZHI////////////////////////////////////////////////////wAALCAAIAAgBAREA/8QAFAABAAAAAAAAAAAAAAAAAAAABP/EABUQAQEAAAAAAAAAAAAAAAAAAAAS/9oACAEBAAA/ADU//9k=',
  'base64',
)
const PNG = Buffer.from('iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==', 'base64')
const LOSSY = Buffer.from('UklGRiIAAABXRUJQVlA4IBYAAAAwAQCdASoBAAEADsD+JaQAA3AAAAAA', 'base64')
const LOSSLESS = Buffer.from('UklGRhoAAABXRUJQVlA4TA0AAAAvAAAAEAcQERGIiP4HAA==', 'base64')

const segment = (marker: number, data: Buffer) => {
  const head = Buffer.from([0xff, marker, 0, 0])
  head.writeUInt16BE(data.length + 2, 2)
  return Buffer.concat([head, data])
}
const afterStart = (...segments: Buffer[]) => Buffer.concat([JPEG.subarray(0, 2), ...segments, JPEG.subarray(2)])
const pngChunk = (name: string, data: Buffer) => {
  const named = Buffer.concat([Buffer.from(name, 'latin1'), data])
  const [length, checksum] = [Buffer.alloc(4), Buffer.alloc(4)]
  length.writeUInt32BE(data.length)
  checksum.writeUInt32BE(crc32(named))
  return Buffer.concat([length, named, checksum])
}
const PNG_AFTER_HEADER = 33
const afterHeader = (...chunks: Buffer[]) => Buffer.concat([PNG.subarray(0, PNG_AFTER_HEADER), ...chunks, PNG.subarray(PNG_AFTER_HEADER)])
const riffChunk = (name: string, data: Buffer) => {
  const head = Buffer.alloc(8)
  head.write(name, 'latin1')
  head.writeUInt32LE(data.length, 4)
  return Buffer.concat([head, data, Buffer.alloc(data.length % 2)])
}
const riff = (...chunks: Buffer[]) => {
  const body = Buffer.concat(chunks)
  const head = Buffer.from('RIFF    WEBP', 'latin1')
  head.writeUInt32LE(body.length + 4, 4)
  return Buffer.concat([head, body])
}
const extended = (flags: number, width = 1, height = 1) => {
  const data = Buffer.alloc(10)
  data.writeUInt8(flags, 0)
  data.writeUIntLE(width - 1, 4, 3)
  data.writeUIntLE(height - 1, 7, 3)
  return riffChunk('VP8X', data)
}
const secret = Buffer.from(SECRET)

let count = 0
async function stored(bytes: Buffer, contentType: string) {
  count += 1
  const bucket = shelves.ada.from('portraits')
  const key = `${idOf('ada')}/${count}`
  const { error } = await bucket.upload(key, bytes, { contentType })
  const { data } = await bucket.download(key)
  const info = error ? undefined : (await bucket.info(key)).data
  return { message: error?.message, bytes: data ? Buffer.from(await data.arrayBuffer()) : undefined, info }
}

describe('a public bucket for pictures', () => {
  test.each<[string, Buffer, string, Buffer]>([
    [
      'EXIF, XMP, a profile and a comment of a JPEG',
      afterStart(segment(0xe1, secret), segment(0xe2, secret), segment(0xfe, secret)),
      'image/jpeg',
      JPEG,
    ],
    ['a ZIP archive behind a JPEG', Buffer.concat([JPEG, Buffer.from('PK\u0003\u0004'), secret]), 'image/jpeg', JPEG],
    [
      'texts and EXIF of a PNG',
      afterHeader(pngChunk('tEXt', secret), pngChunk('eXIf', secret), pngChunk('iCCP', secret)),
      'image/png',
      PNG,
    ],
    ['bytes behind a PNG', Buffer.concat([PNG, secret]), 'image/png', PNG],
    [
      'EXIF and XMP of a lossy WebP',
      riff(extended(0x0c), LOSSY.subarray(12), riffChunk('EXIF', secret), riffChunk('XMP ', secret)),
      'image/webp',
      LOSSY,
    ],
    ['unknown chunks of a lossless WebP', riff(LOSSLESS.subarray(12), riffChunk('MINE', secret)), 'image/webp', LOSSLESS],
    ['bytes behind a WebP', Buffer.concat([LOSSY, secret]), 'image/webp', LOSSY],
  ])('removes %s', async (_, file, type, picture) => {
    expect(file.includes(SECRET)).toBe(true)
    const { bytes, info, message } = await stored(file, type)
    expect(message).toBeUndefined()
    expect(bytes?.includes(SECRET)).toBe(false)
    // The JPEG also loses its JFIF header, which contains only the print size.
    const expected = type === 'image/jpeg' ? Buffer.concat([picture.subarray(0, 2), picture.subarray(20)]) : picture
    expect(bytes?.equals(expected)).toBe(true)
    expect(info).toMatchObject({ size: expected.length, contentType: type })
  })

  test('keeps the transparency of a WebP', async () => {
    const file = riff(extended(0x1c), riffChunk('ALPH', Buffer.from([0, 255])), LOSSY.subarray(12), riffChunk('EXIF', secret))
    const { bytes } = await stored(file, 'image/webp')
    expect(bytes?.equals(riff(extended(0x10), riffChunk('ALPH', Buffer.from([0, 255])), LOSSY.subarray(12)))).toBe(true)
  })

  test.each<[string, Buffer, string, RegExp]>([
    ['an animated WebP', riff(extended(0x02), riffChunk('ANIM', Buffer.alloc(6)), LOSSY.subarray(12)), 'image/webp', /animated/],
    ['an animated PNG', afterHeader(pngChunk('acTL', Buffer.alloc(8))), 'image/png', /image\/apng/],
    ['a JPEG that ends in a segment', JPEG.subarray(0, 60), 'image/jpeg', /damaged/],
    ['a JPEG that ends in its scan', JPEG.subarray(0, JPEG.length - 2), 'image/jpeg', /damaged/],
    ['a PNG that ends in a chunk', PNG.subarray(0, 50), 'image/png', /damaged/],
    ['a WebP that ends in a chunk', LOSSY.subarray(0, 30), 'image/webp', /damaged/],
    ['a PNG of 65,535 by 65,535 pixels', pngOf(65_535), 'image/png', /at most 4096 pixels/],
    ['a WebP whose canvas is larger than its picture', riff(extended(0, 16_000, 16_000), LOSSY.subarray(12)), 'image/webp', /damaged/],
    ['a file of another type', Buffer.from('<svg xmlns="http://www.w3.org/2000/svg"/>'), 'image/webp', /mime type/],
  ])('refuses %s and stores nothing', async (_, file, type, message) => {
    const result = await stored(file, type)
    expect(result.message).toMatch(message)
    expect(result.bytes).toBeUndefined()
  })

  test('accepts no copy from a bucket that keeps files unchanged', async () => {
    const from = `${idOf('ada')}/camera.png`
    const papers = shelves.ada.from('papers')
    await papers.upload(from, afterHeader(pngChunk('tEXt', secret)), { contentType: 'image/png' })
    const to = { destinationBucket: 'portraits' }
    expect((await papers.copy(from, from, to)).error?.message).toMatch(/must be uploaded/)
    expect((await papers.move(from, from, to)).error?.message).toMatch(/must be uploaded/)
    // Medical images keep the metadata of their device.
    expect((await (await papers.download(from)).data?.text())?.includes(SECRET)).toBe(true)
  })
})

function pngOf(pixels: number) {
  const header = Buffer.from(PNG.subarray(16, 29))
  header.writeUInt32BE(pixels, 0)
  header.writeUInt32BE(pixels, 4)
  return Buffer.concat([PNG.subarray(0, 8), pngChunk('IHDR', header), PNG.subarray(PNG_AFTER_HEADER)])
}

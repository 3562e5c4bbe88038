import { expect, test } from 'vitest'
import { canShow, imageSizeOf } from './image-size.ts'

const bytes = (...parts: (number[] | string)[]) =>
  new Uint8Array(parts.flatMap((part) => (typeof part === 'string' ? Array.from(part, (letter) => letter.charCodeAt(0)) : part)))
const PNG_START = [0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a, 0, 0, 0, 13]

test.each([
  ['PNG', bytes(PNG_START, 'IHDR', [0, 0, 1, 44, 0, 0, 0, 200]), { width: 300, height: 200 }],
  ['GIF', bytes('GIF89a', [44, 1, 200, 0]), { width: 300, height: 200 }],
  [
    'JPEG with a segment before its frame',
    bytes([0xff, 0xd8, 0xff, 0xe0, 0, 4, 1, 2, 0xff, 0xff, 0xc4, 0, 3, 9, 0xff, 0xc2, 0, 17, 8, 0, 200, 1, 44]),
    { width: 300, height: 200 },
  ],
])('reads the size of a %s', (_, file, size) => {
  expect(imageSizeOf(file)).toEqual(size)
})

test.each([
  ['no bytes', bytes()],
  ['plain text', bytes('no picture at all')],
  ['a PNG that ends too early', bytes(PNG_START)],
  ['a JPEG that ends too early', bytes([0xff, 0xd8, 0xff, 0xe0, 0xff, 0xff])],
  ['a JPEG without a frame', bytes([0xff, 0xd8, 0xff, 0xe0, 0, 2, 0, 0])],
])('finds no size in %s', (_, file) => {
  expect(imageSizeOf(file)).toBeUndefined()
})

test('does not show an image that would exhaust the memory', () => {
  expect(canShow({ width: 8000, height: 6000 })).toBe(true)
  expect(canShow({ width: 60_000, height: 60_000 })).toBe(false)
  expect(canShow({ width: 0, height: 10 })).toBe(false)
  expect(canShow(undefined)).toBe(false)
})

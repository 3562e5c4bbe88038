import { expect, test } from 'vitest'
import { PHOTO_PIXELS } from '../photos.ts'
import { cropBox, defaultPosition, fileProblem, freeDirection, isAnimated, isTooSmall } from './picture-file.ts'

const ARCH = 14 / 17

test.each([
  ['me.jpg', 'image/jpeg', 1000, undefined],
  ['me.png', 'image/png', 1000, undefined],
  ['me.webp', 'image/webp', 1000, undefined],
  ['me.svg', 'image/svg+xml', 1000, 'picture_wrong_type'],
  ['me.gif', 'image/gif', 1000, 'picture_wrong_type'],
  ['me.pdf', 'application/pdf', 1000, 'picture_wrong_type'],
  ['me', '', 1000, 'picture_wrong_type'],
  ['IMG_1.HEIC', '', 1000, 'picture_heic'],
  ['me.heif', 'image/heif', 1000, 'picture_heic'],
  ['me.jpg', 'image/jpeg', 20 * 1024 * 1024, undefined],
  ['me.jpg', 'image/jpeg', 20 * 1024 * 1024 + 1, 'picture_too_large'],
])('%s of type %j with %i bytes: %s', (name, type, size, problem) => {
  expect(fileProblem({ name, type, size })).toBe(problem)
})

test('a picture needs enough pixels in both directions', () => {
  expect(isTooSmall({ width: 160, height: 160 })).toBe(false)
  expect(isTooSmall({ width: 159, height: 4000 })).toBe(true)
  expect(isTooSmall({ width: 4000, height: 159 })).toBe(true)
})

test('a wide picture is cropped at its sides, from the middle', () => {
  const picture = { width: 3000, height: 1700 }
  expect(freeDirection(picture, ARCH)).toBe('x')
  expect(cropBox(picture, ARCH, defaultPosition(picture, ARCH))).toEqual({ x: 800, y: 0, width: 1400, height: 1700 })
  expect(cropBox(picture, ARCH, 0).x).toBe(0)
  expect(cropBox(picture, ARCH, 100)).toMatchObject({ x: 1600, width: 1400 })
})

test('a high picture is cropped above and below, keeping more of the top', () => {
  const picture = { width: 1400, height: 2700 }
  expect(freeDirection(picture, ARCH)).toBe('y')
  expect(cropBox(picture, ARCH, defaultPosition(picture, ARCH))).toEqual({ x: 0, y: 200, width: 1400, height: 1700 })
})

test('the crop never leaves the picture', () => {
  for (const position of [-50, 0, 33, 100, 900]) {
    for (const picture of [
      { width: 640, height: 640 },
      { width: 161, height: 9000 },
      { width: 9000, height: 161 },
    ]) {
      const { x, y, width, height } = cropBox(picture, ARCH, position)
      expect(Math.min(x, y)).toBeGreaterThanOrEqual(0)
      expect(x + width).toBeLessThanOrEqual(picture.width + 0.001)
      expect(y + height).toBeLessThanOrEqual(picture.height + 0.001)
    }
  }
})

test('all stored sizes have the shape of the crop', () => {
  const { width, height } = cropBox({ width: 640, height: 640 }, ARCH, 50)
  for (const size of Object.values(PHOTO_PIXELS)) expect(size.width / size.height).toBeCloseTo(width / height)
})

test.each([
  ['a still WebP', 'RIFF\0\0\0\0WEBPVP8X\x0a\0\0\0\x10', false],
  ['an animated WebP', 'RIFF\0\0\0\0WEBPVP8X\x0a\0\0\0\x12', true],
  ['a simple WebP', 'RIFF\0\0\0\0WEBPVP8 \x0a\0\0\0\x12', false],
  ['a still PNG', '\x89PNG\r\n\x1a\n\0\0\0\rIHDR', false],
  ['an animated PNG', '\x89PNG\r\n\x1a\n\0\0\0\rIHDR----acTL', true],
  ['a still AVIF', '\0\0\0\x1cftypavif', false],
  ['an animated AVIF', '\0\0\0\x1cftypavis', true],
  ['a JPEG', '\xff\xd8\xff\xe0acTL', false],
])('%s is recognised by its first bytes', (_, head, animated) => {
  expect(isAnimated(head)).toBe(animated)
})

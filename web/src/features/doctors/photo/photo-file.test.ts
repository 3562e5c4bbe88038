import { expect, test } from 'vitest'
import { photoPathOf } from '../../../domain/photos.ts'
import { cropBox, defaultPosition, fileProblem, freeDirection, isTooSmall, newPhotoPath, PHOTO_PIXELS } from './photo-file.ts'

test.each([
  ['me.jpg', 'image/jpeg', 1000, undefined],
  ['me.png', 'image/png', 1000, undefined],
  ['me.webp', 'image/webp', 1000, undefined],
  ['me.svg', 'image/svg+xml', 1000, 'photo_wrong_type'],
  ['me.gif', 'image/gif', 1000, 'photo_wrong_type'],
  ['me.pdf', 'application/pdf', 1000, 'photo_wrong_type'],
  ['me', '', 1000, 'photo_wrong_type'],
  ['IMG_1.HEIC', '', 1000, 'photo_heic'],
  ['me.heif', 'image/heif', 1000, 'photo_heic'],
  ['me.jpg', 'image/jpeg', 20 * 1024 * 1024, undefined],
  ['me.jpg', 'image/jpeg', 20 * 1024 * 1024 + 1, 'photo_too_large'],
])('%s of type %j with %i bytes: %s', (name, type, size, problem) => {
  expect(fileProblem({ name, type, size })).toBe(problem)
})

test('a picture must have pixels enough in both directions', () => {
  expect(isTooSmall({ width: 160, height: 160 })).toBe(false)
  expect(isTooSmall({ width: 159, height: 4000 })).toBe(true)
  expect(isTooSmall({ width: 4000, height: 159 })).toBe(true)
})

test('a wide picture is cropped at its sides, from the middle', () => {
  const picture = { width: 3000, height: 1700 }
  expect(freeDirection(picture)).toBe('x')
  expect(cropBox(picture, defaultPosition(picture))).toEqual({ x: 800, y: 0, width: 1400, height: 1700 })
  expect(cropBox(picture, 0).x).toBe(0)
  expect(cropBox(picture, 100)).toMatchObject({ x: 1600, width: 1400 })
})

test('a high picture is cropped above and below, keeping more of the top', () => {
  const picture = { width: 1400, height: 2700 }
  expect(freeDirection(picture)).toBe('y')
  expect(cropBox(picture, defaultPosition(picture))).toEqual({ x: 0, y: 200, width: 1400, height: 1700 })
})

test('the crop never leaves the picture', () => {
  for (const position of [-50, 0, 33, 100, 900]) {
    for (const picture of [
      { width: 640, height: 640 },
      { width: 161, height: 9000 },
      { width: 9000, height: 161 },
    ]) {
      const { x, y, width, height } = cropBox(picture, position)
      expect(Math.min(x, y)).toBeGreaterThanOrEqual(0)
      expect(x + width).toBeLessThanOrEqual(picture.width + 0.001)
      expect(y + height).toBeLessThanOrEqual(picture.height + 0.001)
    }
  }
})

test('both stored sizes have the shape of the crop', () => {
  const { width, height } = cropBox({ width: 640, height: 640 }, 50)
  for (const size of Object.values(PHOTO_PIXELS)) expect(size.width / size.height).toBeCloseTo(width / height)
})

test('every photo has a path of its own that the database accepts, for both sizes', () => {
  const id = '536194bc-d7df-e30d-b182-1534668aa765'
  const path = newPhotoPath(id)
  // As in private.doctor_of_photo_path.
  const accepted = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}\/[a-z0-9][a-z0-9-]{0,59}\.webp$/
  expect(path.startsWith(`${id}/`)).toBe(true)
  expect(path).toMatch(accepted)
  expect(photoPathOf(path, 'small')).toMatch(accepted)
  expect(newPhotoPath(id)).not.toBe(path)
})

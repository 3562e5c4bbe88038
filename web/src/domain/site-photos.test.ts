import { expect, test } from 'vitest'
import { PERSON_PHOTO_PIXELS, SITE_PHOTO_PIXELS, sitePhotoObject } from './site-photos.ts'

test.each([
  ['a', 'large', 'a/large.webp'],
  ['a', 'small', 'a/small.webp'],
  ['a.jpg', 'full', 'a/full.jpg'],
] as const)('the photo %s in size %s is %s', (photo, size, path) => {
  expect(sitePhotoObject(photo, size)).toBe(path)
})

test('all sizes have the shape of the portfolio', () => {
  expect(new Set(Object.values(SITE_PHOTO_PIXELS).map(({ width, height }) => width / height))).toEqual(new Set([1.5]))
})

test('a person has the same sizes, in the shape of the arch', () => {
  expect(Object.keys(PERSON_PHOTO_PIXELS)).toEqual(Object.keys(SITE_PHOTO_PIXELS))
  for (const { width, height } of Object.values(PERSON_PHOTO_PIXELS)) expect(width / height).toBeCloseTo(14 / 17)
})

import { afterEach, expect, test, vi } from 'vitest'
import { hasAllSizes, photoPathOf, photoUrl } from './photos.ts'

afterEach(() => vi.unstubAllGlobals())

test.each([
  ['d/p-full.webp', 'large', 'd/p-large.webp'],
  ['d/p-full.webp', 'full', 'd/p-full.webp'],
  ['d/p-full.webp', 'small', 'd/p-small.webp'],
  ['d/p-full.webp', 'share', 'd/p-share.jpg'],
  ['d/p-full.jpg', 'large', 'd/p-large.jpg'],
  ['d/p-full.jpg', 'share', 'd/p-share.jpg'],
  ['d/p.webp', 'full', 'd/p.webp'],
  ['d/p.webp', 'small', 'd/p-small.webp'],
  ['d/p.webp', 'large', 'd/p.webp'],
  ['d/p.webp', 'share', 'd/p.webp'],
] as const)('the photo %s in size %s is %s', (path, size, name) => {
  expect(photoPathOf(path, size)).toBe(name)
})

test('only photos with -full in their name have all sizes', () => {
  expect(['d/p-full.webp', 'd/p-full.jpg', 'd/p.webp'].map(hasAllSizes)).toEqual([true, true, false])
})

test('photos are read from the public bucket', () => {
  vi.stubGlobal('document', { querySelector: () => ({ textContent: '{"supabaseUrl":"https://backend.example"}' }) })
  expect(photoUrl('d/p.webp', 'small')).toBe('https://backend.example/storage/v1/object/public/doctor-photos/d/p-small.webp')
})

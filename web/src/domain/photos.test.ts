import { afterEach, expect, test, vi } from 'vitest'
import { photoPathOf, photoUrl } from './photos.ts'

afterEach(() => vi.unstubAllGlobals())

test('the small size has the same name with an ending of its own', () => {
  expect(photoPathOf('d/p.webp', 'full')).toBe('d/p.webp')
  expect(photoPathOf('d/p.webp', 'small')).toBe('d/p-small.webp')
})

test('photos are read from the public bucket', () => {
  vi.stubGlobal('document', { getElementById: () => ({ textContent: '{"supabaseUrl":"https://backend.example"}' }) })
  expect(photoUrl('d/p.webp', 'small')).toBe('https://backend.example/storage/v1/object/public/doctor-photos/d/p-small.webp')
})

import { expect, test } from 'vitest'
import { type PhotoSize, photoPathOf } from '../../../domain/photos.ts'
import { newPhotoPath } from './queries.ts'

test('every photo has its own path, which the database accepts in every size', () => {
  const id = '536194bc-d7df-e30d-b182-1534668aa765'
  // The same pattern as in private.doctor_of_photo_path.
  const accepted = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}\/[a-z0-9][a-z0-9-]{0,59}\.(webp|jpg)$/
  for (const type of ['image/webp', 'image/jpeg'] as const) {
    const path = newPhotoPath(id, type)
    expect(path.startsWith(`${id}/`)).toBe(true)
    for (const size of ['large', 'full', 'small', 'share'] as PhotoSize[]) expect(photoPathOf(path, size)).toMatch(accepted)
    expect(newPhotoPath(id, type)).not.toBe(path)
  }
})

import { expect, test } from 'vitest'
import { previewOf } from './previews.ts'

const MB = 1024 * 1024

test.each([
  ['image/jpeg', 3 * MB, 'image'],
  ['image/png', 20 * MB, 'image'],
  ['image/gif', 1, 'image'],
  ['image/jpeg', 21 * MB, undefined],
  ['application/pdf', 50 * MB, 'pdf'],
  ['image/svg+xml', 1, undefined],
  ['text/html', 1, undefined],
  ['text/plain', 1, undefined],
  ['application/zip', 1, undefined],
])('%s of %i bytes is previewed as %s', (file_type, file_size, preview) => {
  expect(previewOf({ file_type, file_size })).toBe(preview)
})

import { expect, test } from 'vitest'
import { unbroken } from './unbroken.ts'

test('e-posta and its like stay in one line, other words with hyphens may break', () => {
  expect(unbroken('E-postalar ve e-məktub')).toBe('E-\u2060postalar ve e-\u2060məktub')
  expect(unbroken('orthopaede-urologist, e-\u2060mail')).toBe('orthopaede-urologist, e-\u2060mail')
})

import { expect, test } from 'vitest'
import { lengthOf } from './length-of.ts'

test('an emoji counts as one character, as in the database', () => {
  expect(lengthOf('a😀b')).toBe(3)
})

import { expect, test } from 'vitest'
import { targetOf } from './radio-keys.ts'

test.each([
  ['ArrowRight', false, 2],
  ['ArrowLeft', false, 0],
  ['ArrowRight', true, 0],
  ['ArrowLeft', true, 2],
  ['ArrowDown', true, 2],
  ['ArrowUp', true, 0],
  ['Home', false, 0],
  ['End', false, 3],
  ['Tab', false, undefined],
  ['a', false, undefined],
] as const)('%s (right to left: %s) moves from the second of four to %s', (key, isRightToLeft, target) => {
  expect(targetOf(key, 1, 4, isRightToLeft)).toBe(target)
})

test('wraps around from the last option to the first and back', () => {
  expect(targetOf('ArrowDown', 3, 4, false)).toBe(0)
  expect(targetOf('ArrowUp', 0, 4, false)).toBe(3)
})

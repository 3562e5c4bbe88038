import { expect, test } from 'vitest'
import { neighbour, stepOfKey, stepOfSwipe } from './steps.ts'

test('the arrow keys follow the reading direction', () => {
  expect(stepOfKey('ArrowRight', 'ltr')).toBe(1)
  expect(stepOfKey('ArrowLeft', 'ltr')).toBe(-1)
  expect(stepOfKey('ArrowRight', 'rtl')).toBe(-1)
  expect(stepOfKey('ArrowLeft', 'rtl')).toBe(1)
  expect(stepOfKey('Enter', 'ltr')).toBe(0)
})

test('a swipe pulls the next picture in from its side; a small movement does nothing', () => {
  expect(stepOfSwipe(-80, 'ltr')).toBe(1)
  expect(stepOfSwipe(80, 'ltr')).toBe(-1)
  expect(stepOfSwipe(-80, 'rtl')).toBe(-1)
  expect(stepOfSwipe(80, 'rtl')).toBe(1)
  expect(stepOfSwipe(-20, 'ltr')).toBe(0)
})

test('after the last picture comes the first; a single picture is its own neighbour', () => {
  expect(neighbour(['a', 'b', 'c'], 'b', 1)).toBe('c')
  expect(neighbour(['a', 'b', 'c'], 'c', 1)).toBe('a')
  expect(neighbour(['a', 'b', 'c'], 'a', -1)).toBe('c')
  expect(neighbour(['a'], 'a', -1)).toBe('a')
})

import { expect, test } from 'vitest'
import { HEARD, loudnessOf } from './level.ts'

const tone = (height: number) => Float32Array.from({ length: 2048 }, (_, index) => height * Math.sin(index / 10))

test('the loudness of silence and of no samples is zero', () => {
  expect(loudnessOf(new Float32Array(2048))).toBe(0)
  expect(loudnessOf(new Float32Array(0))).toBe(0)
})

test('a silent room is not heard, a voice is, and the maximum loudness is 1', () => {
  expect(loudnessOf(tone(0.003))).toBeLessThan(HEARD)
  expect(loudnessOf(tone(0.1))).toBeGreaterThan(HEARD)
  expect(loudnessOf(tone(0.5))).toBeGreaterThan(loudnessOf(tone(0.1)))
  expect(loudnessOf(tone(4))).toBe(1)
})

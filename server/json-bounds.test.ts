import fc from 'fast-check'
import { expect, test } from 'vitest'
import { jsonExcess } from './json-bounds.ts'

const countOf = (value: unknown): number =>
  typeof value === 'object' && value !== null ? Object.values(value).reduce((sum: number, each) => sum + countOf(each), 1) : 1
const depthOf = (value: unknown): number =>
  typeof value === 'object' && value !== null ? 1 + Math.max(0, ...Object.values(value).map(depthOf)) : 0

test('values and levels are counted as a parser would', () => {
  fc.assert(
    fc.property(fc.jsonValue({ maxDepth: 6 }), fc.constantFrom(0, 2), (value, indent) => {
      const text = JSON.stringify(value, undefined, indent)
      const [values, depth] = [countOf(value), depthOf(value)]
      expect(jsonExcess(text, { maxValues: values, maxDepth: depth })).toBeUndefined()
      expect(jsonExcess(text, { maxValues: values - 1, maxDepth: depth })).toBe('too many values')
      expect(jsonExcess(text, { maxValues: Infinity, maxDepth: depth - 1 })).toBe(depth > 0 ? 'too deep' : undefined)
    }),
  )
})

test('brackets and commas inside a string do not count', () => {
  const text = JSON.stringify({ 'a,[{': '],"[{\\', b: '\\"[[[[[' })
  expect(jsonExcess(text, { maxValues: 3, maxDepth: 1 })).toBeUndefined()
})

test('an unterminated string is left to the parser', () => {
  expect(jsonExcess('["[[[[[[[[', { maxValues: 2, maxDepth: 1 })).toBeUndefined()
})

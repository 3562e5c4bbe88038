import { expect, test } from 'vitest'
import { plainWordFor } from './plain-words.mjs'

test.each([
  ['PATIENCE_MS', 'timeout'],
  ['sendPatienceMs', 'timeout'],
  ['MOST_BYTES', 'MAX_…'],
  ['LONGEST', 'MAX_…'],
  ['LONGEST_NAME', 'MAX_…'],
  ['stray', 'orphanedObjects'],
  ['strays', 'orphanedObjects'],
  ['strayBytes', 'orphanedObjects'],
  ['createStrays', 'orphanedObjects'],
  ['createAllowances', 'rateLimits'],
])('%s is refused', (name, word) => {
  expect(plainWordFor(name)).toBe(word)
})

test.each(['MAX_BYTES', 'timeoutMs', 'almost', 'most', 'longest', 'ALMOST_MS', 'astray', 'MOSTLY'])('%s is allowed', (name) => {
  expect(plainWordFor(name)).toBeUndefined()
})

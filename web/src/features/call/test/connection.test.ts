import { expect, test } from 'vitest'
import { findingOf } from './connection.ts'

test('rates a connection as good or slow, and ignores a single late response', () => {
  expect(findingOf([20, 24, 30, 22])).toEqual({ key: 'videoTest.connectionGood', values: { ms: 22 } })
  expect(findingOf([20, 900, 30, 22])).toEqual({ key: 'videoTest.connectionGood', values: { ms: 22 } })
  expect(findingOf([700, 650, 30, 800])).toEqual({ key: 'videoTest.connectionSlow', values: { ms: 650 } })
  expect(findingOf([0.2])).toEqual({ key: 'videoTest.connectionGood', values: { ms: 1 } })
})

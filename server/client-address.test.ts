import { expect, test } from 'vitest'
import { createAddressOf } from './client-address.ts'

test('without a trusted proxy the peer counts, whatever a header says', () => {
  const addressOf = createAddressOf([])
  expect(addressOf('203.0.113.5', '198.51.100.1')).toBe('203.0.113.5')
  expect(addressOf('::ffff:203.0.113.5', null)).toBe('203.0.113.5')
  expect(addressOf(undefined, null)).toBe('unknown')
})

test('behind trusted proxies the last address they did not write themselves counts', () => {
  const addressOf = createAddressOf(['10.0.0.0/8', '::1'])
  expect(addressOf('10.0.0.2', '198.51.100.1')).toBe('198.51.100.1')
  expect(addressOf('::1', '6.6.6.6, 198.51.100.1, 10.1.1.1')).toBe('198.51.100.1')
  expect(addressOf('203.0.113.5', '198.51.100.1')).toBe('203.0.113.5')
})

test('nonsense in the header is nobody', () => {
  const addressOf = createAddressOf(['10.0.0.1'])
  expect(addressOf('10.0.0.1', 'unknown')).toBe('10.0.0.1')
  expect(addressOf('10.0.0.1', '')).toBe('10.0.0.1')
})

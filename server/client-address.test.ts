import { expect, test } from 'vitest'
import { createAddressOf, networkOf } from './client-address.ts'

test('the peer’s address is used without a trusted proxy, whatever a header claims', () => {
  const addressOf = createAddressOf([])
  expect(addressOf('203.0.113.5', '198.51.100.1')).toBe('203.0.113.5')
  expect(addressOf('::ffff:203.0.113.5', null)).toBe('203.0.113.5')
  expect(addressOf(undefined, null)).toBe('unknown')
})

test('the last address that is not a trusted proxy is used behind proxies', () => {
  const addressOf = createAddressOf(['10.0.0.0/8', '::1'])
  expect(addressOf('10.0.0.2', '198.51.100.1')).toBe('198.51.100.1')
  expect(addressOf('::1', '6.6.6.6, 198.51.100.1, 10.1.1.1')).toBe('198.51.100.1')
  expect(addressOf('203.0.113.5', '198.51.100.1')).toBe('203.0.113.5')
})

test('an invalid header gives no address', () => {
  const addressOf = createAddressOf(['10.0.0.1'])
  expect(addressOf('10.0.0.1', 'unknown')).toBe('10.0.0.1')
  expect(addressOf('10.0.0.1', '')).toBe('10.0.0.1')
})

test('ports written by proxies are removed', () => {
  const addressOf = createAddressOf(['10.0.0.1'])
  expect(addressOf('10.0.0.1', '198.51.100.1:4711')).toBe('198.51.100.1')
  expect(addressOf('10.0.0.1', '[2001:db8::1]:4711')).toBe('2001:db8::1')
  expect(addressOf('10.0.0.1', '::FFFF:198.51.100.1')).toBe('198.51.100.1')
})

test('a network is one IPv4 address or an IPv6 /64', () => {
  expect(networkOf('198.51.100.1')).toBe('198.51.100.1')
  expect(networkOf('unknown')).toBe('unknown')
  for (const address of ['2001:db8:0:7::1', '2001:DB8::7:a:b:c:d', '2001:0db8:0000:0007:1:2:3:4', '2001:db8:0:7::%eth0']) {
    expect(networkOf(address)).toBe('2001:db8:0:7::/64')
  }
  expect(networkOf('::1')).toBe('0:0:0:0::/64')
  expect(networkOf('fe80::1%eth0')).toBe('fe80:0:0:0::/64')
})

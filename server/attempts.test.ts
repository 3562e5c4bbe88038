import { expect, test } from 'vitest'
import { AttemptError, type AttemptLimit, createAttempts } from './attempts.ts'
import type { Caller } from './gate.ts'

const ORDERS: AttemptLimit = { requests: ['POST /orders', '/rpc/order'], minutes: 5, perUser: 3, perNetwork: 5, error: 'too_many_orders' }
const VISITS: AttemptLimit = { requests: ['/rpc/look'], minutes: 1, perVisitor: 2, error: 'too_many_requests' }

const visitor = (address: string): Caller => ({ address, identity: { role: 'anon', claims: { role: 'anon' }, sessionId: undefined } })
const person = (sub: string, address = '192.0.2.1') =>
  ({ address, identity: { role: 'authenticated', claims: { sub }, sessionId: 's' } }) as unknown as Caller
const service: Caller = { address: '192.0.2.1', identity: { role: 'service_role', claims: { role: 'service_role' }, sessionId: undefined } }

/** Returns how many attempts are allowed. */
function passed(times: number, attempt: () => void) {
  let count = 0
  for (let n = 0; n < times; n++) {
    try {
      attempt()
      count += 1
    } catch (error) {
      if (!(error instanceof AttemptError)) throw error
    }
  }
  return count
}

test('attempts of a user are limited within the window, summed over all listed requests', () => {
  let time = 0
  const { count } = createAttempts([ORDERS], 1, () => time)
  expect(passed(2, () => count(person('ada'), 'POST', '/orders'))).toBe(2)
  expect(passed(3, () => count(person('ada'), 'GET', '/rpc/order'))).toBe(1)
  expect(passed(9, () => count(person('ada'), 'GET', '/orders'))).toBe(9)
  time = 4 * 60_000
  expect(() => count(person('ada'), 'POST', '/orders')).toThrow(
    expect.objectContaining({ message: 'too_many_orders', max: 3, retryAfterSeconds: 60 }),
  )
  time = 5 * 60_000
  expect(passed(9, () => count(person('ada'), 'POST', '/orders'))).toBe(3)
})

test('attempts of all users in a network are limited together, and other networks are not affected', () => {
  const { count } = createAttempts([ORDERS])
  let n = 0
  expect(passed(9, () => count(person(`user ${n++}`), 'POST', '/orders'))).toBe(5)
  expect(passed(1, () => count(person('ada', '192.0.2.2'), 'POST', '/orders'))).toBe(1)
})

test('visitors are counted by network, an IPv6 /64 as one, and users are not', () => {
  const { count } = createAttempts([VISITS])
  let n = 0
  expect(passed(9, () => count(visitor(`2001:db8::${++n}`), 'POST', '/rpc/look'))).toBe(2)
  expect(passed(9, () => count(person('ada', '2001:db8::1'), 'POST', '/rpc/look'))).toBe(9)
})

test('the factor multiplies limits, 0 disables them, and the secret key is exempt', () => {
  expect(passed(99, () => createAttempts([ORDERS], 0).count(person('ada'), 'POST', '/orders'))).toBe(99)
  const twice = createAttempts([VISITS], 2)
  expect(passed(9, () => twice.count(visitor('192.0.2.1'), 'POST', '/rpc/look'))).toBe(4)
  const { count } = createAttempts([ORDERS])
  expect(passed(99, () => count(service, 'POST', '/orders'))).toBe(99)
})

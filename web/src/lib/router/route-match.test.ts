import { expect, test } from 'vitest'
import { matchPath } from './route-match.ts'

test.each([
  ['/', '/', {}],
  ['/faq', '/faq', {}],
  ['/faq', '/faq/', {}],
  ['/doctor-management', '/Doctor-Management', {}],
  ['/admin/logs', '/admin/logs', {}],
  ['/call/:appointmentId', '/call/7', { appointmentId: '7' }],
  ['/call/:appointmentId', '/call/a%20b', { appointmentId: 'a b' }],
  ['/call/:appointmentId', '/call/%', { appointmentId: '%' }],
  ['*', '/no/such/page', {}],
])('%s matches %s', (pattern, path, params) => {
  expect(matchPath(pattern, path)).toEqual(params)
})

test.each([
  ['/', '/faq'],
  ['/faq', '/'],
  ['/admin', '/admin/logs'],
  ['/admin/logs', '/admin'],
  ['/call/:appointmentId', '/call'],
  ['/call/:appointmentId', '/call/7/files'],
])('%s does not match %s', (pattern, path) => {
  expect(matchPath(pattern, path)).toBeUndefined()
})

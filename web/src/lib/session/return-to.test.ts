import { expect, test } from 'vitest'
import { ownPath, readSignInState } from './return-to.ts'

const OWN = [
  '/appointments',
  '/appointments?doctor=0b6e8d1c-6a0f-4a57-9c57-2d2b0f4f7a11',
  '/doctor?tab=notes&visit=1',
  '/doctor-management?tab=leaves',
  '/call/0b6e8d1c-6a0f-4a57-9c57-2d2b0f4f7a11?code',
  '/profile#history',
  '/authors',
]

const FOREIGN = [
  '//evil.example',
  '///evil.example',
  '/\\evil.example',
  '\\\\evil.example',
  '/\\/evil.example',
  'https://evil.example',
  'https:/evil.example',
  'javascript:alert(1)',
  'data:text/html,x',
  '/javascript:alert(1)',
  '/%2F/evil.example',
  '/%2f%2fevil.example',
  '/%5Cevil.example',
  '/.//evil.example',
  '/..//evil.example',
  '/appointments/../..//evil.example',
  '/appointments//evil.example',
  '/appointments/',
  '/@evil.example',
  '/evil.example',
  '/\t/evil.example',
  '/\n/evil.example',
  '\t//evil.example',
  ' /appointments',
  '/appointments ',
  '/appointments\n',
  '/appointments?x=\u0000',
  '/appointments?x=\r\nSet-Cookie: a=b',
  '/appointments?x=<script>',
  '/appointments?x="onload=',
  '/appointments?x=\\evil',
  '/\u2215evil.example',
  '/\uFF0Fevil.example',
  'appointments',
  '?x=1',
  '#x',
  '/',
  '',
  `/a?${'x'.repeat(512)}`,
  '/auth',
  '/auth?confirmed=true',
  '/auth#x',
  undefined,
  null,
  7,
  {},
  ['/appointments'],
]

test.each(OWN)('%s is a path of this site', (path) => {
  expect(ownPath(path)).toBe(path)
})

test.each(FOREIGN.map((path) => [path]))('%j is not a path of this site', (path) => {
  expect(ownPath(path)).toBeUndefined()
})

test('a path from the history is validated too', () => {
  expect(readSignInState({ returnTo: '//evil.example', tab: 'sign-up' })).toEqual({ returnTo: undefined, tab: 'sign-up' })
  expect(readSignInState({ returnTo: '/profile', tab: 'other' })).toEqual({ returnTo: '/profile', tab: 'sign-in' })
  for (const state of [null, undefined, 'x', 7]) expect(readSignInState(state)).toEqual({ returnTo: undefined, tab: 'sign-in' })
})

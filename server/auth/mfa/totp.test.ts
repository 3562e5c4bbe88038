import { expect, test } from 'vitest'
import { codeAt, matchingStep, newSecret, stepAt, toBase32, totpUri } from './totp.ts'

// From RFC 6238, appendix B: the last six digits of each code.
const SECRET = toBase32(Buffer.from('12345678901234567890'))

test.each([
  [59, '287082'],
  [1_111_111_109, '081804'],
  [1_111_111_111, '050471'],
  [1_234_567_890, '005924'],
  [2_000_000_000, '279037'],
  [20_000_000_000, '353130'],
])('at second %i the code is %s', (second, code) => {
  expect(codeAt(SECRET, stepAt(second * 1000))).toBe(code)
})

test('a code is valid from one step before to one step after its own', () => {
  const now = 1_700_000_000_000
  const step = stepAt(now)
  for (const skew of [-1, 0, 1]) expect(matchingStep(SECRET, codeAt(SECRET, step + skew), now)).toBe(step + skew)
  for (const skew of [-3, -2, 2, 3]) expect(matchingStep(SECRET, codeAt(SECRET, step + skew), now)).toBeUndefined()
  for (const wrong of ['', '12345', '1234567', 'abcdef', '１２３４５６', `${codeAt(SECRET, step)} `])
    expect(matchingStep(SECRET, wrong, now)).toBeUndefined()
})

test('secrets are 160 random bits in base 32', () => {
  expect(newSecret()).toMatch(/^[A-Z2-7]{32}$/)
  expect(newSecret()).not.toBe(newSecret())
})

test('the URI can be read by authenticator apps', () => {
  const uri = new URL(totpUri({ issuer: 'Two Words', account: 'ada+1@example.test', secret: SECRET }))
  expect(uri.href).toContain('otpauth://totp/Two%20Words:ada%2B1%40example.test?')
  expect(uri.href).not.toContain('+')
  expect(Object.fromEntries(uri.searchParams)).toEqual({
    algorithm: 'SHA1',
    digits: '6',
    issuer: 'Two Words',
    period: '30',
    secret: SECRET,
  })
})

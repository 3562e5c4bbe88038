import { expect, test } from 'vitest'
import { createSecrets } from './secrets.ts'

const [A, B] = ['a1f0a9ab-5d0e-4f3c-9d55-0f7b8bd1a001', 'a1f0a9ab-5d0e-4f3c-9d55-0f7b8bd1a002']

test('a secret decrypts for its own factor only, and is never stored as plain text', () => {
  const secrets = createSecrets(['key'])
  const sealed = secrets.seal(A, 'GEZDGNBV')
  expect(sealed).not.toContain('GEZDGNBV')
  expect(secrets.seal(A, 'GEZDGNBV')).not.toBe(sealed)
  expect(secrets.open(A, sealed)).toEqual({ secret: 'GEZDGNBV', isCurrent: true })
  expect(() => secrets.open(B, sealed)).toThrow('unable to authenticate data')
  expect(() => createSecrets(['other']).open(A, sealed)).toThrow('does not have')
})

test('after a key rotation older secrets decrypt with the previous key, and imported plain ones are accepted', () => {
  const sealed = createSecrets(['old']).seal(A, 'GEZDGNBV')
  expect(createSecrets(['new', 'old']).open(A, sealed)).toEqual({ secret: 'GEZDGNBV', isCurrent: false })
  expect(createSecrets(['new']).open(A, 'GEZDGNBV')).toEqual({ secret: 'GEZDGNBV', isCurrent: false })
})

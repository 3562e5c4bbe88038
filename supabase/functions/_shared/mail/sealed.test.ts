import { expect, test } from 'vitest'
import { seal, unseal } from './sealed.ts'

const env = { ENCRYPTION_KEY: Buffer.alloc(32, 1).toString('base64') }
const TEXT = '{"link":"https://site.example/verify?token=şifre"}'

test('a text can be decrypted only with its key and context, and every ciphertext differs', async () => {
  const sealed = await seal(TEXT, 'a@b.cc', env)
  expect(await unseal(sealed, 'a@b.cc', env)).toBe(TEXT)
  expect(await seal(TEXT, 'a@b.cc', env)).not.toBe(sealed)
  expect(Buffer.from(sealed, 'base64').toString('latin1')).not.toContain('token')
  const other = { ENCRYPTION_KEY: Buffer.alloc(32, 2).toString('base64') }
  const cut = Buffer.from(sealed, 'base64').subarray(0, -1).toString('base64')
  for (const [given, context, key] of [
    [sealed, 'a@b.cc', other],
    [sealed, 'eve@b.cc', env],
    [cut, 'a@b.cc', env],
    ['', 'a@b.cc', env],
  ] as const)
    await expect(unseal(given, context, key)).rejects.toMatchObject({
      message: 'ENCRYPTION_KEY is not the one that the mail was stored with',
      retryable: false,
    })
})

test.each([
  ['', 'ENCRYPTION_KEY is missing'],
  ['c2hvcnQ=', 'ENCRYPTION_KEY is not 32 bytes in base64'],
])('with the key %j mails wait for the operator', async (key, message) => {
  await expect(unseal('AAAA', 'x', { ENCRYPTION_KEY: key })).rejects.toMatchObject({ message, retryable: true })
})

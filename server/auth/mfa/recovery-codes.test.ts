import { createClient } from '@supabase/supabase-js'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { claimsOf, PASSWORD, refused, startAccounts, type TestAccounts } from '../testing.ts'
import { enrol, enrolled } from './testing.ts'

let at: TestAccounts

beforeAll(async () => {
  at = await startAccounts()
})
afterAll(() => at.stop())

/** Recovery codes are an experimental API of the client and have to be enabled. */
async function signedIn(email?: string) {
  const person = email ? { email } : await at.signedUp()
  const client = createClient(at.url, at.keys.publishable, {
    auth: { persistSession: false, autoRefreshToken: false, detectSessionInUrl: false, experimental: { recoveryCodes: true } },
  })
  await client.auth.signInWithPassword({ email: person.email, password: PASSWORD })
  return { client, email: person.email, codes: client.auth.mfa.recoveryCodes }
}

async function withCodes() {
  const person = await signedIn()
  const { factor } = await enrolled(person.client)
  const { data, error } = await person.codes.generate()
  if (!data) throw error
  return { ...person, factor, generated: data }
}

const wrong = { status: 422, code: 'mfa_verification_failed', message: 'Invalid recovery code entered' }

test('ten codes are shown once, and only hashes are kept', async () => {
  const { codes, client, generated } = await withCodes()
  expect(generated).toMatchObject({ type: 'recovery_code', friendly_name: 'Recovery codes', total: 10 })
  expect(new Set(generated.codes).size).toBe(10)
  for (const code of generated.codes) expect(code).toMatch(/^[a-z2-7]{16}$/)
  expect((await codes.getStatus()).data).toEqual({ id: generated.id, type: 'recovery_code', total: 10, remaining: 10 })
  expect((await client.auth.mfa.listFactors()).data?.recovery_code).toEqual([
    expect.objectContaining({ id: generated.id, status: 'verified' }),
  ])
  const kept = JSON.stringify(await at.sql("select encode(code_hash, 'escape') from _server.recovery_codes"))
  for (const code of generated.codes) expect(kept).not.toContain(code)
})

test('a code raises another session to aal2 in any capitalization and spacing, and works once', async () => {
  const { email, generated } = await withCodes()
  const [code = ''] = generated.codes
  const other = await signedIn(email)
  const typed = ` ${code.toUpperCase().replaceAll(/(.{4})(?=.)/g, '$1-')} `
  const { data } = await other.codes.verify({ code: typed })
  expect(claimsOf(data?.access_token ?? '')).toMatchObject({ aal: 'aal2' })
  expect(claimsOf(data?.access_token ?? '')['amr']).toContainEqual({ method: 'mfa/recovery_code', timestamp: expect.any(Number) })
  expect((await other.codes.getStatus()).data).toMatchObject({ total: 10, remaining: 9 })
  const again = await signedIn(email)
  expect(await refused(again.codes.verify({ code }))).toEqual(wrong)
  expect(await refused(again.codes.verify({ code: 'aaaabbbbccccdddd' }))).toEqual(wrong)
})

test('one of ten concurrent requests with the same code succeeds', async () => {
  const { email, generated } = await withCodes()
  const [code = ''] = generated.codes
  const others = await Promise.all(Array.from({ length: 10 }, () => signedIn(email)))
  const answers = await Promise.all(others.map((other) => refused(other.codes.verify({ code }))))
  expect(answers.filter((answer) => answer === undefined)).toHaveLength(1)
})

test('recovery codes need aal2 and another verified factor, and a new set replaces the old one', async () => {
  const { client, codes, email } = await signedIn()
  expect(await refused(codes.getStatus())).toMatchObject({ status: 404, code: 'mfa_factor_not_found' })
  await enrol(client)
  expect(await refused(codes.generate())).toMatchObject({ status: 422, code: 'mfa_recovery_codes_sole_factor' })
  await enrolled(client, 'Verified')
  expect(await refused(codes.regenerate())).toMatchObject({ status: 404, code: 'mfa_factor_not_found' })
  const { data: first } = await codes.generate({ friendlyName: 'Paper' })
  expect(await refused(codes.generate())).toMatchObject({ status: 422, code: 'mfa_verified_factor_exists' })
  const other = await signedIn(email)
  for (const attempt of [other.codes.generate(), other.codes.regenerate(), other.codes.unenroll()])
    expect(await refused(attempt)).toMatchObject({ status: 403, code: 'insufficient_aal' })
  const { data: second } = await codes.regenerate()
  expect(second).toMatchObject({ id: first?.id, friendly_name: 'Paper', total: 10 })
  expect(await refused(other.codes.verify({ code: first?.codes[0] ?? '' }))).toEqual(wrong)
  expect(await refused(other.codes.verify({ code: second?.codes[0] ?? '' }))).toBeUndefined()
})

test('removing the last other factor deletes the recovery codes and lowers the session to aal1', async () => {
  const { client, factor } = await withCodes()
  expect(await refused(client.auth.mfa.unenroll({ factorId: factor.id }))).toBeUndefined()
  expect((await client.auth.mfa.listFactors()).data?.all).toEqual([])
  expect(
    await at.sql('select from _server.recovery_codes c where not exists (select from auth.mfa_factors f where f.id = c.factor)'),
  ).toEqual([])
})

test('a user who lost the phone signs in with a code, enrols a new phone and removes the old one', async () => {
  const { email, factor, generated } = await withCodes()
  const { client, codes } = await signedIn(email)
  await codes.verify({ code: generated.codes[1] ?? '' })
  const { factor: replacement } = await enrolled(client, 'New phone')
  expect(await refused(client.auth.mfa.unenroll({ factorId: factor.id }))).toBeUndefined()
  expect((await client.auth.mfa.listFactors()).data?.totp.map(({ id }) => id)).toEqual([replacement.id])
  expect((await client.auth.mfa.getAuthenticatorAssuranceLevel()).data?.currentLevel).toBe('aal2')
})

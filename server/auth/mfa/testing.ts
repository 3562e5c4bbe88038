// Authenticator apps for the tests.
import type { SupabaseClient } from '@supabase/supabase-js'
import { codeAt, stepAt } from './totp.ts'

interface TestFactor {
  id: string
  secret: string
  /** The current code, or that of a number of steps later. */
  code: (steps?: number) => string
}

/** Enrols an authenticator app without verifying it. */
export async function enrol(client: SupabaseClient, friendlyName = 'Phone'): Promise<TestFactor> {
  const { data, error } = await client.auth.mfa.enroll({ factorType: 'totp', friendlyName })
  if (!data) throw error
  const { secret } = data.totp
  return { id: data.id, secret, code: (steps = 0) => codeAt(secret, stepAt(Date.now()) + steps) }
}

/** Uses the code of the previous step. If a step boundary passes in between, that code is refused and the next attempt uses a newer one. */
export async function withPreviousCode<Result extends { error: unknown }>(factor: TestFactor, use: (code: string) => Promise<Result>) {
  for (;;) {
    const step = stepAt(Date.now())
    const result = await use(codeAt(factor.secret, step - 1))
    if (!result.error || stepAt(Date.now()) === step) return result
  }
}

export const verify = (client: SupabaseClient, factor: TestFactor, code = factor.code()) =>
  client.auth.mfa.challengeAndVerify({ factorId: factor.id, code })

/** Enrols and verifies an app, so that the client's session is at aal2. */
export async function enrolled(client: SupabaseClient, friendlyName?: string) {
  const factor = await enrol(client, friendlyName)
  // Uses the previous step's code, so that the current and the next one are still unused.
  const { data, error } = await withPreviousCode(factor, (code) => verify(client, factor, code))
  if (!data) throw error
  return { factor, session: data }
}

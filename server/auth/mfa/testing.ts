// Authenticator apps for the tests.
import type { SupabaseClient } from '@supabase/supabase-js'
import { codeAt, stepAt } from './totp.ts'

interface TestFactor {
  id: string
  secret: string
  /** The code of now, or of that many steps later. */
  code: (steps?: number) => string
}

/** Enrols an authenticator app, not verified yet. */
export async function enrol(client: SupabaseClient, friendlyName = 'Phone'): Promise<TestFactor> {
  const { data, error } = await client.auth.mfa.enroll({ factorType: 'totp', friendlyName })
  if (!data) throw error
  const { secret } = data.totp
  return { id: data.id, secret, code: (steps = 0) => codeAt(secret, stepAt(Date.now()) + steps) }
}

/** Uses the code of the step before. It is refused when this step ends on its way; then the next one has its own. */
export async function withPreviousCode<Result extends { error: unknown }>(factor: TestFactor, use: (code: string) => Promise<Result>) {
  for (;;) {
    const step = stepAt(Date.now())
    const result = await use(codeAt(factor.secret, step - 1))
    if (!result.error || stepAt(Date.now()) === step) return result
  }
}

export const verify = (client: SupabaseClient, factor: TestFactor, code = factor.code()) =>
  client.auth.mfa.challengeAndVerify({ factorId: factor.id, code })

/** Enrols and verifies: the client's session is at aal2. */
export async function enrolled(client: SupabaseClient, friendlyName?: string) {
  const factor = await enrol(client, friendlyName)
  // The code of the step before, so that those of now and of the next step are left.
  const { data, error } = await withPreviousCode(factor, (code) => verify(client, factor, code))
  if (!data) throw error
  return { factor, session: data }
}

// Authenticator apps for the tests.
import { setTimeout } from 'node:timers/promises'
import type { SupabaseClient } from '@supabase/supabase-js'
import { codeAt, stepAt } from './totp.ts'

const STEP_MS = 30_000
const TIME_TO_SEND_MS = 3000

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

/** The code of the step before, which is refused as soon as this step ends: there is time left to send it. */
export async function previousCode(factor: TestFactor) {
  const leftMs = (stepAt(Date.now()) + 1) * STEP_MS - Date.now()
  if (leftMs < TIME_TO_SEND_MS) await setTimeout(leftMs)
  return factor.code(-1)
}

export const verify = (client: SupabaseClient, factor: TestFactor, code = factor.code()) =>
  client.auth.mfa.challengeAndVerify({ factorId: factor.id, code })

/** Enrols and verifies: the client's session is at aal2. */
export async function enrolled(client: SupabaseClient, friendlyName?: string) {
  const factor = await enrol(client, friendlyName)
  // The code of the step before, so that those of now and of the next step are left.
  const { data, error } = await verify(client, factor, await previousCode(factor))
  if (!data) throw error
  return { factor, session: data }
}

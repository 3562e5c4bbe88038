// Checks whether the site has an admin, and claims the role. The database lets exactly one person win.

import { supabase } from '../../lib/data/supabase.ts'
import { AppError, unwrap } from '../../lib/errors.ts'

export async function hasNoAdmin(): Promise<boolean> {
  return unwrap(await supabase.rpc('no_admin_exists'))
}

/** In production, claiming needs the one-time code that the server printed. */
export async function needsCode(): Promise<boolean> {
  return unwrap(await supabase.rpc('first_admin_needs_code'))
}

/** `taken`: somebody else was first. `code_needed`: the server now requires a code. */
export type Outcome = 'claimed' | 'taken' | 'code_needed' | 'wrong_code' | 'too_many_attempts'

export async function claimFirstAdmin(userId: string): Promise<Outcome> {
  try {
    unwrap(await supabase.from('user_roles').insert({ user_id: userId, role: 'admin' }))
  } catch (error) {
    const reason = error instanceof AppError ? error.reason : undefined
    // The person has the role already: it was claimed in another tab, or the first response was lost.
    if (reason === '23505') return 'claimed'
    if (reason === '42501' && !(await hasNoAdmin())) return 'taken'
    if (reason === '42501' && (await needsCode())) return 'code_needed'
    throw error
  }
  return 'claimed'
}

const OUTCOMES: readonly string[] = ['claimed', 'taken', 'wrong_code', 'too_many_attempts'] satisfies Outcome[]
const isOutcome = (answer: string): answer is Outcome => OUTCOMES.includes(answer)

export async function claimFirstAdminWithCode(code: string): Promise<Outcome> {
  const answer = unwrap(await supabase.rpc('claim_first_admin', { code }))
  if (!isOutcome(answer)) throw new AppError('failed')
  return answer
}

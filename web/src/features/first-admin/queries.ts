// Whether the site has an admin yet, and becoming the first one. The database decides: exactly one wins.
import { AppError, unwrap } from '../../lib/errors.ts'
import { supabase } from '../../lib/supabase.ts'

export async function hasNoAdmin(): Promise<boolean> {
  return unwrap(await supabase.rpc('no_admin_exists'))
}

/** `taken`: somebody else was quicker. */
export async function claimFirstAdmin(userId: string): Promise<'claimed' | 'taken'> {
  try {
    unwrap(await supabase.from('user_roles').insert({ user_id: userId, role: 'admin' }))
  } catch (error) {
    const reason = error instanceof AppError ? error.reason : undefined
    // One's own already: claimed in another tab, or the first answer was lost.
    if (reason === '23505') return 'claimed'
    if (reason === '42501' && !(await hasNoAdmin())) return 'taken'
    throw error
  }
  return 'claimed'
}

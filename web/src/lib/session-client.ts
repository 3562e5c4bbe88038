// The part of the session that needs the client.
import { readSiteConfig } from './config.ts'
import type { SignedIn } from './session.ts'
import { supabase } from './supabase.ts'

export function watchSession(onChange: (person: SignedIn | undefined) => void) {
  let asked = 0
  const tell = async (question: number, id: string, email: string) => {
    const roles = await rolesOf(id)
    if (question === asked) onChange({ email, roles })
  }
  supabase.auth.onAuthStateChange((_, session) => {
    const question = ++asked
    if (!session) onChange(undefined)
    // Not inside the callback: the client holds a lock while it runs.
    else setTimeout(() => void tell(question, session.user.id, session.user.email ?? ''))
  })
}

async function rolesOf(userId: string): Promise<SignedIn['roles']> {
  const { data } = await supabase.from('user_roles').select('role').eq('user_id', userId)
  return data?.map(({ role }) => role) ?? []
}

export async function endSession() {
  const { data } = await supabase.auth.getSession()
  const token = data.session?.access_token
  for (const key of Object.keys(localStorage)) if (key.startsWith('sb-')) localStorage.removeItem(key)
  await supabase.auth.signOut({ scope: 'local' })
  if (!token) return
  const { supabaseUrl, supabaseKey } = readSiteConfig()
  await fetch(`${supabaseUrl}/auth/v1/logout?scope=global`, {
    method: 'POST',
    headers: { apikey: supabaseKey, authorization: `Bearer ${token}` },
    keepalive: true,
  }).catch(() => {})
}

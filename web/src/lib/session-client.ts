// The part of the session that needs the client.
import type { Session } from '@supabase/supabase-js'
import { readSiteConfig } from './config.ts'
import type { SignedIn } from './session.ts'
import { supabase } from './supabase.ts'

type Tell = (person: SignedIn | undefined) => void

let tell: Tell = () => {}
let person: SignedIn | undefined
let asked = 0

/** Done with the first answer. */
export function followSession(onChange: Tell): Promise<void> {
  tell = onChange
  return new Promise((resolve) => {
    supabase.auth.onAuthStateChange((_, session) => {
      take(session)
      resolve()
    })
  })
}

function take(session: Session | null) {
  const before = person
  person = session ? describe(session, before) : undefined
  tell(person)
  // Not inside the callback: the client holds a lock while it runs.
  if (person && person.id !== before?.id) setTimeout(() => void askForRoles())
}

function describe({ user }: Session, before: SignedIn | undefined): SignedIn {
  const given = (name: string) => {
    const value: unknown = user.user_metadata[name]
    return typeof value === 'string' ? value : ''
  }
  return {
    id: user.id,
    email: user.email ?? '',
    names: { first: given('first_name'), last: given('last_name') },
    roles: before?.id === user.id ? before.roles : undefined,
  }
}

export async function askForRoles() {
  if (!person) return
  const question = ++asked
  const { data } = await supabase.from('user_roles').select('role').eq('user_id', person.id)
  if (question !== asked || !person) return
  person = { ...person, roles: data?.map(({ role }) => role) ?? [] }
  tell(person)
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

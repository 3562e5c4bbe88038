// The part of the session that needs the client.
import type { Session } from '@supabase/supabase-js'
import { readSiteConfig } from './config.ts'
import { onLanguageChosen } from './i18n.tsx'
import type { Language } from './languages.ts'
import type { SignedIn } from './session.ts'
import { createPassingClient, supabase } from './supabase.ts'

/** What this browser keeps about a person. */
const PERSONAL = /^(?:sb-|active-call:)/

type Tell = (person: SignedIn | undefined) => void

let tell: Tell = () => {}
let person: SignedIn | undefined
let current: Session | null = null
let asked = 0

/** Done with the first answer. */
export function followSession(onChange: Tell): Promise<void> {
  tell = onChange
  onLanguageChosen((language) => void keepLanguage(language))
  return new Promise((resolve) => {
    supabase.auth.onAuthStateChange((_, session) => {
      take(session)
      resolve()
    })
  })
}

function take(session: Session | null) {
  const before = person
  current = session
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
  const about = person?.id
  if (!about) return
  const question = ++asked
  const { data } = await supabase.from('user_roles').select('role').eq('user_id', about)
  if (question !== asked || person?.id !== about) return
  person = { ...person, roles: data?.map(({ role }) => role) ?? [] }
  tell(person)
}

/** Mails are written in the language that somebody reads the site in. */
async function keepLanguage(language: Language) {
  if (!person) return
  await Promise.all([
    send('PATCH', `/rest/v1/profiles?user_id=eq.${person.id}`, { language }),
    send('PUT', '/auth/v1/user', { data: { language } }),
  ])
}

export async function endSession(scope: 'global' | 'local') {
  const ending = current
  for (const key of Object.keys(localStorage)) if (PERSONAL.test(key)) localStorage.removeItem(key)
  const ended = ending && askToEnd(ending, scope)
  await supabase.auth.signOut({ scope: 'local' })
  await ended
}

async function askToEnd(session: Session, scope: 'global' | 'local') {
  const isOver = (session.expires_at ?? 0) * 1000 < Date.now()
  if (!isOver) return send('POST', `/auth/v1/logout?scope=${scope}`, undefined, session)
  // As after a long sleep: only a fresh token may end the other sessions.
  const { auth } = createPassingClient()
  await auth.setSession(session)
  await auth.signOut({ scope })
  return undefined
}

/** Arrives even if the page is being left; a connection that is lost is no reason to stop anybody. */
async function send(method: string, path: string, body?: unknown, session = current) {
  const { supabaseUrl, supabaseKey } = readSiteConfig()
  const headers = { apikey: supabaseKey, authorization: `Bearer ${session?.access_token}`, 'content-type': 'application/json' }
  await fetch(`${supabaseUrl}${path}`, { method, headers, body: body ? JSON.stringify(body) : null, keepalive: true }).catch(() => {})
}

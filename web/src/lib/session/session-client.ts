// The part of the session that needs the Supabase client.

import type { Session } from '@supabase/auth-js'
import { readSiteConfig } from '../data/config.ts'
import { loadAuth, loadStatelessAuth, onAuthChange, storedSession, wasAccepted } from '../data/supabase.ts'
import { onLanguageChosen } from '../i18n.tsx'
import type { Language } from '../languages.ts'
import { TYPED_PREFIX } from '../load/kept-input.ts'
import { whenSettled } from '../load/settled.ts'
import { readRoles } from './roles.ts'
import { hadTokenAtStart, hasStoredToken, type SessionState, type SignedIn, STORED_TOKEN } from './session-state.ts'
import { claimsOf } from './token.ts'

/** Keys about a person in this browser's storage. */
const PERSONAL = /^(?:sb-|active-call:|return-to$|booking-draft$)/
const ROLE_RETRIES_MS = [500, 1500]

type Tell = (state: SessionState) => void

let tell: Tell = () => {}
let person: SignedIn | undefined
let current: Session | null = null
let asked = 0
/** Whether this browser had a session when the page was opened. */
let hadSession = false
/** Whether the person has signed out, here or in another tab. */
let isLeaving = false
let hasEnded = false

/** Tells the other tabs that the person signed out on purpose. Otherwise they would ask to sign in again. */
const otherTabs = new BroadcastChannel('signed-out')

/** Resolves with the first session event of the accounts client. */
let told: Promise<void> | undefined

/** Resolves with the first known state. */
export async function followSession(onChange: Tell): Promise<void> {
  tell = onChange
  hadSession = hadTokenAtStart || hasStoredToken()
  told ??= follow()
  const stored = storedSession()
  if (stored) {
    // The page works with the stored session. The client, which renews it in time, is loaded once the page is settled.
    take(stored)
    whenSettled(() => void loadAuth().catch(() => {}))
    return
  }
  try {
    await loadAuth()
  } catch (error) {
    // Without the client it is unknown whether the session can be renewed.
    if (!hasStoredToken()) throw error
    return tell({ status: 'loading', isUnreachable: true })
  }
  await told
}

function follow() {
  onLanguageChosen((language) => void keepLanguage(language))
  otherTabs.addEventListener('message', () => leave())
  addEventListener('storage', ({ key }) => {
    if (key !== null && !STORED_TOKEN.test(key)) return
    // The stored session was deleted, by hand or by the browser.
    if (person && !hasStoredToken()) take(null)
    // Another tab has renewed the session or signed somebody in. Once the client is loaded, it reports this itself.
    const next = storedSession()
    if (next) take(next)
  })
  addEventListener('online', () => void (person?.haveRolesFailed ? askForRoles() : lookAgain()))
  return new Promise<void>((resolve) => {
    onAuthChange((_, session) => {
      take(session)
      resolve()
    })
  })
}

/** Checks whether the server is reachable again. If it is not, nothing changes. */
export async function lookAgain() {
  await loadAuth().then(
    (auth) => auth.getSession(),
    () => {},
  )
}

function take(session: Session | null) {
  current = session
  if (session) return enter(session)
  // The session needs renewal and the server cannot be reached.
  if (hasStoredToken()) return person ? undefined : tell({ status: 'loading', isUnreachable: true })
  // An open page stays open. If nothing has been loaded yet, there is nothing to keep.
  if (person && !isLeaving && wasAccepted()) {
    hasEnded = true
    return tell({ status: 'in', person, hasEnded })
  }
  return forgetPerson()
}

function enter(session: Session) {
  const before = person
  const isSomebodyElse = hasEnded && before?.id !== session.user.id
  isLeaving = false
  hasEnded = false
  hadSession = true
  person = describe(session, before)
  tell({ status: 'in', person })
  // The next person must see nothing of the page that the previous one had open.
  if (isSomebodyElse) setTimeout(() => location.reload())
  // Runs outside the callback, which blocks the client.
  else if (person.id !== before?.id) setTimeout(() => void askForRoles())
}

/** Called once nobody is signed in any more. */
export function forgetPerson() {
  person = undefined
  hasEnded = false
  tell({ status: 'out', hasEnded: hadSession && !isLeaving })
}

function leave() {
  isLeaving = true
  forgetTyped()
  if (!hasStoredToken()) forgetPerson()
}

/** Unsent text in this tab may be about somebody's health, and the next person may use this device. */
function forgetTyped() {
  for (const key of Object.keys(sessionStorage)) if (key.startsWith(TYPED_PREFIX)) sessionStorage.removeItem(key)
}

function describe({ user, access_token }: Session, before: SignedIn | undefined): SignedIn {
  const given = (name: string) => {
    const value: unknown = user.user_metadata[name]
    return typeof value === 'string' ? value : ''
  }
  const isSame = before?.id === user.id
  return {
    id: user.id,
    email: user.email ?? '',
    names: { first: given('first_name'), last: given('last_name') },
    needsSecondStep: !isAal2(access_token) && (user.factors ?? []).some(({ status }) => status === 'verified'),
    roles: isSame ? before.roles : undefined,
    haveRolesFailed: isSame && before.haveRolesFailed === true,
  }
}

/** Whether a second factor was verified in this session. */
const isAal2 = (accessToken: string) => claimsOf(accessToken)['aal'] === 'aal2'

export async function askForRoles(retries = ROLE_RETRIES_MS): Promise<void> {
  const about = person?.id
  if (!about) return
  const question = ++asked
  const { data } = await readRoles(about)
  if (question !== asked || person?.id !== about) return
  const [pause, ...later] = retries
  if (!data && pause !== undefined) {
    await new Promise((resolve) => setTimeout(resolve, pause))
    if (question === asked) await askForRoles(later)
    return
  }
  // Roles that could not be loaded must not count as missing.
  const roles = data?.map(({ role }) => role) ?? person.roles
  person = { ...person, roles, haveRolesFailed: !roles }
  tell({ status: 'in', person, hasEnded })
}

/** Emails are written in the language in which the person reads the site. */
async function keepLanguage(language: Language) {
  if (!person) return
  await Promise.all([
    send('PATCH', `/rest/v1/profiles?user_id=eq.${person.id}`, { language }),
    send('PUT', '/auth/v1/user', { data: { language } }),
  ])
}

export async function endSession(scope: 'global' | 'local') {
  const ending = current
  isLeaving = true
  for (const key of Object.keys(localStorage)) if (PERSONAL.test(key)) localStorage.removeItem(key)
  forgetTyped()
  otherTabs.postMessage('signed-out')
  const ended = ending && askToEnd(ending, scope)
  // Without the client nothing else holds the session, so signing out need not wait for it.
  if (storedSession() === null) forgetPerson()
  else await (await loadAuth()).signOut({ scope: 'local' })
  await ended
}

async function askToEnd(session: Session, scope: 'global' | 'local') {
  const isOver = (session.expires_at ?? 0) * 1000 < Date.now()
  if (!isOver) return send('POST', `/auth/v1/logout?scope=${scope}`, undefined, session)
  // The token may have expired, for example after a long sleep. Only a fresh one may end the other sessions.
  const auth = await loadStatelessAuth().catch(() => undefined)
  await auth?.setSession(session)
  await auth?.signOut({ scope })
  return undefined
}

/** Sends the request even while the page is being closed. A lost connection does not prevent signing out. */
async function send(method: string, path: string, body?: unknown, session = current) {
  const { supabaseUrl, supabaseKey } = readSiteConfig()
  const headers = { apikey: supabaseKey, authorization: `Bearer ${session?.access_token}`, 'content-type': 'application/json' }
  await fetch(`${supabaseUrl}${path}`, { method, headers, body: body ? JSON.stringify(body) : null, keepalive: true }).catch(() => {})
}

// Requests of the account forms. The Supabase client is loaded with the first one.
import { HEALTH_CONSENT_VERSION } from '../../../../supabase/functions/_shared/rules.ts'
import { readDraft } from '../../domain/booking-draft.ts'
import { AppError, unwrap } from '../../lib/errors.ts'
import { addressOf, type Language } from '../../lib/languages.ts'
import { isFromLink, type LinkTokens } from '../../lib/session/arrival.ts'
import { reauthenticated } from '../../lib/session/reauthentication.ts'
import { watchSession } from '../../lib/session/session.ts'
import { browserZone, isStorableZone } from '../../lib/time/zones.ts'
import { unwrapAuth } from './account-errors.ts'
import type { InvitedPersonInput, NewPasswordInput, SignInInput, SignUpInput } from './rules.ts'

/** Loads the client of the backend, and then the part that `take` returns. */
async function load<Part>(take: (client: typeof import('../../lib/data/supabase.ts')) => Promise<Part>) {
  try {
    return await take(await import('../../lib/data/supabase.ts'))
  } catch (cause) {
    throw new AppError('unreachable', {}, { cause })
  }
}

const loadAuth = () => load((client) => client.loadAuth())
const loadStatelessAuth = () => load((client) => client.loadStatelessAuth())

/** The server sends at most one mail a minute to an address. */
export const RESEND_PAUSE_MS = 60_000

/** The target of a link in an email: the page in the reader's language, whichever browser opens the link. */
export const linkTo = (language: Language, path: string, search = '') => `${location.origin}${addressOf(language, path)}${search}`

/** Returns whether the account now requires a second factor. */
export async function signIn(input: SignInInput) {
  const auth = await loadAuth()
  await watchSession()
  const { user } = unwrapAuth(await auth.signInWithPassword(input))
  return (user.factors ?? []).some(({ status }) => status === 'verified')
}

/** Like `signIn`, with a passkey instead of the password. */
export async function signInWithPasskey() {
  const [{ passkey }, { getPasskey }, { unwrapFactor }] = await Promise.all([
    loadAuth(),
    import('../../lib/session/webauthn.ts'),
    import('../../lib/session/second-factor.ts'),
  ])
  await watchSession()
  const { challenge_id: challengeId, options } = unwrapFactor(await passkey.startAuthentication())
  const credential = await getPasskey(options)
  const { user } = unwrapFactor(await passkey.verifyAuthentication({ challengeId, credential }))
  return (user?.factors ?? []).some(({ status }) => status === 'verified')
}

/** Returns whether the email address has to be confirmed before signing in. */
export async function signUp({ email, password, ...person }: SignUpInput, language: Language) {
  // A separate client, because signing up must not sign anybody in, neither here nor in another tab.
  const auth = await loadStatelessAuth()
  const { user, session } = unwrapAuth(
    await auth.signUp({
      email,
      password,
      options: {
        data: { ...withoutRefused(person), language, ...zoneToSend(), ...holdToSend() },
        emailRedirectTo: linkTo(language, '/auth', '?confirmed=true'),
      },
    }),
  )
  if (user?.identities?.length === 0) throw new AppError('user_already_exists')
  // Ends only the session in the response. If that fails, it expires unused.
  if (session) await auth.signOut({ scope: 'local' })
  return { mustConfirm: !session }
}

/** Health data leaves the browser only with a consent, and is sent with the consent's version. */
function withoutRefused({ health_consent, date_of_birth, gender, medical_history, ...person }: Omit<SignUpInput, 'email' | 'password'>) {
  return health_consent ? { ...person, date_of_birth, gender, medical_history, health_consent: HEALTH_CONSENT_VERSION } : person
}

/** The time zone for emails and reminders. Undefined in a browser that hides its zone. */
const zoneToSend = () => (isStorableZone(browserZone()) ? { timezone: browserZone() } : {})

/** The time that a newcomer chose before signing up. The database holds it as soon as the account exists. */
function holdToSend() {
  const { doctorId, day, time, typeId } = readDraft(undefined) ?? {}
  return doctorId && day && time ? { hold: { doctor_id: doctorId, on_date: day, at_time: time, ...(typeId && { type_id: typeId }) } } : {}
}

/** Succeeds for addresses without an account too, so that it reveals nobody's account. */
export async function requestResetLink(email: string, language: Language) {
  const auth = await loadAuth()
  const answer = await auth.signInWithOtp({
    email,
    options: { shouldCreateUser: false, emailRedirectTo: linkTo(language, '/') },
  })
  if (answer.error?.code === 'otp_disabled' || answer.error?.code === 'user_not_found') return
  unwrapAuth(answer)
}

export async function resendConfirmation(email: string, language: Language) {
  const auth = await loadAuth()
  unwrapAuth(await auth.resend({ type: 'signup', email, options: { emailRedirectTo: linkTo(language, '/auth', '?confirmed=true') } }))
}

/** Confirms the address of a new account with the code from its mail, and signs in. */
export async function confirmWithCode(email: string, code: string) {
  const auth = await loadAuth()
  await watchSession()
  unwrapAuth(await auth.verifyOtp({ type: 'signup', email, token: code.replaceAll(/\s/g, '') }))
}

export async function changePassword({ current, password }: NewPasswordInput) {
  const auth = await loadAuth()
  await reauthenticated(async () => unwrapAuth(await auth.updateUser({ password, ...(current && { current_password: current }) })))
}

/** The zone of a doctor's working hours, until the doctor has confirmed it. Undefined for everybody else. */
export async function getUnconfirmedZone(userId: string) {
  const supabase = await load(async (client) => client.supabase)
  const [doctor] = unwrap(await supabase.from('doctors').select('timezone, timezone_confirmed_at').eq('user_id', userId))
  return doctor && !doctor.timezone_confirmed_at ? doctor.timezone : undefined
}

/** Sets the password last, because a retry could not set the same password again. */
export async function completeInvitedAccount(userId: string, { password, timezone, ...names }: InvitedPersonInput) {
  const [auth, supabase] = await Promise.all([loadAuth(), load(async (client) => client.supabase)])
  unwrap(await supabase.from('profiles').update(names).eq('user_id', userId))
  if (timezone) {
    const confirmed = { timezone, timezone_confirmed_at: new Date().toISOString() }
    unwrap(await supabase.from('doctors').update(confirmed).eq('user_id', userId))
  }
  unwrapAuth(await auth.updateUser({ password, data: names }))
}

/** Whether a link opened this session recently, in which case the current password is not needed. */
export async function cameByLink() {
  const token = await load((client) => client.readToken())
  return token !== undefined && isFromLink(token)
}

export async function enterByLink(tokens: LinkTokens) {
  const auth = await loadAuth()
  await watchSession()
  unwrapAuth(await auth.setSession(tokens))
}

/** Discards the session that a link opened. */
export async function endLinkSession(tokens: LinkTokens) {
  const auth = await loadStatelessAuth()
  await auth.setSession(tokens)
  await auth.signOut({ scope: 'local' })
}

// What the account forms ask for. The client is fetched with the first question.
import { isFromLink, type LinkTokens } from '../../lib/arrival.ts'
import { AppError } from '../../lib/errors.ts'
import { addressOf, type Language } from '../../lib/languages.ts'
import { watchSession } from '../../lib/session.ts'
import { browserZone, isStorableZone } from '../../lib/zones.ts'
import { unwrapAuth } from './faults.ts'
import type { NewPasswordInput, SignInInput, SignUpInput } from './rules.ts'

const getClient = async () => {
  try {
    return await import('../../lib/supabase.ts')
  } catch (cause) {
    throw new AppError('unreachable', {}, { cause })
  }
}

/** Where a link in a mail leads: to the same page in the reader's language, wherever they open it. */
const linkTo = (language: Language, path: string, search = '') => `${location.origin}${addressOf(language, path)}${search}`

export async function signIn(input: SignInInput) {
  const { supabase } = await getClient()
  await watchSession()
  unwrapAuth(await supabase.auth.signInWithPassword(input))
}

/** Whether the address has to be confirmed before one can sign in. */
export async function signUp({ email, password, ...person }: SignUpInput, language: Language) {
  const { createPassingClient } = await getClient()
  // A client of its own: registering signs nobody in, neither here nor in another tab.
  const { auth } = createPassingClient()
  const { user, session } = unwrapAuth(
    await auth.signUp({
      email,
      password,
      options: { data: { ...person, language, ...zoneToSend() }, emailRedirectTo: linkTo(language, '/auth', '?confirmed=true') },
    }),
  )
  if (user?.identities?.length === 0) throw new AppError('user_already_exists')
  // Only the session that came with the answer; one that cannot be ended runs out unused.
  if (session) await auth.signOut({ scope: 'local' })
  return { mustConfirm: !session }
}

/** Mails and reminders tell the time on this clock. A browser that hides its zone sends none. */
const zoneToSend = () => (isStorableZone(browserZone()) ? { timezone: browserZone() } : {})

/** The same outcome for addresses without an account. */
export async function requestResetLink(email: string, language: Language) {
  const { supabase } = await getClient()
  const answer = await supabase.auth.signInWithOtp({
    email,
    options: { shouldCreateUser: false, emailRedirectTo: linkTo(language, '/') },
  })
  if (answer.error?.code === 'otp_disabled' || answer.error?.code === 'user_not_found') return
  unwrapAuth(answer)
}

export async function resendConfirmation(email: string, language: Language) {
  const { supabase } = await getClient()
  unwrapAuth(
    await supabase.auth.resend({ type: 'signup', email, options: { emailRedirectTo: linkTo(language, '/auth', '?confirmed=true') } }),
  )
}

export async function changePassword({ current, password }: NewPasswordInput) {
  const { supabase } = await getClient()
  unwrapAuth(await supabase.auth.updateUser({ password, ...(current && { current_password: current }) }))
}

/** Whether a link opened this session lately, so that no present password is asked for. */
export async function cameByLink() {
  const { supabase } = await getClient()
  const { data } = await supabase.auth.getSession()
  return data.session !== null && isFromLink(data.session.access_token)
}

export async function enterByLink(tokens: LinkTokens) {
  const { supabase } = await getClient()
  await watchSession()
  unwrapAuth(await supabase.auth.setSession(tokens))
}

/** The link has done its work; what it opened is not used. */
export async function endLinkSession(tokens: LinkTokens) {
  const { createPassingClient } = await getClient()
  const { auth } = createPassingClient()
  await auth.setSession(tokens)
  await auth.signOut({ scope: 'local' })
}

// Changing the address of the signed-in account.
import { useQuery } from '@tanstack/react-query'
import { loadAuth, supabase } from '../../lib/data/supabase.ts'
import { unwrap } from '../../lib/errors.ts'
import type { Language } from '../../lib/languages.ts'
import { reauthenticated } from '../../lib/session/reauthentication.ts'
import type { SignedIn } from '../../lib/session/session-state.ts'
import { unwrapAuth } from './account-errors.ts'
import { linkTo } from './queries.ts'

const POLL_MS = 10_000
export interface EmailChange {
  /** The new address, or null if no change is pending. */
  email: string | null
  sentAt: string | null
}

export const emailChangeKey = (userId: string) => ['email-change', userId]

/** Refetches while a change is pending, because the links are opened in other tabs or on other devices. */
export const useEmailChange = (person: SignedIn) =>
  useQuery({
    queryKey: emailChangeKey(person.id),
    queryFn: () => getEmailChange(person.email),
    refetchInterval: ({ state }) => (state.data?.email ? POLL_MS : false),
  })

async function getEmailChange(known: string): Promise<EmailChange> {
  const { user } = unwrapAuth(await (await loadAuth()).getUser())
  // Both mailboxes have confirmed, so the next token has the new address.
  if (user.email !== known) await (await loadAuth()).refreshSession()
  return { email: user.new_email ?? null, sentAt: user.email_change_sent_at ?? null }
}

const options = (language: Language) => ({ emailRedirectTo: linkTo(language, '/profile', '?address=confirmed') })

export const requestEmailChange = (email: string, language: Language) =>
  reauthenticated(async () => unwrapAuth(await (await loadAuth()).updateUser({ email }, options(language))))

export async function resendEmailChange(present: string, language: Language) {
  unwrapAuth(await (await loadAuth()).resend({ type: 'email_change', email: present, options: options(language) }))
}

export const cancelEmailChange = async () => unwrap(await supabase.rpc('cancel_my_email_change'))

// Validates the payload of the Send Email hook: https://supabase.com/docs/guides/auth/auth-hooks/send-email-hook
import { accountMailKinds } from '../_shared/mail/account-mails.ts'
import type { AccountMailTo } from '../_shared/mail/account-outbox.ts'
import { languageOf } from '../_shared/mail/language.ts'
import { UUID } from '../_shared/rules.ts'

export interface AccountEvent {
  accountId: string
  /** Identifies the event: the same when the service retries after getting no response. */
  event: string
  mails: [AccountMailTo, ...AccountMailTo[]]
}

/** The mails that a payload asks for. Undefined if the payload is invalid. */
export function eventOf(payload: unknown, event: string): AccountEvent | undefined {
  const user = record(record(payload)?.['user'])
  const data = record(record(payload)?.['email_data'])
  const accountId = text(user?.['id'])
  const [first, ...more] = (user && data && mailsOf(user, data)) ?? []
  return accountId && UUID.test(accountId) && first ? { accountId, event, mails: [first, ...more] } : undefined
}

function mailsOf(user: Record<string, unknown>, data: Record<string, unknown>): AccountMailTo[] | undefined {
  const email = text(user['email'])
  const kind = accountMailKinds.find((each) => each === data['email_action_type'])
  if (!kind) return undefined

  const metadata = record(user['user_metadata'])
  const common = {
    kind,
    language: languageOf(metadata?.['language']),
    firstName: text(metadata?.['first_name']),
    lastName: text(metadata?.['last_name']),
  }
  const [token, hash] = [text(data['token']), text(data['token_hash'])]
  if (kind === 'reauthentication') return email && token ? [{ ...common, to: email, code: token }] : undefined

  const withLink = (to: string | undefined, tokenHash: string | undefined, code: string | undefined) => {
    const link = tokenHash && verifyLink(data, kind, tokenHash)
    return to && link ? { ...common, to, link, code } : undefined
  }
  const mails = kind === 'email_change' ? bothAddresses(user, data, withLink) : [withLink(email, hash, token)]
  return mails.every((mail) => mail !== undefined) ? mails : undefined
}

// With two confirmations, Supabase's names for the hashes are swapped for historical reasons:
// `token_hash` belongs to the new address, `token_hash_new` to the old one.
function bothAddresses<T>(
  user: Record<string, unknown>,
  data: Record<string, unknown>,
  withLink: (to: string | undefined, hash: string | undefined, code: string | undefined) => T,
) {
  const [email, newEmail] = [text(user['email']), text(user['new_email'])]
  const [token, tokenNew] = [text(data['token']), text(data['token_new'])]
  const [hash, hashNew] = [text(data['token_hash']), text(data['token_hash_new'])]
  if (hashNew) return [withLink(email, hashNew, token), withLink(newEmail, hash, tokenNew)]
  return [withLink(newEmail ?? email, hash, token ?? tokenNew)]
}

/** `site_url` is the origin of the API. On hosted Supabase it already ends with `/auth/v1`. */
function verifyLink(data: Record<string, unknown>, type: string, tokenHash: string) {
  const siteUrl = text(data['site_url'])
  if (!siteUrl || !URL.canParse(siteUrl) || !/^https?:$/.test(new URL(siteUrl).protocol)) return undefined
  const base = siteUrl.replace(/\/+$/, '').replace(/\/auth\/v1$/, '')
  const redirectTo = text(data['redirect_to'])
  const query = `token=${encodeURIComponent(tokenHash)}&type=${type}`
  return `${base}/auth/v1/verify?${query}${redirectTo ? `&redirect_to=${encodeURIComponent(redirectTo)}` : ''}`
}

function record(value: unknown): Record<string, unknown> | undefined {
  return typeof value === 'object' && value !== null ? { ...value } : undefined
}

function text(value: unknown) {
  return typeof value === 'string' && value !== '' ? value : undefined
}

// Fixtures for auth tests: a server, clients, and received mails.
import { createClient, type SupabaseClient } from '@supabase/supabase-js'
import { superuser } from '../testing/database.ts'
import { startTestServer } from '../testing/server.ts'

export const PASSWORD = 'Correct1Horse!'
export const OTHER_PASSWORD = 'Battery2Staple!'

export interface ReceivedMail {
  to: string
  /** The purpose of the mail. */
  subject: string
  code: string
  link: URL
  tokenHash: string
}

export async function startAccounts(env: NodeJS.ProcessEnv = {}, options: { hashesSlowly?: boolean } = {}) {
  const server = await startTestServer({ env: { RATE_LIMITS: 'off', AUTH_CONFIRM_EMAIL: 'off', ...env }, ...options })
  const { url, keys, database } = server
  const clientWith = (key: string) =>
    createClient(url, key, { auth: { persistSession: false, autoRefreshToken: false, detectSessionInUrl: false } })
  const seen = new Set<string>()

  const accounts = {
    ...server,
    /** A new client with its own storage. */
    client: () => clientWith(keys.publishable),
    admin: () => clientWith(keys.secret).auth.admin,

    async signedUp(email = freshAddress(), password = PASSWORD) {
      const client = accounts.client()
      const { data, error } = await client.auth.signUp({ email, password })
      if (!data.session || !data.user) throw error ?? new Error('no session')
      return { client, email, password, user: data.user, session: data.session }
    },

    async signedIn(email: string, password = PASSWORD) {
      const client = accounts.client()
      const { data, error } = await client.auth.signInWithPassword({ email, password })
      if (!data.session) throw error ?? new Error('no session')
      return { client, session: data.session }
    },

    /** Sends a plain request with the publishable key. */
    send(method: string, path: string, body?: unknown, headers: Record<string, string> = {}) {
      return fetch(`${url}${path}`, {
        method,
        redirect: 'manual',
        headers: { apikey: keys.publishable, 'content-type': 'application/json', ...headers },
        ...(body === undefined ? {} : { body: typeof body === 'string' ? body : JSON.stringify(body) }),
      })
    },

    sql: <T = Record<string, unknown>>(query: string, values: unknown[] = []) =>
      database.keep(superuser, (db) => db.query<T>(query, values)),

    /** Returns the next unread mail to an address. */
    async mailTo(address: string): Promise<ReceivedMail> {
      for (let left = 200; left > 0; left--) {
        const mails = (await (await fetch(`${url}/dev/mail.json`)).json()) as { to: string; subject: string; text: string }[]
        const mail = mails.find(({ to, text }) => to === address && !seen.has(text))
        if (mail) {
          seen.add(mail.text)
          const [code = '', href = ''] = mail.text.split('\n')
          const link = new URL(href)
          return { to: mail.to, subject: mail.subject, code, link, tokenHash: link.searchParams.get('token') ?? '' }
        }
        await new Promise((resolve) => setTimeout(resolve, 25))
      }
      throw new Error(`no mail to ${address}`)
    },

    async mailsTo(address: string) {
      const mails = (await (await fetch(`${url}/dev/mail.json`)).json()) as { to: string }[]
      return mails.filter(({ to }) => to === address).length
    },

    /** Moves back the time of the client's last authentication. */
    async authenticatedAgo(client: SupabaseClient, minutes: number) {
      const { data } = await client.auth.getSession()
      await accounts.sql('update auth.mfa_amr_claims set updated_at = now() - make_interval(mins => $2) where session_id = $1', [
        claimsOf(data.session?.access_token ?? '')['session_id'],
        minutes,
      ])
      const { error } = await client.auth.refreshSession()
      if (error) throw error
    },

    /** Returns the redirect of a link without following it. */
    async open(link: URL | string) {
      const response = await fetch(link, { redirect: 'manual' })
      const target = new URL(response.headers.get('location') ?? '')
      return { status: response.status, target, query: target.searchParams, hash: new URLSearchParams(target.hash.slice(1)) }
    },
  }
  return accounts
}

export type TestAccounts = Awaited<ReturnType<typeof startAccounts>>

let made = 0
/** An address that no other test uses. */
export const freshAddress = (name = 'person') => `${name}${++made}@example.test`

/** Returns only the error of a response. */
export async function refused(
  answer: PromiseLike<{ error: { status?: number | undefined; code?: string | undefined; message: string } | null }>,
) {
  const { error } = await answer
  return error ? { status: error.status, code: error.code, message: error.message } : undefined
}

export function claimsOf(token: string) {
  return JSON.parse(Buffer.from(token.split('.')[1] ?? '', 'base64url').toString()) as Record<string, unknown>
}

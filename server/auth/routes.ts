// Routes of /auth/v1 for visitors: sign-up, sign-in, refresh, and mailed links and codes.
import type pg from 'pg'
import { inTransaction } from '../transaction.ts'
import type { JsonObject } from '../wire.ts'
import type { Accounts, Caller } from './accounts.ts'
import { type EmailChange, OTHER_ADDRESS_IS_LEFT } from './email-change.ts'
import { AuthError, invalid, unprocessable } from './errors.ts'
import { readEmail, readObject, readText, safeRedirect } from './input.ts'
import type { Limits } from './limits.ts'
import type { Links } from './links.ts'
import type { Purpose } from './one-time.ts'
import { readChallenge } from './pkce.ts'
import { isPkceToken } from './pkce-token.ts'
import { type Refreshing, refreshSession } from './sessions.ts'
import { unsupportedGrant } from './unsupported.ts'

export interface RouteParts {
  pool: pg.Pool
  siteUrl: string
  limits: Limits
  accounts: Accounts
  links: Links
  emailChange: EmailChange
  refreshing: Refreshing
}

export function createRoutes({ pool, siteUrl, limits, accounts, links, emailChange, refreshing }: RouteParts) {
  async function signUp(url: URL, body: JsonObject, caller: Caller) {
    const password = readText(body, 'password')
    if (!body['email'] && !body['phone'] && !password) throw unprocessable('anonymous_provider_disabled', 'Anonymous sign-ins are disabled')
    if (!password) throw invalid('Signup requires a valid password')
    const redirectTo = safeRedirect(url.searchParams.get('redirect_to'), siteUrl)
    const challenge = readChallenge(body)
    return Response.json(
      await accounts.signUp(caller, { email: readEmail(body), password, metadata: readObject(body, 'data'), redirectTo, challenge }),
    )
  }

  async function token(url: URL, body: JsonObject, caller: Caller) {
    const grant = url.searchParams.get('grant_type')
    if (grant === 'password') {
      const [email, password] = [readEmail(body), readText(body, 'password') ?? '']
      return Response.json(await accounts.signIn(caller, email, password))
    }
    if (grant === 'refresh_token') {
      await limits.check('refresh address', caller.address)
      const refreshToken = readText(body, 'refresh_token')
      if (!refreshToken) throw invalid('refresh_token required')
      const session = await inTransaction(pool, (db) => refreshSession(db, refreshing, refreshToken))
      if (session instanceof AuthError) throw session
      return Response.json(session)
    }
    if (grant === 'pkce') {
      const [code, verifier] = [readText(body, 'auth_code'), readText(body, 'code_verifier')]
      if (!code || !verifier) throw invalid('invalid request: both auth code and code verifier should be non-empty')
      return Response.json(await links.exchangeCode(caller, code, verifier))
    }
    throw unsupportedGrant(grant)
  }

  async function verifyByLink(url: URL, caller: Caller) {
    const target = safeRedirect(url.searchParams.get('redirect_to'), siteUrl)
    const type = url.searchParams.get('type') ?? ''
    const tokenHash = url.searchParams.get('token') ?? url.searchParams.get('token_hash') ?? ''
    const isPkce = isPkceToken(tokenHash)
    // PKCE clients read the query; others read the fragment, which is not sent to servers.
    const leadBack = (fields: Record<string, string>) => redirect(target, fields, isPkce ? fields : {})
    try {
      if (isPkce) {
        const code = await (type === 'email_change'
          ? emailChange.redeemForCode(caller, tokenHash)
          : links.redeemForCode(caller, purposesOf(type), tokenHash))
        return code === undefined ? leadBack({ message: OTHER_ADDRESS_IS_LEFT }) : redirect(target, {}, { code })
      }
      const session = await (type === 'email_change'
        ? emailChange.redeem(caller, tokenHash)
        : links.redeem(caller, purposesOf(type), tokenHash))
      if (!session) return leadBack({ message: OTHER_ADDRESS_IS_LEFT })
      const { access_token, expires_at, expires_in, refresh_token, token_type } = session
      return leadBack({ access_token, expires_at: String(expires_at), expires_in: String(expires_in), refresh_token, token_type, type })
    } catch (error) {
      if (!(error instanceof AuthError)) throw error
      return leadBack({
        error: error.status === 400 ? 'invalid_request' : 'access_denied',
        error_code: error.code,
        error_description: error.message,
      })
    }
  }

  async function verifyByCode(body: JsonObject, caller: Caller) {
    const type = readText(body, 'type') ?? ''
    const [tokenHash, code] = [readText(body, 'token_hash'), readText(body, 'token')]
    if (!tokenHash && !code) throw invalid('Verify requires a token or a token hash')
    if (type === 'email_change') {
      const session = await (tokenHash
        ? emailChange.redeem(caller, tokenHash)
        : emailChange.redeemCode(caller, readEmail(body), code ?? ''))
      return Response.json(session ?? { msg: OTHER_ADDRESS_IS_LEFT, code: '200' })
    }
    const purposes = purposesOf(type)
    if (tokenHash) return Response.json(await links.redeem(caller, purposes, tokenHash))
    return Response.json(await links.redeemCode(caller, purposes, readEmail(body), code ?? ''))
  }

  async function sendLink(url: URL, body: JsonObject, caller: Caller, purpose: Purpose, createsUser: boolean) {
    const redirectTo = safeRedirect(url.searchParams.get('redirect_to'), siteUrl)
    const [email, metadata, challenge] = [readEmail(body), readObject(body, 'data'), readChallenge(body)]
    await links.send(caller, { email, purpose, createsUser, metadata, redirectTo, challenge })
    return Response.json({})
  }

  async function resend(url: URL, body: JsonObject, caller: Caller) {
    const type = readText(body, 'type')
    if (type === 'signup') return sendLink(url, body, caller, 'signup', false)
    if (type !== 'email_change') throw invalid('Missing one of these types: signup, email_change')
    const redirectTo = safeRedirect(url.searchParams.get('redirect_to'), siteUrl)
    await emailChange.resend(caller, readEmail(body), { redirectTo, challenge: readChallenge(body) })
    return Response.json({})
  }

  return { signUp, token, verifyByLink, verifyByCode, sendLink, resend }
}

/** Redirects to the site with fields in the fragment and in the query. */
function redirect(target: string, inFragment: Record<string, string>, inQuery: Record<string, string>) {
  const url = new URL(target)
  for (const [name, value] of Object.entries(inQuery)) url.searchParams.set(name, value)
  const query = Object.keys(inQuery).length ? url.toString() : target
  const fragment = new URLSearchParams(inFragment).toString()
  return new Response(null, { status: 303, headers: { location: fragment ? `${query}#${fragment}` : query } })
}

// Clients send "email" when they do not know whether the address is new.
function purposesOf(type: string): Purpose[] {
  if (type === 'email') return ['signup', 'magiclink']
  if (type === 'signup' || type === 'magiclink' || type === 'recovery' || type === 'invite') return [type]
  throw invalid('Verify requires a verification type')
}

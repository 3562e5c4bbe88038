// What the routes of /auth/v1 do for visitors: signing up and in, refreshing, links and codes by mail.
import type pg from 'pg'
import { inTransaction } from '../transaction.ts'
import type { JsonObject } from '../wire.ts'
import type { Accounts, Caller } from './accounts.ts'
import { AuthError, invalid, unprocessable } from './errors.ts'
import { readEmail, readObject, readText, safeRedirect } from './input.ts'
import type { Limits } from './limits.ts'
import type { Links } from './links.ts'
import type { Purpose } from './one-time.ts'
import { type Refreshing, refreshSession } from './sessions.ts'

export interface RouteParts {
  pool: pg.Pool
  siteUrl: string
  limits: Limits
  accounts: Accounts
  links: Links
  refreshing: Refreshing
}

export function createRoutes({ pool, siteUrl, limits, accounts, links, refreshing }: RouteParts) {
  async function signUp(url: URL, body: JsonObject, caller: Caller) {
    const password = readText(body, 'password')
    if (!body['email'] && !password) throw unprocessable('anonymous_provider_disabled', 'Anonymous sign-ins are disabled')
    if (!password) throw invalid('Signup requires a valid password')
    const redirectTo = safeRedirect(url.searchParams.get('redirect_to'), siteUrl)
    return Response.json(
      await accounts.signUp(caller, { email: readEmail(body), password, metadata: readObject(body, 'data'), redirectTo }),
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
    throw new AuthError(400, 'invalid_credentials', 'unsupported_grant_type')
  }

  async function verifyByLink(url: URL, caller: Caller) {
    const target = safeRedirect(url.searchParams.get('redirect_to'), siteUrl)
    const type = url.searchParams.get('type') ?? ''
    const withHash = (fields: Record<string, string>) =>
      new Response(null, { status: 303, headers: { location: `${target}#${new URLSearchParams(fields).toString()}` } })
    try {
      const session = await links.redeem(
        caller,
        purposesOf(type),
        url.searchParams.get('token') ?? url.searchParams.get('token_hash') ?? '',
      )
      const { access_token, expires_at, expires_in, refresh_token, token_type } = session
      return withHash({ access_token, expires_at: String(expires_at), expires_in: String(expires_in), refresh_token, token_type, type })
    } catch (error) {
      if (!(error instanceof AuthError)) throw error
      return withHash({
        error: error.status === 400 ? 'invalid_request' : 'access_denied',
        error_code: error.code,
        error_description: error.message,
      })
    }
  }

  async function verifyByCode(body: JsonObject, caller: Caller) {
    const purposes = purposesOf(readText(body, 'type') ?? '')
    const tokenHash = readText(body, 'token_hash')
    if (tokenHash) return Response.json(await links.redeem(caller, purposes, tokenHash))
    const code = readText(body, 'token')
    if (!code) throw invalid('Verify requires a token or a token hash')
    return Response.json(await links.redeemCode(caller, purposes, readEmail(body), code))
  }

  async function sendLink(url: URL, body: JsonObject, caller: Caller, purpose: Purpose, createsUser: boolean) {
    const redirectTo = safeRedirect(url.searchParams.get('redirect_to'), siteUrl)
    await links.send(caller, { email: readEmail(body), purpose, createsUser, metadata: readObject(body, 'data'), redirectTo })
    return Response.json({})
  }

  async function resend(url: URL, body: JsonObject, caller: Caller) {
    if (readText(body, 'type') !== 'signup') throw invalid('Resend is for the type signup')
    return sendLink(url, body, caller, 'signup', false)
  }

  return { signUp, token, verifyByLink, verifyByCode, sendLink, resend }
}

// "email" is what the client says when it does not know whether the address was new.
function purposesOf(type: string): Purpose[] {
  if (type === 'email') return ['signup', 'magiclink']
  if (type === 'signup' || type === 'magiclink' || type === 'recovery') return [type]
  throw invalid('Verify requires a verification type')
}

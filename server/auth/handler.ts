// `/auth/v1`: GoTrue's dialect on Supabase's own tables.
import { createHmac } from 'node:crypto'
import type pg from 'pg'
import type { Logger } from 'pino'
import { networkOf } from '../client-address.ts'
import { type Identities, keyIn } from '../identity.ts'
import { IdentityError } from '../identity-error.ts'
import type { Tokens } from '../tokens.ts'
import { inTransaction } from '../transaction.ts'
import { allowed, anyOrigin, BodyError, PRIVATE_HEADERS, withHeaders } from '../wire.ts'
import { type Caller, createAccounts } from './accounts.ts'
import { handleAdmin } from './admin.ts'
import { AuthError, errorResponse, invalid, unprocessable } from './errors.ts'
import { readEmail, readJson, readObject, readText, safeRedirect } from './input.ts'
import { createKnownNetworks } from './known-networks.ts'
import { createLimits } from './limits.ts'
import { createLinks } from './links.ts'
import { createMailer, type MailHook } from './mail.ts'
import { createOneTimes, type Purpose } from './one-time.ts'
import { createOwnAccount } from './own-account.ts'
import { refreshSession } from './sessions.ts'

const HEADERS = {
  ...PRIVATE_HEADERS,
  ...anyOrigin('x-supabase-api-version, retry-after'),
  ...allowed({
    methods: 'GET, POST, PUT, DELETE, OPTIONS',
    headers: 'authorization, apikey, content-type, x-client-info, x-supabase-api-version',
  }),
}

export interface AuthOptions {
  /** Logs in as the owner of the auth tables. */
  pool: pg.Pool
  tokens: Tokens
  identities: Identities
  hook: MailHook
  hookSecret: string
  /** Keys the hashes of codes and links. */
  secret: string
  siteUrl: string
  confirmsEmail: boolean
  rateLimitFactor: number
  log: Logger
}

export interface Auth {
  handle: (request: Request, path: string, address: string) => Promise<Response>
  stop: () => Promise<void>
}

export function createAuth(options: AuthOptions): Auth {
  const { pool, tokens, identities, siteUrl, confirmsEmail, log } = options
  const secretFor = (purpose: string) => createHmac('sha256', options.secret).update(purpose).digest('hex')
  const limits = createLimits(pool, options.rateLimitFactor)
  const mailer = createMailer({ hook: options.hook, secret: options.hookSecret, siteUrl, log })
  const knownNetworks = createKnownNetworks(pool, secretFor('known networks'))
  const parts = { pool, tokens, identities, limits, knownNetworks, mailer, oneTimes: createOneTimes(secretFor('one-time')) }
  const accounts = createAccounts({ ...parts, confirmsEmail })
  const links = createLinks(parts)
  const own = createOwnAccount(parts)
  const refreshing = { tokens, limits, secret: secretFor('refresh') }

  async function signUp(url: URL, body: Record<string, unknown>, caller: Caller) {
    const password = readText(body, 'password')
    if (!body['email'] && !password) throw unprocessable('anonymous_provider_disabled', 'Anonymous sign-ins are disabled')
    if (!password) throw invalid('Signup requires a valid password')
    const redirectTo = safeRedirect(url.searchParams.get('redirect_to'), siteUrl)
    return Response.json(
      await accounts.signUp(caller, { email: readEmail(body), password, metadata: readObject(body, 'data'), redirectTo }),
    )
  }

  async function token(url: URL, body: Record<string, unknown>, caller: Caller) {
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

  async function verifyByCode(body: Record<string, unknown>, caller: Caller) {
    const purposes = purposesOf(readText(body, 'type') ?? '')
    const tokenHash = readText(body, 'token_hash')
    if (tokenHash) return Response.json(await links.redeem(caller, purposes, tokenHash))
    const code = readText(body, 'token')
    if (!code) throw invalid('Verify requires a token or a token hash')
    return Response.json(await links.redeemCode(caller, purposes, readEmail(body), code))
  }

  async function sendLink(url: URL, body: Record<string, unknown>, caller: Caller, purpose: Purpose, createsUser: boolean) {
    const redirectTo = safeRedirect(url.searchParams.get('redirect_to'), siteUrl)
    await links.send(caller, { email: readEmail(body), purpose, createsUser, metadata: readObject(body, 'data'), redirectTo })
    return Response.json({})
  }

  async function resend(url: URL, body: Record<string, unknown>, caller: Caller) {
    if (readText(body, 'type') !== 'signup') throw invalid('Resend is for the type signup')
    return sendLink(url, body, caller, 'signup', false)
  }

  async function admin(request: Request, segments: string[]) {
    const identity = await identities.identify(request)
    if (identity.role !== 'service_role') throw new AuthError(403, 'not_admin', 'User not allowed')
    return handleAdmin(pool, request, segments, await readJson(request))
  }

  async function route(request: Request, path: string, address: string): Promise<Response> {
    const url = new URL(request.url)
    const segments = path.split('/').filter(Boolean)
    const caller: Caller = { address: networkOf(address), userAgent: request.headers.get('user-agent') }
    const body = () => readJson(request)
    if (segments[0] === 'admin') return admin(request, segments.slice(1))
    switch (`${request.method} ${segments.join('/')}`) {
      case 'POST signup':
        return signUp(url, await body(), caller)
      case 'POST token':
        return token(url, await body(), caller)
      case 'POST otp': {
        const given = await body()
        return sendLink(url, given, caller, 'magiclink', given['create_user'] !== false)
      }
      case 'POST magiclink':
        return sendLink(url, await body(), caller, 'magiclink', true)
      case 'POST recover':
        return sendLink(url, await body(), caller, 'recovery', false)
      case 'POST resend':
        return resend(url, await body(), caller)
      case 'GET verify':
        return verifyByLink(url, caller)
      case 'POST verify':
        return verifyByCode(await body(), caller)
      case 'GET user':
        return own.show(request)
      case 'PUT user':
        return own.change(request, await body())
      case 'POST logout':
        return own.logOut(request, url.searchParams.get('scope') || 'global')
      case 'GET settings':
        return Response.json(settings(confirmsEmail))
      case 'GET health':
        return Response.json({ name: 'GoTrue', version: 'embedded', description: 'Accounts on Supabase’s own tables' })
      case 'GET .well-known/jwks.json':
        return Response.json(tokens.jwks, { headers: { 'cache-control': 'public, max-age=600' } })
      default:
        throw new AuthError(404, 'unknown', 'Not found')
    }
  }

  return {
    stop: mailer.settled,
    async handle(request, path, address) {
      try {
        if (request.method === 'OPTIONS') return withHeaders(new Response(null, { status: 204 }), HEADERS)
        // A token is looked at by the routes that need one.
        if (!isOpen(path)) identities.identifyKey(keyIn(request))
        return withHeaders(await route(request, path, address), HEADERS)
      } catch (error) {
        return withHeaders(refusal(error, request, log), HEADERS)
      }
    },
  }
}

// People open links and anybody may fetch the public keys; every other request carries an API key.
const isOpen = (path: string) => ['/verify', '/health', '/.well-known/jwks.json'].includes(path)

// "email" is what the client says when it does not know whether the address was new.
function purposesOf(type: string): Purpose[] {
  if (type === 'email') return ['signup', 'magiclink']
  if (type === 'signup' || type === 'magiclink' || type === 'recovery') return [type]
  throw invalid('Verify requires a verification type')
}

function settings(confirmsEmail: boolean) {
  return {
    external: { email: true, phone: false, anonymous_users: false },
    disable_signup: false,
    mailer_autoconfirm: !confirmsEmail,
    phone_autoconfirm: false,
    sms_provider: '',
    saml_enabled: false,
  }
}

function refusal(error: unknown, request: Request, log: Logger) {
  if (error instanceof AuthError) return errorResponse(error, request)
  if (error instanceof IdentityError) {
    if (error.kind === 'no-key' || error.kind === 'wrong-key') return Response.json({ message: error.message }, { status: 401 })
    return errorResponse(new AuthError(401, 'bad_jwt', error.message), request)
  }
  if (error instanceof BodyError && error.fault === 'too large')
    return errorResponse(new AuthError(413, 'validation_failed', 'The request is too large'), request)
  // Where, and which kind; the sentence itself may name somebody.
  const { name, code, stack }: { name?: string; code?: unknown; stack?: string } = error instanceof Error ? error : {}
  log.error({ name, code, at: stack?.split('\n').filter((line) => /^\s+at /.test(line)) }, 'an account request failed')
  return errorResponse(
    new AuthError(500, 'unexpected_failure', 'Unexpected failure, please check server logs for more information'),
    request,
  )
}

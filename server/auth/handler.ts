// `/auth/v1`: GoTrue's dialect on Supabase's own tables.
import { createHmac } from 'node:crypto'
import type pg from 'pg'
import type { Logger } from 'pino'
import { type Identify, IdentityError } from '../identity.ts'
import type { Tokens } from '../tokens.ts'
import { type Caller, createAccounts, inTransaction } from './accounts.ts'
import { handleAdmin } from './admin.ts'
import { AuthError, errorResponse, invalid, noSession, unprocessable } from './errors.ts'
import { readBody, readEmail, readObject, readText, safeRedirect } from './input.ts'
import { createLimits } from './limits.ts'
import { createMailer, type MailHook } from './mail.ts'
import { createOneTimes, type Purpose } from './one-time.ts'
import { checkPassword, hashPassword, isPassword } from './passwords.ts'
import { presentUser } from './present.ts'
import { endSessions, isBanned, isLive, refreshSession } from './sessions.ts'
import { findById, identitiesOf, updateUser } from './store.ts'

export interface AuthOptions {
  /** Logs in as the owner of the auth tables. */
  pool: pg.Pool
  tokens: Tokens
  identify: Identify
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
  const { pool, tokens, identify, siteUrl, confirmsEmail, log } = options
  const limits = createLimits(pool, options.rateLimitFactor)
  const mailer = createMailer({ hook: options.hook, secret: options.hookSecret, siteUrl, log })
  const oneTimes = createOneTimes(createHmac('sha256', options.secret).update('one-time').digest('hex'))
  const accounts = createAccounts({ pool, tokens, limits, oneTimes, mailer, confirmsEmail })

  async function signedIn(request: Request) {
    const token = /^Bearer\s+(\S+)$/i.exec(request.headers.get('authorization') ?? '')?.[1]
    if (!token) throw new AuthError(401, 'no_authorization', 'This endpoint requires a Bearer token')
    const claims = await tokens.verify(token).catch((error: unknown) => {
      throw new AuthError(403, 'bad_jwt', `invalid JWT: ${error instanceof Error ? error.message : 'unable to parse or verify'}`)
    })
    const user = await findById(pool, claims.sub)
    if (!user) throw new AuthError(403, 'user_not_found', 'User from sub claim in JWT does not exist')
    if (!(await isLive(pool, claims.session_id, user.id))) throw noSession()
    if (isBanned(user)) throw new AuthError(403, 'user_banned', 'User is banned')
    return { user, sessionId: claims.session_id }
  }

  async function changeUser(request: Request, body: Record<string, unknown>) {
    const { user, sessionId } = await signedIn(request)
    const password = readText(body, 'password')
    const email = readText(body, 'email')?.trim().toLowerCase()
    if (email && email !== user.email)
      throw unprocessable('email_provider_disabled', 'The e-mail address of an account cannot be changed here')
    let encrypted: string | undefined
    if (password !== undefined) {
      checkPassword(password)
      if (await isPassword(password, user.encrypted_password))
        throw unprocessable('same_password', 'New password should be different from the old password.')
      encrypted = await hashPassword(password)
    }
    const metadata = Object.fromEntries(
      Object.entries({ ...user.raw_user_meta_data, ...readObject(body, 'data') }).filter(([, value]) => value !== null),
    )
    const changed = await inTransaction(pool, async (db) => {
      if (encrypted) await endSessions(db, user.id, 'others', sessionId)
      return updateUser(db, user.id, {
        ...(encrypted ? { encrypted_password: encrypted } : {}),
        ...('data' in body ? { raw_user_meta_data: metadata } : {}),
      })
    })
    return Response.json(presentUser(changed ?? user, await identitiesOf(pool, user.id)))
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
      const session = await inTransaction(pool, (db) => refreshSession(db, tokens, refreshToken))
      if (session instanceof AuthError) throw session
      return Response.json(session)
    }
    throw new AuthError(400, 'validation_failed', 'unsupported_grant_type')
  }

  async function verifyByLink(url: URL, caller: Caller) {
    const target = safeRedirect(url.searchParams.get('redirect_to'), siteUrl)
    const type = url.searchParams.get('type') ?? ''
    const withHash = (fields: Record<string, string>) =>
      new Response(null, {
        status: 303,
        headers: { location: `${target.split('#')[0]}#${new URLSearchParams(fields)}`, 'cache-control': 'no-store' },
      })
    try {
      const session = await accounts.redeemLink(
        caller,
        purposeOf(type),
        url.searchParams.get('token') ?? url.searchParams.get('token_hash') ?? '',
      )
      const { access_token, expires_at, expires_in, refresh_token, token_type } = session
      return withHash({ access_token, expires_at: String(expires_at), expires_in: String(expires_in), refresh_token, token_type, type })
    } catch (error) {
      if (!(error instanceof AuthError)) throw error
      return withHash({ error: 'access_denied', error_code: error.code, error_description: error.message })
    }
  }

  async function verifyByCode(body: Record<string, unknown>, caller: Caller) {
    const type = readText(body, 'type') ?? ''
    const tokenHash = readText(body, 'token_hash')
    if (tokenHash) {
      return Response.json(await accounts.redeemLink(caller, type === 'email' ? 'magiclink' : purposeOf(type), tokenHash))
    }
    const purposes: Purpose[] = type === 'email' ? ['signup', 'magiclink'] : [purposeOf(type)]
    const code = readText(body, 'token') ?? ''
    if (!code) throw invalid('Verify requires a token or a token hash')
    return Response.json(await accounts.redeemCode(caller, purposes, readEmail(body), code))
  }

  async function sendLink(url: URL, body: Record<string, unknown>, caller: Caller, purpose: Purpose, createsUser: boolean) {
    await accounts.sendLink(caller, {
      email: readEmail(body),
      purpose,
      createsUser,
      metadata: readObject(body, 'data'),
      redirectTo: safeRedirect(url.searchParams.get('redirect_to'), siteUrl),
    })
    return Response.json({})
  }

  async function logOut(url: URL, request: Request) {
    const scope = url.searchParams.get('scope') ?? 'global'
    if (scope !== 'global' && scope !== 'local' && scope !== 'others') throw invalid(`Unsupported logout scope "${scope}"`)
    const { user, sessionId } = await signedIn(request)
    await endSessions(pool, user.id, scope, sessionId)
    return new Response(null, { status: 204 })
  }

  async function admin(request: Request, segments: string[]) {
    const identity = await identify(request)
    if (identity.role !== 'service_role') throw new AuthError(403, 'not_admin', 'User not allowed')
    return handleAdmin(pool, request, segments, await readBody(request))
  }

  async function route(request: Request, path: string, address: string): Promise<Response> {
    const url = new URL(request.url)
    const segments = path.split('/').filter(Boolean)
    const caller: Caller = { address, userAgent: request.headers.get('user-agent') }
    if (segments[0] === 'admin') return admin(request, segments.slice(1))
    const routes: Record<string, () => Promise<Response> | Response> = {
      'GET health': () => Response.json({ name: 'GoTrue', version: 'embedded', description: 'Accounts on Supabase’s own tables' }),
      'GET settings': () => Response.json(settings(confirmsEmail)),
      'GET .well-known/jwks.json': () => Response.json(tokens.jwks, { headers: { 'cache-control': 'public, max-age=600' } }),
      'GET verify': () => verifyByLink(url, caller),
      'POST verify': async () => verifyByCode(await readBody(request), caller),
      'POST token': async () => token(url, await readBody(request), caller),
      'POST otp': async () => {
        const body = await readBody(request)
        return sendLink(url, body, caller, 'magiclink', body['create_user'] !== false)
      },
      'POST magiclink': async () => sendLink(url, await readBody(request), caller, 'magiclink', true),
      'POST recover': async () => sendLink(url, await readBody(request), caller, 'recovery', false),
      'POST resend': async () => {
        const body = await readBody(request)
        if (readText(body, 'type') !== 'signup') throw invalid('Resend is for the type signup')
        return sendLink(url, body, caller, 'signup', false)
      },
      'POST signup': async () => {
        const body = await readBody(request)
        const password = readText(body, 'password')
        if (!password) throw invalid('Signup requires a valid password')
        const redirectTo = safeRedirect(url.searchParams.get('redirect_to'), siteUrl)
        return Response.json(
          await accounts.signUp(caller, { email: readEmail(body), password, metadata: readObject(body, 'data'), redirectTo }),
        )
      },
      'GET user': async () => {
        const { user } = await signedIn(request)
        return Response.json(presentUser(user, await identitiesOf(pool, user.id)))
      },
      'PUT user': async () => changeUser(request, await readBody(request)),
      'POST logout': () => logOut(url, request),
    }
    const found = routes[`${request.method} ${segments.join('/')}`]
    if (!found) throw new AuthError(404, 'unknown', 'Not found')
    return found()
  }

  return {
    stop: mailer.settled,
    async handle(request, path, address) {
      try {
        if (request.method === 'OPTIONS') return withHeaders(new Response(null, { status: 204 }))
        // Links are opened by people, keys are fetched by anybody; all else carries an API key.
        if (!isOpen(path)) await identify(withoutToken(request))
        return withHeaders(await route(request, path, address))
      } catch (error) {
        return withHeaders(refusal(error, request, log))
      }
    },
  }
}

const isOpen = (path: string) => ['/verify', '/health', '/.well-known/jwks.json'].includes(path)

// Here the token is looked at by each route; only the key is asked for at the door.
function withoutToken(request: Request) {
  const headers = new Headers(request.headers)
  headers.delete('authorization')
  return new Request(request.url, { headers })
}

function purposeOf(type: string): Purpose {
  if (type === 'signup' || type === 'magiclink' || type === 'recovery') return type
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
  log.error(
    { name: error instanceof Error ? error.name : 'unknown', code: error instanceof Error && 'code' in error ? error.code : undefined },
    'an account request failed',
  )
  return errorResponse(
    new AuthError(500, 'unexpected_failure', 'Unexpected failure, please check server logs for more information'),
    request,
  )
}

function withHeaders(response: Response) {
  if (!response.headers.has('cache-control')) response.headers.set('cache-control', 'no-store')
  response.headers.set('access-control-allow-origin', '*')
  response.headers.set('access-control-allow-methods', 'GET, POST, PUT, DELETE, OPTIONS')
  response.headers.set('access-control-allow-headers', 'authorization, apikey, content-type, x-client-info, x-supabase-api-version')
  response.headers.set('access-control-expose-headers', 'x-supabase-api-version, retry-after')
  return response
}

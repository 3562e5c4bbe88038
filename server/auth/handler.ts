// `/auth/v1`: GoTrue's API on Supabase's own tables.
import { createHmac } from 'node:crypto'
import type pg from 'pg'
import type { Logger } from 'pino'
import { networkOf } from '../client-address.ts'
import { type Identities, keyIn } from '../identity.ts'
import { IdentityError } from '../identity-error.ts'
import type { Tokens } from '../tokens.ts'
import { allowed, anyOrigin, BodyError, PRIVATE_HEADERS, withHeaders } from '../wire.ts'
import { type Caller, createAccounts } from './accounts.ts'
import { handleAdmin } from './admin.ts'
import { createAdminLinks } from './admin-links.ts'
import { createEmailChange } from './email-change.ts'
import { AuthError, errorResponse } from './errors.ts'
import { readJson } from './input.ts'
import { createKnownNetworks } from './known-networks.ts'
import { createLimits } from './limits.ts'
import { createLinks } from './links.ts'
import { createMailer, type MailHook } from './mail.ts'
import { createRecoveryCodes } from './mfa/recovery-codes.ts'
import { createFactorRoutes } from './mfa/routes.ts'
import { createSecondFactor } from './mfa/second-factor.ts'
import { createSecrets } from './mfa/secrets.ts'
import { createSecurityKeys } from './mfa/security-key.ts'
import { createFactorTries } from './mfa/tries.ts'
import { createOneTimes } from './one-time.ts'
import { createOwnAccount } from './own-account.ts'
import { createRoutes } from './routes.ts'
import { createSignedIn } from './signed-in.ts'
import { notFound } from './unsupported.ts'
import { createPasskeys } from './webauthn/passkeys.ts'
import { createRelyingParty } from './webauthn/relying-party.ts'
import { createPasskeyRoutes } from './webauthn/routes.ts'

const HEADERS = {
  ...PRIVATE_HEADERS,
  ...anyOrigin('x-supabase-api-version, retry-after'),
  ...allowed({
    methods: 'GET, POST, PUT, PATCH, DELETE, OPTIONS',
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
  /** Keys the hashes of codes and links, and encrypts the secrets of factors. */
  secret: string
  /** The previous secret, which still decrypts older secrets of factors. */
  previousSecret: string | undefined
  siteUrl: string
  /** The site's name in the dialogs of browsers and devices. */
  siteName: string | undefined
  /** Whether security keys can be enrolled as a second factor, and whether enrolled ones can be verified. */
  webAuthn: { enrolls: boolean; verifies: boolean }
  hasPasskeys: boolean
  confirmsEmail: boolean
  /** Whether the old address must confirm a change too. */
  confirmsBothAddresses: boolean
  /** If false, only invitations and the secret key create accounts. */
  allowsSignUp: boolean
  rateLimitFactor: number
  log: Logger
}

export interface Auth {
  handle: (request: Request, path: string, address: string) => Promise<Response>
  stop: () => Promise<void>
}

export function createAuth(options: AuthOptions): Auth {
  const { pool, tokens, identities, siteUrl, confirmsEmail, allowsSignUp, log } = options
  const secretFor = (purpose: string) => createHmac('sha256', options.secret).update(purpose).digest('hex')
  const limits = createLimits(pool, options.rateLimitFactor)
  const mailer = createMailer({ hook: options.hook, secret: options.hookSecret, siteUrl, log })
  const knownNetworks = createKnownNetworks(pool, secretFor('known networks'))
  const parts = { pool, tokens, identities, limits, knownNetworks, mailer, oneTimes: createOneTimes(secretFor('one-time')) }
  const signedIn = createSignedIn(parts)
  const emailChange = createEmailChange({ ...parts, confirmsBothAddresses: options.confirmsBothAddresses })
  const own = createOwnAccount({ ...parts, siteUrl, signedIn, emailChange })
  const secrets = createSecrets([options.secret, ...(options.previousSecret ? [options.previousSecret] : [])])
  const relyingParty = createRelyingParty({ siteUrl, name: options.siteName })
  const tries = createFactorTries(parts)
  const factors = createFactorRoutes({
    signedIn,
    secondFactor: createSecondFactor({
      ...parts,
      tries,
      secrets,
      siteUrl,
      securityKeys: createSecurityKeys({ ...parts, tries, relyingParty }),
      webAuthn: options.webAuthn,
    }),
    recoveryCodes: createRecoveryCodes({ ...parts, tries }),
  })
  const passkeys = createPasskeys({ ...parts, relyingParty })
  const passkeyRoutes = createPasskeyRoutes({ signedIn, passkeys, isEnabled: options.hasPasskeys })
  const routes = createRoutes({
    pool,
    siteUrl,
    limits,
    accounts: createAccounts({ ...parts, confirmsEmail, allowsSignUp }),
    links: createLinks({ ...parts, allowsSignUp }),
    emailChange,
    refreshing: { tokens, limits, secret: secretFor('refresh') },
  })

  const adminLinks = createAdminLinks({ ...parts, siteUrl, confirmsBothAddresses: options.confirmsBothAddresses })

  async function checkSecretKey(request: Request) {
    const identity = await identities.identify(request)
    if (identity.role !== 'service_role') throw new AuthError(403, 'not_admin', 'User not allowed')
  }

  async function admin(request: Request, segments: string[]) {
    await checkSecretKey(request)
    if (request.method === 'POST' && segments.join('/') === 'generate_link')
      return adminLinks.generateLink(new URL(request.url), await readJson(request))
    return handleAdmin({ pool, passkeys }, request, segments, await readJson(request))
  }

  async function route(request: Request, path: string, address: string): Promise<Response> {
    const url = new URL(request.url)
    const segments = path.split('/').filter(Boolean)
    const caller: Caller = { address: networkOf(address), userAgent: request.headers.get('user-agent') }
    const body = () => readJson(request)
    if (segments[0] === 'admin') return admin(request, segments.slice(1))
    if (segments[0] === 'passkeys') return passkeyRoutes(request, segments.slice(1), caller)
    if (segments[0] === 'factors') return factors(request, segments.slice(1), caller.address)
    switch (`${request.method} ${segments.join('/')}`) {
      case 'POST signup':
        return routes.signUp(url, await body(), caller)
      case 'POST token':
        return routes.token(url, await body(), caller)
      case 'POST otp': {
        const given = await body()
        return routes.sendLink(url, given, caller, 'magiclink', given['create_user'] !== false)
      }
      case 'POST magiclink':
        return routes.sendLink(url, await body(), caller, 'magiclink', true)
      case 'POST recover':
        return routes.sendLink(url, await body(), caller, 'recovery', false)
      case 'POST resend':
        return routes.resend(url, await body(), caller)
      case 'POST invite':
        await checkSecretKey(request)
        return adminLinks.invite(url, await body())
      case 'GET verify':
        return routes.verifyByLink(url, caller)
      case 'POST verify':
        return routes.verifyByCode(await body(), caller)
      case 'GET user':
        return own.show(request)
      case 'PUT user':
        return own.change(request, await body(), url, caller)
      case 'GET reauthenticate':
        return own.reauthenticate(request, caller)
      case 'POST logout':
        return own.logOut(request, url.searchParams.get('scope') || 'global')
      case 'GET settings':
        return Response.json(settings(options))
      case 'GET health':
        return Response.json({ name: 'GoTrue', version: 'embedded', description: 'Accounts on Supabase’s own tables' })
      case 'GET .well-known/jwks.json':
        return Response.json(tokens.jwks, { headers: { 'cache-control': 'public, max-age=600' } })
      default:
        throw notFound(segments.join('/'))
    }
  }

  return {
    stop: mailer.settled,
    async handle(request, path, address) {
      try {
        if (request.method === 'OPTIONS') return withHeaders(new Response(null, { status: 204 }), HEADERS)
        // Routes that need a token verify it themselves.
        if (!isOpen(path)) identities.identifyKey(keyIn(request))
        return withHeaders(await route(request, path, address), HEADERS)
      } catch (error) {
        return withHeaders(refusal(error, request, log), HEADERS)
      }
    },
  }
}

// Browsers open links, and the public keys are public. Every other request needs an API key.
const isOpen = (path: string) => ['/verify', '/authorize', '/health', '/.well-known/jwks.json'].includes(path)

function settings({ confirmsEmail, allowsSignUp, hasPasskeys }: AuthOptions) {
  return {
    external: { email: true, phone: false, anonymous_users: false },
    disable_signup: !allowsSignUp,
    mailer_autoconfirm: !confirmsEmail,
    phone_autoconfirm: false,
    sms_provider: '',
    saml_enabled: false,
    passkeys_enabled: hasPasskeys,
  }
}

function refusal(error: unknown, request: Request, log: Logger) {
  if (error instanceof AuthError) return errorResponse(error, request)
  if (error instanceof IdentityError) {
    if (error.kind === 'no-key' || error.kind === 'wrong-key') return Response.json({ message: error.message }, { status: 401 })
    return errorResponse(new AuthError(401, 'bad_jwt', error.message), request)
  }
  if (error instanceof BodyError && error.fault === 'too deep')
    return errorResponse(new AuthError(400, 'validation_failed', 'The request is nested too deep'), request)
  if (error instanceof BodyError && error.fault !== 'aborted')
    return errorResponse(new AuthError(413, 'validation_failed', 'The request is too large'), request)
  // Logs where the error occurred and its kind, but not the message, which may contain personal data.
  const { name, code, stack }: { name?: string; code?: unknown; stack?: string } = error instanceof Error ? error : {}
  log.error({ name, code, at: stack?.split('\n').filter((line) => /^\s+at /.test(line)) }, 'an account request failed')
  return errorResponse(
    new AuthError(500, 'unexpected_failure', 'Unexpected failure, please check server logs for more information'),
    request,
  )
}

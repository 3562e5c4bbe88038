// Reads and validates the environment once. Other modules get what they need as arguments.
import type { JsonWebKey } from 'node:crypto'
import { isIP } from 'node:net'
import { resolve } from 'node:path'
import { isObject, parseJson } from './wire.ts'

export interface Config {
  /** The whole environment, for variables that the project declares itself. */
  environment: NodeJS.ProcessEnv
  host: string
  port: number
  /** The public origin, without a trailing slash. */
  siteUrl: string
  dataDir: string
  production: boolean
  seed: 'demo' | 'none'
  databaseUrl: string | undefined
  /** Set when another Supabase is the backend and this process only serves the site. */
  backend: { url: string; publishableKey: string } | undefined
  publishableKey: string | undefined
  secretKey: string | undefined
  /** Still decrypts data that were encrypted with the previous secret key. */
  previousSecretKey: string | undefined
  /** The key with which functions encrypt stored data: 32 bytes in base64. */
  encryptionKey: string | undefined
  /** The first key signs and all of them verify, so that keys can be rotated without ending sessions. */
  jwtSigningKeys: JsonWebKey[] | undefined
  mail: MailConfig
  confirmEmail: boolean
  /** Whether anybody may sign up; undefined leaves it to the project's `config.toml`. */
  signUp: boolean | undefined
  calls: CallConfig
  s3: S3Config | undefined
  trustedProxies: string[]
  metricsToken: string | undefined
  /** How long the server keeps answering after a stop request, with /healthz at 503. */
  drainMs: number
  /** The file with the secrets of the project's functions; by default `functions/.env` in the project's folder. */
  functionsEnvFile: string | undefined
  /** Whether this server runs the scheduled functions. */
  runsSchedule: boolean
  /** Larger responses at /rest/v1 are refused. */
  maxResponseBytes: number | undefined
  /** The maximum time that a write may hold its locks. */
  writeTimeoutMs: number | undefined
  /** Multiplies every rate limit; 0 disables them. */
  rateLimitFactor: number
  /** Variables without effect, because another Supabase is the backend. */
  unusedVariables: string[]
}

type MailConfig =
  | { transport: 'smtp'; url: string; from: string }
  /** `apiUrl` is the URL of a test server on this machine. */
  | { transport: 'resend'; apiKey: string; apiUrl: string | undefined; from: string }
  | { transport: 'outbox' }

/** The TURN relay for calls between browsers. */
interface CallConfig {
  turn: { urls: string[]; secret: string } | undefined
  relayOnly: boolean
}

export interface S3Config {
  endpoint: string
  region: string
  bucket: string
  accessKeyId: string
  secretAccessKey: string
}

const MAX_SIGNING_KEYS = 3
// Variables of the embedded backend. Another Supabase has its own settings and secrets.
const EMBEDDED_ONLY = [
  'SEED',
  'SUPABASE_SECRET_KEY',
  'SUPABASE_PREVIOUS_SECRET_KEY',
  'JWT_SIGNING_KEY',
  'ENCRYPTION_KEY',
  'SMTP_URL',
  'RESEND_API_KEY',
  'MAIL_FROM',
  'AUTH_CONFIRM_EMAIL',
  'AUTH_SIGN_UP',
  'TURN_URLS',
  'TURN_SECRET',
  'ICE_RELAY_ONLY',
  'FUNCTIONS_ENV_FILE',
  'SCHEDULE',
  'RATE_LIMITS',
  'S3_ENDPOINT',
  'S3_REGION',
  'S3_BUCKET',
  'S3_ACCESS_KEY_ID',
  'S3_SECRET_ACCESS_KEY',
  'MAX_RESPONSE_BYTES',
  'WRITE_TIMEOUT_MS',
]

/** The message is one sentence that names the variable, and is shown without a stack. */
export class ConfigError extends Error {}

export function readConfig(environment: NodeJS.ProcessEnv): Config {
  const env = readerOf(environment)

  const host = env.text('HOST') ?? '127.0.0.1'
  const port = readPort(env)
  const siteUrl = readSiteUrl(env, host, port)
  const nodeEnv = env.oneOf('NODE_ENV', ['production', 'development', 'test'])
  const production = nodeEnv === 'production' || !isLoopback(host) || !isLoopback(new URL(siteUrl).hostname)
  const databaseUrl = readDatabaseUrl(env)
  const backend = readBackend(env)
  const mail = readMail(env, production)
  if (production) refuseSampleValues(environment)

  return {
    environment,
    host,
    port,
    siteUrl,
    production,
    dataDir: resolve(env.text('DATA_DIR') ?? '.data'),
    seed: readSeed(env, { production, databaseUrl }),
    databaseUrl,
    backend,
    publishableKey: readPublishableKey(env),
    secretKey: env.startingWith('SUPABASE_SECRET_KEY', ['sb_secret_']),
    previousSecretKey: env.startingWith('SUPABASE_PREVIOUS_SECRET_KEY', ['sb_secret_']),
    encryptionKey: readEncryptionKey(env),
    jwtSigningKeys: readSigningKeys(env),
    mail,
    confirmEmail: readConfirmEmail(env, { production, mail }),
    signUp: readSignUp(env),
    calls: readCalls(env),
    s3: readS3(env),
    trustedProxies: readTrustedProxies(env),
    metricsToken: readMetricsToken(env),
    drainMs: readDrainSeconds(env, production) * 1000,
    functionsEnvFile: env.text('FUNCTIONS_ENV_FILE'),
    runsSchedule: env.oneOf('SCHEDULE', ['on', 'off']) !== 'off',
    maxResponseBytes: readWholeNumber(env, 'MAX_RESPONSE_BYTES', RESPONSE_BYTES),
    writeTimeoutMs: readWholeNumber(env, 'WRITE_TIMEOUT_MS', WRITE_TIMEOUT_MS),
    rateLimitFactor: readRateLimits(env, production),
    unusedVariables: backend ? EMBEDDED_ONLY.filter((name) => env.text(name)) : [],
  }
}

export function isLoopback(hostname: string) {
  return hostname === 'localhost' || hostname === '[::1]' || hostname === '::1' || /^127(\.\d{1,3}){3}$/.test(hostname)
}

/** The placeholder for secrets in the sample files. */
const SAMPLE_SECRET = /replace-me/i

function refuseSampleValues(environment: NodeJS.ProcessEnv) {
  const name = Object.keys(environment).find((each) => SAMPLE_SECRET.test(environment[each] ?? ''))
  if (name) throw wrong(name, 'still has the value of the sample file, which everybody knows; replace it.')
}

function readPort(env: Reader) {
  const text = env.text('PORT') ?? '3000'
  const port = Number(text)
  if (!/^\d+$/.test(text) || port < 1 || port > 65_535) throw wrong('PORT', `is "${text}"; it must be a number from 1 to 65535.`)
  return port
}

function readSiteUrl(env: Reader, host: string, port: number) {
  const url = env.url('SITE_URL', ['http:', 'https:'])
  if (url) {
    if (url.pathname !== '/' || url.search || url.hash) throw wrong('SITE_URL', 'must be an origin alone, such as https://example.com.')
    if (url.protocol === 'http:' && !isLoopback(url.hostname)) {
      throw wrong('SITE_URL', 'must start with https://: cameras, microphones and sessions need it.')
    }
    return url.origin
  }
  if (!isLoopback(host)) throw wrong('SITE_URL', `is missing; with HOST=${host} the address people type is not known.`)
  return `http://${host.includes(':') ? `[${host}]` : host}:${port}`
}

function readDatabaseUrl(env: Reader) {
  const url = env.url('DATABASE_URL', ['postgres:', 'postgresql:'])
  if (!url) return undefined
  if (!url.username || !url.password) {
    throw wrong('DATABASE_URL', 'must name a user and a password: the logins that the server makes derive theirs from it.')
  }
  return url.href
}

function readBackend(env: Reader) {
  const url = env.url('SUPABASE_URL', ['http:', 'https:'])
  if (!url) return undefined
  if (env.text('DATABASE_URL')) throw wrong('SUPABASE_URL', 'and DATABASE_URL are both set; choose one backend.')
  const publishableKey = readPublishableKey(env)
  if (!publishableKey) throw wrong('SUPABASE_PUBLISHABLE_KEY', 'is missing; SUPABASE_URL needs it.')
  return { url: url.href.replace(/\/$/, ''), publishableKey }
}

function readPublishableKey(env: Reader) {
  return env.startingWith('SUPABASE_PUBLISHABLE_KEY', ['sb_publishable_', 'eyJ'])
}

function readSeed(env: Reader, { production, databaseUrl }: { production: boolean; databaseUrl: string | undefined }) {
  const seed = env.oneOf('SEED', ['demo', 'none'])
  if (seed === 'demo' && production) throw wrong('SEED', 'is "demo", but demo people are never made in production.')
  return seed ?? (production || databaseUrl ? 'none' : 'demo')
}

function readSigningKeys(env: Reader): JsonWebKey[] | undefined {
  const text = env.text('JWT_SIGNING_KEY')
  if (!text) return undefined
  const parsed = parseJson(text)
  const keys = Array.isArray(parsed) ? parsed : [parsed]
  const isP256 = (key: unknown): key is JsonWebKey => isObject(key) && key['kty'] === 'EC' && key['crv'] === 'P-256'
  if (keys.length > MAX_SIGNING_KEYS || !keys.every(isP256) || typeof keys[0]?.d !== 'string') {
    throw wrong(
      'JWT_SIGNING_KEY',
      'must be a private P-256 key as JSON Web Key, or a list of up to three whose first is the one that signs.',
    )
  }
  return keys
}

function readEncryptionKey(env: Reader) {
  const key = env.text('ENCRYPTION_KEY')
  if (key && (!/^[A-Za-z0-9+/]+=*$/.test(key) || Buffer.from(key, 'base64').length !== 32)) {
    throw wrong('ENCRYPTION_KEY', 'must be 32 bytes in base64, as "openssl rand -base64 32" prints them.')
  }
  return key
}

function readMail(env: Reader, production: boolean): MailConfig {
  const smtp = env.url('SMTP_URL', ['smtp:', 'smtps:'])
  const apiKey = env.startingWith('RESEND_API_KEY', ['re_'])
  const from = env.text('MAIL_FROM')
  if (smtp && apiKey) throw wrong('SMTP_URL', 'and RESEND_API_KEY are both set; choose one way to send mail.')
  if (!smtp && !apiKey) return { transport: 'outbox' }
  if (!from) throw wrong('MAIL_FROM', 'is missing; outgoing mail needs a sender.')
  if (!/^[^\r\n]*[^\s<>@]+@[^\s<>@]+>?$/.test(from))
    throw wrong('MAIL_FROM', `is "${from}"; it must be an address, such as Name <info@example.com>.`)
  if (smtp) return { transport: 'smtp', url: smtp.href, from }
  return { transport: 'resend', apiKey: apiKey ?? '', apiUrl: testUrl(env, 'RESEND_API_URL', production), from }
}

function readConfirmEmail(env: Reader, { production, mail }: { production: boolean; mail: MailConfig }) {
  const asked = env.oneOf('AUTH_CONFIRM_EMAIL', ['on', 'off'])
  const canSend = mail.transport !== 'outbox'
  if (asked === 'on' && production && !canSend) {
    throw wrong('AUTH_CONFIRM_EMAIL', 'is "on", but no mail is configured (SMTP_URL or RESEND_API_KEY): nobody could ever confirm.')
  }
  return asked ? asked === 'on' : canSend
}

function readSignUp(env: Reader) {
  const asked = env.oneOf('AUTH_SIGN_UP', ['on', 'off'])
  return asked === undefined ? undefined : asked === 'on'
}

function readCalls(env: Reader): CallConfig {
  const urls = env.list('TURN_URLS')
  const secret = env.text('TURN_SECRET')
  const relayOnly = env.oneOf('ICE_RELAY_ONLY', ['on', 'off']) === 'on'
  const strange = urls.find((url) => !/^turns?:[^\s]+$/.test(url))
  if (strange) throw wrong('TURN_URLS', `contains "${strange}"; each must look like turn:host:port or turns:host:port.`)
  if (urls.length && !secret) throw wrong('TURN_SECRET', 'is missing; TURN_URLS needs it.')
  if (secret && !urls.length) throw wrong('TURN_URLS', 'is missing; TURN_SECRET is of no use without it.')
  if (relayOnly && !urls.length) throw wrong('ICE_RELAY_ONLY', 'is "on", but there is no relay: set TURN_URLS.')
  return { turn: secret ? { urls, secret } : undefined, relayOnly }
}

/** Reads the URL of a test server that replaces a third party. */
export const readTestUrl = (environment: NodeJS.ProcessEnv, name: string, production: boolean) =>
  testUrl(readerOf(environment), name, production)

function testUrl(env: Reader, name: string, production: boolean) {
  const url = env.url(name, ['http:'])
  if (url && (production || !isLoopback(url.hostname))) {
    throw wrong(name, 'is for tests: it must be on this machine, and is never set in production.')
  }
  return url?.href.replace(/\/$/, '')
}

function readS3(env: Reader): S3Config | undefined {
  const names = ['S3_ENDPOINT', 'S3_REGION', 'S3_BUCKET', 'S3_ACCESS_KEY_ID', 'S3_SECRET_ACCESS_KEY'] as const
  const missing = names.filter((name) => !env.text(name))
  if (missing.length === names.length) return undefined
  if (missing[0]) throw wrong(missing[0], 'is missing; files in S3 need all five S3_ variables.')
  const [, region = '', bucket = '', accessKeyId = '', secretAccessKey = ''] = names.map((name) => env.text(name))
  const endpoint = env.url('S3_ENDPOINT', ['http:', 'https:'])
  return { endpoint: endpoint?.href ?? '', region, bucket, accessKeyId, secretAccessKey }
}

function readTrustedProxies(env: Reader) {
  const addresses = env.list('TRUSTED_PROXY')
  const strange = addresses.find((address) => {
    const [ip = '', bits = '0', ...rest] = address.split('/')
    return !isIP(ip) || rest.length > 0 || !/^\d{1,3}$/.test(bits) || Number(bits) > (isIP(ip) === 4 ? 32 : 128)
  })
  if (strange) throw wrong('TRUSTED_PROXY', `contains "${strange}"; it takes addresses or ranges such as 10.0.0.0/8, separated by commas.`)
  return addresses
}

function readMetricsToken(env: Reader) {
  const token = env.text('METRICS_TOKEN')
  if (token && token.length < 16) throw wrong('METRICS_TOKEN', 'is too short; use at least 16 characters.')
  return token
}

function readDrainSeconds(env: Reader, production: boolean) {
  const text = env.text('DRAIN_SECONDS') ?? (production ? '2' : '0')
  const seconds = Number(text)
  if (!(seconds >= 0 && seconds <= 60)) throw wrong('DRAIN_SECONDS', `is "${text}"; it must be a number from 0 to 60.`)
  return seconds
}

// Above the maximum, a result might exceed the maximum string length. Below the minimum, the site's own requests would be refused.
const RESPONSE_BYTES = { least: 100_000, most: 400_000_000 }

// Above the maximum, writes would get more time than reads. Below the minimum, a busy disk would interrupt ordinary writes.
const WRITE_TIMEOUT_MS = { least: 200, most: 8000 }

function readWholeNumber(env: Reader, name: string, { least, most }: { least: number; most: number }) {
  const text = env.text(name)
  if (text === undefined) return undefined
  const number = Number(text)
  if (!/^\d+$/.test(text) || number < least || number > most)
    throw wrong(name, `is "${text}"; it must be a whole number from ${least} to ${most}.`)
  return number
}

function readRateLimits(env: Reader, production: boolean) {
  const text = env.text('RATE_LIMITS') ?? 'on'
  if (text === 'on') return 1
  if (text === 'off') {
    if (production) throw wrong('RATE_LIMITS', 'cannot be "off" in production.')
    return 0
  }
  const factor = Number(text)
  if (!(factor > 0) || !Number.isFinite(factor)) throw wrong('RATE_LIMITS', `is "${text}"; it must be "on", "off" or a factor such as 2.`)
  return factor
}

type Reader = ReturnType<typeof readerOf>

function readerOf(environment: NodeJS.ProcessEnv) {
  // An empty variable counts as unset, because compose files and CI systems cannot omit one.
  const text = (name: string) => environment[name]?.trim() || undefined
  return {
    text,
    list: (name: string) =>
      (text(name) ?? '')
        .split(',')
        .map((part) => part.trim())
        .filter(Boolean),
    oneOf<T extends string>(name: string, values: readonly T[]) {
      const value = text(name)
      const found = values.find((each) => each === value)
      if (value && !found) throw wrong(name, `is "${value}"; it must be ${values.map((each) => `"${each}"`).join(' or ')}.`)
      return found
    },
    startingWith(name: string, prefixes: string[]) {
      const value = text(name)
      if (value && !prefixes.some((prefix) => value.startsWith(prefix))) throw wrong(name, `must start with ${prefixes.join(' or ')}.`)
      return value
    },
    url(name: string, protocols: string[]) {
      const value = text(name)
      if (!value) return undefined
      const url = URL.canParse(value) ? new URL(value) : undefined
      if (!url || !protocols.includes(url.protocol))
        throw wrong(name, `must be an address that starts with ${protocols.map((each) => `${each}//`).join(' or ')}.`)
      return url
    },
  }
}

const wrong = (name: string, sentence: string) => new ConfigError(`${name} ${sentence}`)

// The environment variables of functions: the same names as on Supabase, and no other variables of the server.
import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { parseEnv } from 'node:util'
import type { JWK } from 'jose'
import { type Config, ConfigError } from '../config.ts'
import type { Keys } from '../keys.ts'

export interface FunctionEnvironmentParts {
  config: Config
  /** A standard `supabase/` folder. */
  folder: string
  /** The variables that the project declares. */
  variables: Record<string, string>
  keys: Keys
  jwks: { keys: JWK[] }
  hookSecret: string
  /** The local address of this server. Its public address may be a proxy that cannot be reached from here. */
  localUrl: string
  /** Receives mail if no mail transport is configured. */
  mailSink: { url: string; secret: string } | undefined
}

export function functionEnvironment({
  config,
  folder,
  variables,
  keys,
  jwks,
  hookSecret,
  localUrl,
  mailSink,
}: FunctionEnvironmentParts): Record<string, string> {
  const { mail, calls } = config
  return definedOnly({
    // Spread first, so that the server's values override them.
    ...readSecrets(config.functionsEnvFile, folder),
    ...variables,
    SITE_URL: config.siteUrl,
    SUPABASE_URL: localUrl,
    SUPABASE_PUBLISHABLE_KEY: keys.publishable,
    SUPABASE_PUBLISHABLE_KEYS: JSON.stringify({ default: keys.publishable }),
    SUPABASE_SECRET_KEY: keys.secret,
    SUPABASE_SECRET_KEYS: JSON.stringify({ default: keys.secret }),
    SUPABASE_JWKS: JSON.stringify(jwks),
    SEND_EMAIL_HOOK_SECRET: hookSecret,
    ENCRYPTION_KEY: keys.encryption,
    SMTP_URL: mail.transport === 'smtp' ? mail.url : undefined,
    RESEND_API_KEY: mail.transport === 'resend' ? mail.apiKey : undefined,
    RESEND_API_URL: mail.transport === 'resend' ? mail.apiUrl : undefined,
    MAIL_FROM: mail.transport === 'outbox' ? undefined : mail.from,
    MAIL_SINK_URL: mailSink?.url,
    MAIL_SINK_SECRET: mailSink?.secret,
    TURN_URLS: calls.turn?.urls.join(','),
    TURN_SECRET: calls.turn?.secret,
    ICE_RELAY_ONLY: calls.relayOnly ? 'on' : undefined,
    NODE_ENV: config.production ? 'production' : 'development',
  })
}

// The project's secrets, in the same file that `supabase functions serve` reads, so that a new third party needs no server change.
function readSecrets(file: string | undefined, project: string): NodeJS.Dict<string> {
  const path = file ?? join(project, 'functions/.env')
  if (!existsSync(path)) {
    if (file) throw new ConfigError(`FUNCTIONS_ENV_FILE is "${file}"; there is no such file.`)
    return {}
  }
  return parseEnv(readFileSync(path, 'utf8'))
}

function definedOnly(values: Record<string, string | undefined>) {
  return Object.fromEntries(Object.entries(values).filter((entry): entry is [string, string] => entry[1] !== undefined))
}

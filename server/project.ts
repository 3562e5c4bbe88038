// Reads `server.toml` in a project's folder, with settings that hosted Supabase has elsewhere, such as the variables of the project's
// functions. All of it is optional.
import { join } from 'node:path'
import type { AttemptLimit } from './attempts.ts'
import { type Config, ConfigError, readTestUrl } from './config.ts'
import { MAX_DECLARED_BYTES } from './request-limits.ts'
import { isTable, readToml } from './toml.ts'
import type { JsonObject } from './wire.ts'

export interface Project {
  /** The function that writes and sends account mails. */
  mailHook: string
  /** The PostgreSQL major version that the migrations require, from `config.toml`. */
  postgresVersion: number | undefined
  /** The settings of the REST API, from `config.toml`. */
  api: { schemas: string[]; maxRows: number }
  /** Environment variables of the project's functions, with their values. */
  variables: Record<string, string>
  /** Public flags: whether a variable is set, never its value. */
  flags: Record<string, boolean>
  /** Origins that the site's pages may frame. */
  frames: string[]
  /** The maximum body size in bytes, for functions that need more than the default. */
  functionBodyBytes: Record<string, number>
  /** Requests that are counted before their transaction begins. */
  attempts: AttemptLimit[]
  /** The enabled sign-in methods, from `config.toml`, which hosted Supabase reads too. */
  accounts: AccountSettings
  /** Messages to the operator, printed at startup. */
  notices: string[]
  /** Variables without effect, because another Supabase is the backend. */
  unusedVariables: string[]
}

interface AccountSettings {
  /** Security keys as a second factor: whether they can be enrolled, and whether enrolled ones can be verified. */
  webAuthn: { enrolls: boolean; verifies: boolean }
  passkeys: boolean
  /** The site's name in the dialogs of browsers and devices. By default its host. */
  siteName: string | undefined
  /** Whether the old address must confirm a change too. */
  confirmsBothAddresses: boolean
  /** Whether anybody may sign up. */
  allowsSignUp: boolean
}

/** How a variable is validated: not at all, forbidden in production, or the URL of a test server on this machine. */
const KINDS = ['any', 'development', 'test-url']

export function readProject(folder: string, { environment, production, backend }: Config): Project {
  const file = join(folder, 'server.toml')
  const toml = readToml(file)
  const kinds = textsIn(file, toml, 'variables')
  const [flags, frames] = [textsIn(file, toml, 'flags'), textsIn(file, toml, 'frames')]
  const variables: Record<string, string> = {}
  for (const [name, kind] of Object.entries(kinds)) {
    if (!KINDS.includes(kind)) throw new ConfigError(`${file}: ${name} is "${kind}"; it must be one of ${KINDS.join(', ')}.`)
    const value = environment[name]?.trim()
    if (!value) continue
    if (kind === 'development' && production) throw new ConfigError(`${name} must not be set in production.`)
    variables[name] = kind === 'test-url' ? (readTestUrl(environment, name, production) ?? '') : value
  }
  for (const name of [...Object.values(flags), ...Object.values(frames)])
    if (!(name in kinds)) throw new ConfigError(`${file}: ${name} is not listed in [variables].`)
  const isShown = (name: string) => Object.values(flags).includes(name)
  return {
    postgresVersion: postgresVersionIn(folder),
    api: apiSettingsIn(folder),
    mailHook: typeof toml['mail_hook'] === 'string' ? toml['mail_hook'] : '',
    variables,
    flags: Object.fromEntries(Object.entries(flags).map(([flag, name]) => [flag, name in variables])),
    // With another Supabase as backend, only its functions know their variables.
    frames: Object.keys(frames).filter((origin) => backend !== undefined || (frames[origin] ?? '') in variables),
    functionBodyBytes: functionBodiesIn(file, toml),
    attempts: attemptsIn(file, toml),
    accounts: accountSettingsIn(folder),
    notices: noticesIn(file, toml),
    unusedVariables: backend ? Object.keys(variables).filter((name) => kinds[name] === 'any' && !isShown(name)) : [],
  }
}

function postgresVersionIn(folder: string) {
  const db = readToml(join(folder, 'config.toml'))['db']
  return isTable(db) && typeof db['major_version'] === 'number' ? db['major_version'] : undefined
}

function apiSettingsIn(folder: string) {
  const file = join(folder, 'config.toml')
  const api = readToml(file)['api'] ?? {}
  const { schemas = ['public'], max_rows: maxRows = 1000 } = isTable(api) ? api : {}
  if (!Array.isArray(schemas) || schemas.length === 0 || !schemas.every((each) => typeof each === 'string'))
    throw new ConfigError(`${file}: [api] schemas must be a list of names.`)
  if (typeof maxRows !== 'number' || !Number.isInteger(maxRows) || maxRows < 1)
    throw new ConfigError(`${file}: [api] max_rows must be a whole number above 0.`)
  return { schemas, maxRows }
}

function accountSettingsIn(folder: string): AccountSettings {
  const tableIn = (table: JsonObject, name: string) => (isTable(table[name]) ? table[name] : {})
  const auth = tableIn(readToml(join(folder, 'config.toml')), 'auth')
  const { enroll_enabled, verify_enabled } = tableIn(tableIn(auth, 'mfa'), 'web_authn')
  const { rp_display_name: siteName } = tableIn(auth, 'webauthn')
  return {
    webAuthn: { enrolls: enroll_enabled === true, verifies: verify_enabled === true },
    passkeys: tableIn(auth, 'passkey')['enabled'] === true,
    siteName: typeof siteName === 'string' ? siteName : undefined,
    confirmsBothAddresses: tableIn(auth, 'email')['double_confirm_changes'] !== false,
    allowsSignUp: auth['enable_signup'] !== false,
  }
}

function textsIn(file: string, toml: JsonObject, section: string): Record<string, string> {
  const table = toml[section] ?? {}
  if (!isTable(table) || !Object.values(table).every((value) => typeof value === 'string'))
    throw new ConfigError(`${file}: [${section}] must be a table of texts.`)
  return table as Record<string, string>
}

function noticesIn(file: string, toml: JsonObject): string[] {
  const list = toml['notices'] ?? []
  if (!Array.isArray(list) || !list.every((each) => typeof each === 'string'))
    throw new ConfigError(`${file}: notices must be a list of texts.`)
  return list
}

function functionBodiesIn(file: string, toml: JsonObject): Record<string, number> {
  const table = toml['function_body_kb'] ?? {}
  const isAllowed = (kb: unknown): kb is number =>
    typeof kb === 'number' && Number.isInteger(kb) && kb > 0 && kb * 1024 <= MAX_DECLARED_BYTES
  if (!isTable(table) || !Object.values(table).every(isAllowed))
    throw new ConfigError(`${file}: [function_body_kb] must be a table of whole numbers up to ${MAX_DECLARED_BYTES / 1024}.`)
  return Object.fromEntries(Object.entries(table).map(([name, kb]) => [name, Number(kb) * 1024]))
}

function attemptsIn(file: string, toml: JsonObject): AttemptLimit[] {
  const list = toml['attempts'] ?? []
  if (!Array.isArray(list) || !list.every(isTable)) throw new ConfigError(`${file}: [[attempts]] must be a list of tables.`)
  return list.map((entry: JsonObject) => {
    const { requests, error } = entry
    if (
      !Array.isArray(requests) ||
      !requests.length ||
      !requests.every((each) => typeof each === 'string' && /^([A-Z]+ )?\/\S+$/.test(each))
    )
      throw new ConfigError(`${file}: [[attempts]] needs requests such as "POST /orders".`)
    if (typeof error !== 'string') throw new ConfigError(`${file}: [[attempts]] needs the name of its error.`)
    const [perUser, perNetwork, perVisitor] = ['per_user', 'per_network', 'per_visitor'].map((key) => countIn(file, entry, key))
    if (perUser === undefined && perNetwork === undefined && perVisitor === undefined)
      throw new ConfigError(`${file}: [[attempts]] needs per_user, per_network or per_visitor.`)
    return {
      requests: requests as string[],
      minutes: countIn(file, entry, 'minutes') ?? 60,
      ...(perUser === undefined ? {} : { perUser }),
      ...(perNetwork === undefined ? {} : { perNetwork }),
      ...(perVisitor === undefined ? {} : { perVisitor }),
      error,
    }
  })
}

function countIn(file: string, entry: JsonObject, key: string) {
  const value = entry[key]
  if (value === undefined) return undefined
  if (typeof value !== 'number' || !Number.isInteger(value) || value < 1)
    throw new ConfigError(`${file}: ${key} of [[attempts]] must be a whole number.`)
  return value
}

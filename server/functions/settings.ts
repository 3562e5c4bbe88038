// What the project's config.toml says about its functions: the keys that the embedded server honours.
import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { parse, TomlError } from 'smol-toml'
import { ConfigError } from '../config.ts'
import { isObject } from '../wire.ts'

export interface FunctionSettings {
  /** Callers need the token of a person. */
  verifiesToken: boolean
  enabled: boolean
}

export type SettingsOf = (name: string) => FunctionSettings

/** `project` is a standard `supabase/` folder; without a config.toml every function has the defaults. */
export function readFunctionSettings(project: string): SettingsOf {
  const file = join(project, 'config.toml')
  const sections = existsSync(file) ? readSections(file) : {}
  const settings = new Map(Object.entries(sections).map(([name, section]) => [name, settingsOf(file, name, section)]))
  return (name) => settings.get(name) ?? { verifiesToken: true, enabled: true }
}

function readSections(file: string) {
  try {
    const { functions = {} } = parse(readFileSync(file, 'utf8'))
    if (isTable(functions)) return functions
  } catch (error) {
    if (!(error instanceof TomlError)) throw error
    throw new ConfigError(`${file} cannot be read: line ${error.line}, column ${error.column}.`)
  }
  throw new ConfigError(`${file} must have [functions.<name>] as tables.`)
}

function settingsOf(file: string, name: string, section: unknown): FunctionSettings {
  const given = isTable(section) ? section : undefined
  const flag = (key: string) => {
    const value = given?.[key] ?? true
    if (!given || typeof value !== 'boolean') throw new ConfigError(`${file}: ${key} of [functions.${name}] must be true or false.`)
    return value
  }
  return { verifiesToken: flag('verify_jwt'), enabled: flag('enabled') }
}

function isTable(value: unknown): value is Record<string, unknown> {
  return isObject(value) && !(value instanceof Date)
}

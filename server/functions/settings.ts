// Reads the settings of functions that the embedded server supports from the project's config.toml.
import { join } from 'node:path'
import { ConfigError } from '../config.ts'
import { isTable, readToml } from '../toml.ts'

interface FunctionSettings {
  /** Whether callers need a user's token. */
  verifiesToken: boolean
  enabled: boolean
}

export type SettingsOf = (name: string) => FunctionSettings

/** `project` is a standard `supabase/` folder. Without a config.toml every function has the defaults. */
export function readFunctionSettings(project: string): SettingsOf {
  const file = join(project, 'config.toml')
  const { functions: sections = {} } = readToml(file)
  if (!isTable(sections)) throw new ConfigError(`${file} must have [functions.<name>] as tables.`)
  const settings = new Map(Object.entries(sections).map(([name, section]) => [name, settingsOf(file, name, section)]))
  return (name) => settings.get(name) ?? { verifiesToken: true, enabled: true }
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

import { existsSync, readFileSync } from 'node:fs'
import { parse, TomlError } from 'smol-toml'
import { ConfigError } from './config.ts'
import { isObject, type JsonObject } from './wire.ts'

/** A missing file counts as empty. */
export function readToml(file: string): JsonObject {
  try {
    return existsSync(file) ? parse(readFileSync(file, 'utf8')) : {}
  } catch (error) {
    if (!(error instanceof TomlError)) throw error
    throw new ConfigError(`${file} cannot be read: line ${error.line}, column ${error.column}.`)
  }
}

/** Dates are objects too, but not tables. */
export const isTable = (value: unknown): value is JsonObject => isObject(value) && !(value instanceof Date)

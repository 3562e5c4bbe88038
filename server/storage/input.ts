// Reads and validates request data other than files.
import type { Identity } from '../identity.ts'
import { MAX_BODY_BYTES } from '../request-limits.ts'
import { isObject, type JsonObject, parseBody, readBody } from '../wire.ts'
import { invalid } from './errors.ts'

/** Returns the JSON object of a request, empty if there is no body. */
export async function readObject(request: Request, { role }: Identity): Promise<JsonObject> {
  return objectIn((await readBody(request, { maxBytes: MAX_BODY_BYTES.storage[role] })).toString('utf8') || '{}')
}

export function objectIn(json: string): JsonObject {
  const value = parseBody(json)
  if (value === undefined) throw invalid('Could not parse JSON')
  if (!isObject(value)) throw invalid('An object is expected')
  return value
}

export function text(body: Record<string, unknown>, name: string): string | undefined {
  const value = body[name]
  if (value === undefined || value === null) return undefined
  if (typeof value !== 'string' || value.includes('\0')) throw invalid(`${name} must be a text`)
  return value
}

export function texts(body: Record<string, unknown>, name: string): string[] {
  const value = body[name]
  if (
    !Array.isArray(value) ||
    !value.length ||
    value.length > 1000 ||
    !value.every((each) => typeof each === 'string' && !each.includes('\0'))
  )
    throw invalid(`${name} must be a list of 1 to 1000 texts`)
  return value
}

/** Also accepts numbers as text, as in URLs. */
export function wholeNumber(value: unknown, { least = 0, otherwise }: { least?: number; otherwise?: number }): number {
  const number = value === undefined || value === null || value === '' ? otherwise : Number(value)
  if (number === undefined || !Number.isSafeInteger(number) || number < least)
    throw invalid(`A whole number of at least ${least} is expected`)
  return number
}

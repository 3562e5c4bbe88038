// Reads and validates what clients send.
import { MAX_BODY_BYTES } from '../request-limits.ts'
import { isObject, type JsonObject, parseBody, readBody } from '../wire.ts'
import { AuthError, invalid } from './errors.ts'
import { phoneUnsupported } from './unsupported.ts'

const MAX_METADATA_LENGTH = 16 * 1024
const MAX_METADATA_DEPTH = 16

const UUID = /^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i
export const isUuid = (text: string) => UUID.test(text)

export async function readJson(request: Request): Promise<JsonObject> {
  if (request.method === 'GET' || request.method === 'HEAD') return {}
  const text = (await readBody(request, { maxBytes: MAX_BODY_BYTES.accounts })).toString('utf8')
  const body = text.trim() ? parseBody(text) : {}
  if (!isObject(body)) throw new AuthError(400, 'bad_json', 'Could not parse request body as JSON')
  return body
}

export function readText(body: Record<string, unknown>, name: string) {
  const value = body[name]
  if (value === undefined || value === null) return undefined
  if (typeof value !== 'string' || value.includes('\0')) throw invalid(`${name} must be a text`)
  return value
}

// Plain ASCII, as mail servers and GoTrue require: every address has one spelling, and none can inject a second header.
const EMAIL = /^[a-z0-9.!#$%&'*+/=?^_`{|}~-]{1,64}@(?:[a-z0-9](?:[a-z0-9-]{0,61}[a-z0-9])?\.)+[a-z0-9](?:[a-z0-9-]{0,61}[a-z0-9])?$/

export function readEmail(body: Record<string, unknown>) {
  const given = readText(body, 'email')?.trim()
  if (!given && body['phone']) throw phoneUnsupported()
  if (!given) throw invalid('An email address is required')
  // Checked before lowercasing, which would turn the Kelvin sign into a k.
  const email = /^[\x21-\x7e]{1,254}$/.test(given) ? given.toLowerCase() : ''
  if (!EMAIL.test(email)) throw invalid('Unable to validate email address: invalid format')
  return email
}

export function readObject(body: Record<string, unknown>, name: string): Record<string, unknown> {
  const value = body[name]
  if (value === undefined || value === null) return {}
  if (typeof value !== 'object' || Array.isArray(value)) throw invalid(`${name} must be an object`)
  checkMetadata(value, name)
  return { ...value }
}

/** Refuses metadata that is too large, too deep, or contains characters that the database cannot store. */
export function checkMetadata(value: object, name: string) {
  if (depthOf(value) > MAX_METADATA_DEPTH) throw invalid(`${name} is too deep`)
  const text = JSON.stringify(value)
  if (text.length > MAX_METADATA_LENGTH) throw invalid(`${name} is too large`)
  // JSON.stringify escapes lone surrogates.
  if (/\\u(?:0000|d[89a-f])/i.test(text)) throw invalid(`${name} must be made of texts`)
}

// Iterates by level, because the nesting may be too deep for a recursion.
function depthOf(value: unknown) {
  let level: unknown[] = [value]
  for (let depth = 0; ; depth++) {
    level = level.flatMap((each) => (typeof each === 'object' && each !== null ? Object.values(each) : []))
    if (!level.length || depth > MAX_METADATA_DEPTH) return depth
  }
}

/** Returns the redirect if it leads to the site, otherwise the site itself. */
export function safeRedirect(given: string | null | undefined, siteUrl: string) {
  const url = given && URL.canParse(given) ? new URL(given) : undefined
  if (!url || `${url.protocol}//${url.host}` !== siteUrl || url.username || url.password) return siteUrl
  return `${siteUrl}${url.pathname}${url.search}`
}

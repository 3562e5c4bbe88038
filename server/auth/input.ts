// What clients send, read with suspicion.
import { AuthError, invalid } from './errors.ts'

const LARGEST_BODY = 64 * 1024
const LARGEST_METADATA = 16 * 1024

export async function readBody(request: Request): Promise<Record<string, unknown>> {
  if (request.method === 'GET' || request.method === 'HEAD') return {}
  if (Number(request.headers.get('content-length') ?? 0) > LARGEST_BODY) throw tooLarge()
  const text = await readLimited(request)
  if (!text.trim()) return {}
  try {
    const value: unknown = JSON.parse(text)
    if (typeof value === 'object' && value !== null && !Array.isArray(value)) return { ...value }
  } catch {
    // Said below.
  }
  throw new AuthError(400, 'bad_json', 'Could not parse request body as JSON')
}

async function readLimited(request: Request) {
  const chunks: Uint8Array[] = []
  let size = 0
  for await (const chunk of request.body ?? []) {
    size += chunk.length
    if (size > LARGEST_BODY) throw tooLarge()
    chunks.push(chunk)
  }
  return Buffer.concat(chunks).toString('utf8')
}

const tooLarge = () => new AuthError(413, 'validation_failed', 'The request is too large')

export function readText(body: Record<string, unknown>, name: string) {
  const value = body[name]
  if (value === undefined || value === null) return undefined
  if (typeof value !== 'string' || value.includes('\0')) throw invalid(`${name} must be a text`)
  return value
}

export function readEmail(body: Record<string, unknown>) {
  const email = readText(body, 'email')?.trim().toLowerCase()
  if (!email) throw invalid('An email address is required')
  if (email.length > 254 || !/^[^\s@,;:<>()"\\]+@[^\s@,;:<>()"\\]+\.[^\s@,;:<>()"\\]+$/.test(email)) {
    throw invalid('Unable to validate email address: invalid format')
  }
  return email
}

export function readObject(body: Record<string, unknown>, name: string): Record<string, unknown> {
  const value = body[name]
  if (value === undefined || value === null) return {}
  if (typeof value !== 'object' || Array.isArray(value)) throw invalid(`${name} must be an object`)
  const text = JSON.stringify(value)
  if (text.length > LARGEST_METADATA || text.includes('\\u0000')) throw invalid(`${name} is too large`)
  return { ...value }
}

/** Redirects lead to the site and nowhere else. */
export function safeRedirect(given: string | null | undefined, siteUrl: string) {
  if (!given || !URL.canParse(given)) return siteUrl
  return new URL(given).origin === siteUrl ? given : siteUrl
}

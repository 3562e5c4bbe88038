// Encrypts the links and codes in the outbox (AES-256-GCM) with ENCRYPTION_KEY, which the database does not have.
import { Buffer } from 'node:buffer'
import process from 'node:process'
import type { Environment } from './mail.ts'
import { MailError, MailNotConfigured } from './mail-error.ts'

const IV_BYTES = 12
const KEY_BYTES = 32

/** Binds the text to `context`, such as its recipient: decryption fails with any other context. */
export async function seal(text: string, context: string, env: Environment = process.env): Promise<string> {
  const iv = crypto.getRandomValues(new Uint8Array(IV_BYTES))
  const sealed = await crypto.subtle.encrypt(parametersOf(iv, context), await readKey(env), Buffer.from(text))
  return Buffer.concat([iv, Buffer.from(sealed)]).toString('base64')
}

export async function unseal(sealed: string, context: string, env: Environment = process.env): Promise<string> {
  const key = await readKey(env)
  const bytes = Buffer.from(sealed, 'base64')
  try {
    const text = await crypto.subtle.decrypt(parametersOf(bytes.subarray(0, IV_BYTES), context), key, bytes.subarray(IV_BYTES))
    return Buffer.from(text).toString()
  } catch {
    throw new MailError('ENCRYPTION_KEY is not the one that the mail was stored with', { retryable: false })
  }
}

/**
 * The secret of a link, derived from an id, so that every attempt sends the same link and no attempt invalidates another. The secret is in
 * the mail only.
 */
export async function secretOf(context: string, env: Environment = process.env): Promise<string> {
  const key = await crypto.subtle.importKey('raw', readBytes(env), { name: 'HMAC', hash: 'SHA-256' }, false, ['sign'])
  return Buffer.from(await crypto.subtle.sign('HMAC', key, Buffer.from(context))).toString('base64url')
}

const parametersOf = (iv: Uint8Array<ArrayBuffer>, context: string) => ({ name: 'AES-GCM', iv, additionalData: Buffer.from(context) })

const readKey = (env: Environment) => crypto.subtle.importKey('raw', readBytes(env), 'AES-GCM', false, ['encrypt', 'decrypt'])

function readBytes(env: Environment) {
  const text = env['ENCRYPTION_KEY']
  if (!text) throw new MailNotConfigured('ENCRYPTION_KEY is missing')
  const bytes = Buffer.from(text, 'base64')
  if (bytes.length !== KEY_BYTES) throw new MailNotConfigured('ENCRYPTION_KEY is not 32 bytes in base64')
  return bytes
}

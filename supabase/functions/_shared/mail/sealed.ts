// Links and codes are in the outbox encrypted (AES-256-GCM) with ENCRYPTION_KEY, which the database does not have.
import { Buffer } from 'node:buffer'
import process from 'node:process'
import type { Environment } from './mail.ts'
import { MailError, MailNotConfigured } from './mail-error.ts'

const IV_BYTES = 12
const KEY_BYTES = 32

/** `context` is what belongs to the text, such as its recipient: with another one it cannot be decrypted. */
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

const parametersOf = (iv: Uint8Array<ArrayBuffer>, context: string) => ({ name: 'AES-GCM', iv, additionalData: Buffer.from(context) })

function readKey(env: Environment) {
  const text = env['ENCRYPTION_KEY']
  if (!text) throw new MailNotConfigured('ENCRYPTION_KEY is missing')
  const bytes = Buffer.from(text, 'base64')
  if (bytes.length !== KEY_BYTES) throw new MailNotConfigured('ENCRYPTION_KEY is not 32 bytes in base64')
  return crypto.subtle.importKey('raw', bytes, 'AES-GCM', false, ['encrypt', 'decrypt'])
}

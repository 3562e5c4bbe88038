// Time-based one-time passwords (RFC 6238) as authenticator apps compute them: SHA-1, six digits, thirty seconds.
import { createHmac, randomBytes, timingSafeEqual } from 'node:crypto'

const STEP_SECONDS = 30
const DIGITS = 6
/** Also accepts the previous and the next code, because phone clocks differ. */
const SKEW_STEPS = 1
const SECRET_BYTES = 20
const ALPHABET = 'ABCDEFGHIJKLMNOPQRSTUVWXYZ234567'

export const newSecret = () => toBase32(randomBytes(SECRET_BYTES))

export const stepAt = (ms: number) => Math.floor(ms / 1000 / STEP_SECONDS)

/** The URI in the QR code. */
export function totpUri({ issuer, account, secret }: { issuer: string; account: string; secret: string }) {
  const query = new URLSearchParams({ algorithm: 'SHA1', digits: String(DIGITS), issuer, period: String(STEP_SECONDS), secret })
  // Authenticator apps do not read a plus sign as a space.
  return `otpauth://totp/${encodeURIComponent(issuer)}:${encodeURIComponent(account)}?${query.toString().replaceAll('+', '%20')}`
}

export function codeAt(secret: string, step: number) {
  const counter = Buffer.alloc(8)
  counter.writeBigUInt64BE(BigInt(step))
  const digest = createHmac('sha1', fromBase32(secret)).update(counter).digest()
  const offset = (digest.at(-1) ?? 0) & 0xf
  const number = digest.readUInt32BE(offset) & 0x7fffffff
  return String(number % 10 ** DIGITS).padStart(DIGITS, '0')
}

/** Returns the step near the given time that the code belongs to, or undefined. Always compares all candidates. */
export function matchingStep(secret: string, code: string, ms: number) {
  if (!/^\d{6}$/.test(code)) return undefined
  let match: number | undefined
  for (let step = stepAt(ms) - SKEW_STEPS; step <= stepAt(ms) + SKEW_STEPS; step++) {
    if (timingSafeEqual(Buffer.from(codeAt(secret, step)), Buffer.from(code))) match = step
  }
  return match
}

export function toBase32(bytes: Uint8Array) {
  let [bits, held, text] = [0, 0, '']
  for (const byte of bytes) {
    held = (held << 8) | byte
    bits += 8
    while (bits >= 5) {
      bits -= 5
      text += ALPHABET[(held >>> bits) & 31]
    }
    held &= (1 << bits) - 1
  }
  return bits ? text + ALPHABET[(held << (5 - bits)) & 31] : text
}

function fromBase32(text: string) {
  const bytes: number[] = []
  let [bits, held] = [0, 0]
  for (const letter of text) {
    held = (held << 5) | ALPHABET.indexOf(letter)
    bits += 5
    if (bits < 8) continue
    bits -= 8
    bytes.push((held >>> bits) & 255)
    held &= (1 << bits) - 1
  }
  return Buffer.from(bytes)
}

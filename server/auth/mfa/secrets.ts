// Encryption of factors' secrets at rest: AES-256-GCM in GoTrue's format, with a derived key for each factor.
import { createCipheriv, createDecipheriv, createHash, hkdfSync, randomBytes } from 'node:crypto'
import { isObject, parseJson } from '../../wire.ts'

const ALGORITHM = 'aes-gcm-hkdf'
const TAG_BYTES = 16

/** The first key encrypts, all of them decrypt. */
export function createSecrets(keys: string[]) {
  const byId = new Map(keys.map((key) => [idOf(key), key]))
  const [current = ''] = keys

  return {
    /** `factorId` is part of the key, so a secret copied to another factor does not decrypt. */
    seal(factorId: string, secret: string) {
      const nonce = randomBytes(12)
      const cipher = createCipheriv('aes-256-gcm', keyFor(current, factorId), nonce)
      const data = Buffer.concat([cipher.update(secret, 'utf8'), cipher.final(), cipher.getAuthTag()])
      return JSON.stringify({ key_id: idOf(current), alg: ALGORITHM, data: data.toString('base64'), nonce: nonce.toString('base64') })
    },

    /** Imported accounts may have a plain-text secret, which is GoTrue's default. */
    open(factorId: string, kept: string) {
      if (!kept.startsWith('{')) return { secret: kept, isCurrent: false }
      const sealed = parseJson(kept)
      if (!isObject(sealed) || sealed['alg'] !== ALGORITHM) throw new Error('The secret of a factor is not in a known form.')
      const key = byId.get(String(sealed['key_id']))
      if (!key) throw new Error('The secret of a factor was encrypted with a key that this server does not have.')
      const data = Buffer.from(String(sealed['data']), 'base64')
      const cipher = createDecipheriv('aes-256-gcm', keyFor(key, factorId), Buffer.from(String(sealed['nonce']), 'base64'))
      cipher.setAuthTag(data.subarray(-TAG_BYTES))
      const secret = Buffer.concat([cipher.update(data.subarray(0, -TAG_BYTES)), cipher.final()]).toString('utf8')
      return { secret, isCurrent: key === current }
    },
  }
}

const idOf = (key: string) => createHash('sha256').update(`id of ${key}`).digest('hex').slice(0, 12)
const keyFor = (key: string, factorId: string) => Buffer.from(hkdfSync('sha256', key, '', `factor ${factorId}`, 32))

export type Secrets = ReturnType<typeof createSecrets>

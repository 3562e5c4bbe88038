// The keys of the embedded backend: from the environment, or generated once and stored in the data folder.
import { randomBytes } from 'node:crypto'
import { existsSync, readFileSync, renameSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Config } from './config.ts'

export interface ApiKeys {
  publishable: string
  secret: string
}

export interface Keys extends ApiKeys {
  /** The key with which functions encrypt stored data: 32 bytes in base64. */
  encryption: string
}

export function readKeys({
  dataDir,
  publishableKey,
  secretKey,
  encryptionKey,
}: Pick<Config, 'dataDir' | 'publishableKey' | 'secretKey' | 'encryptionKey'>): Keys {
  if (publishableKey && secretKey && encryptionKey) return { publishable: publishableKey, secret: secretKey, encryption: encryptionKey }
  const kept = keptKeys(join(dataDir, 'keys.json'))
  return {
    publishable: publishableKey ?? kept.publishable,
    secret: secretKey ?? kept.secret,
    encryption: encryptionKey ?? kept.encryption,
  }
}

function keptKeys(file: string): Keys {
  if (!existsSync(file))
    write(file, { publishable: `sb_publishable_${random()}`, secret: `sb_secret_${random()}`, encryption: newEncryptionKey() })
  const { publishable, secret, encryption } = JSON.parse(readFileSync(file, 'utf8')) as Partial<Keys>
  if (!publishable || !secret) throw new Error(`${file} holds no keys; restore it from a backup, or delete it to have new ones made.`)
  if (encryption) return { publishable, secret, encryption }
  // A file from an older release lacks the encryption key.
  const completed = { publishable, secret, encryption: newEncryptionKey() }
  write(file, completed)
  return completed
}

function write(file: string, keys: Keys) {
  writeFileSync(`${file}.new`, JSON.stringify(keys), { mode: 0o600 })
  renameSync(`${file}.new`, file)
}

const random = () => randomBytes(24).toString('base64url')
const newEncryptionKey = () => randomBytes(32).toString('base64')

// The API keys of the embedded backend: from the environment, or generated once and kept in the data folder.
import { randomBytes } from 'node:crypto'
import { existsSync, readFileSync, renameSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Config } from './config.ts'

export interface ApiKeys {
  publishable: string
  secret: string
}

export function readKeys({ dataDir, publishableKey, secretKey }: Pick<Config, 'dataDir' | 'publishableKey' | 'secretKey'>): ApiKeys {
  if (publishableKey && secretKey) return { publishable: publishableKey, secret: secretKey }
  const kept = keptKeys(join(dataDir, 'keys.json'))
  return { publishable: publishableKey ?? kept.publishable, secret: secretKey ?? kept.secret }
}

function keptKeys(file: string): ApiKeys {
  if (!existsSync(file)) {
    const keys = { publishable: `sb_publishable_${random()}`, secret: `sb_secret_${random()}` }
    writeFileSync(`${file}.new`, JSON.stringify(keys), { mode: 0o600 })
    renameSync(`${file}.new`, file)
  }
  const { publishable, secret } = JSON.parse(readFileSync(file, 'utf8')) as Partial<ApiKeys>
  if (!publishable || !secret) throw new Error(`${file} holds no keys; restore it from a backup, or delete it to have new ones made.`)
  return { publishable, secret }
}

const random = () => randomBytes(24).toString('base64url')

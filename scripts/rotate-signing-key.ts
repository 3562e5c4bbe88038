// `npm run rotate-signing-key`: adds a new key that signs tokens from the next start on. The current key still verifies tokens.
import { existsSync } from 'node:fs'
import { readConfig } from '../server/config.ts'
import { rotateSigningKey } from '../server/tokens.ts'

try {
  const { dataDir, jwtSigningKeys } = readConfig(process.env)
  if (jwtSigningKeys) throw new Error('JWT_SIGNING_KEY is set: put the new key first in its list.')
  if (!existsSync(dataDir)) throw new Error(`There is no data folder at ${dataDir}; set DATA_DIR.`)
  await rotateSigningKey(dataDir)
  const lines = [
    'The next start signs with a new key, and still accepts tokens of the one before it until they expire, within an hour.',
    'If that key has leaked, run this command a second time now: then the restart refuses its tokens at once.',
  ]
  process.stdout.write(`${lines.join('\n')}\n`)
} catch (error) {
  process.stderr.write(`${error instanceof Error ? error.message : String(error)}\n`)
  process.exitCode = 1
}

import { statSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { readKeys } from './keys.ts'
import { temporaryFolder } from './testing/cluster.ts'

const none = { publishableKey: undefined, secretKey: undefined, encryptionKey: undefined }

test('keys are generated once, stored privately, and distinguishable by their prefixes', () => {
  const given = { ...none, dataDir: temporaryFolder() }
  const keys = readKeys(given)
  expect(keys.publishable).toMatch(/^sb_publishable_.{32}$/)
  expect(keys.secret).toMatch(/^sb_secret_.{32}$/)
  expect(Buffer.from(keys.encryption, 'base64')).toHaveLength(32)
  expect(readKeys(given)).toEqual(keys)
  expect(statSync(join(given.dataDir, 'keys.json')).mode & 0o777).toBe(0o600)
})

test('a key from the environment replaces the stored one', () => {
  const dataDir = temporaryFolder()
  expect(readKeys({ ...none, dataDir, publishableKey: 'sb_publishable_x' }).publishable).toBe('sb_publishable_x')
  expect(readKeys({ ...none, dataDir, encryptionKey: 'a key' }).encryption).toBe('a key')
})

test('a file from an older release keeps its keys and gets the missing one', () => {
  const dataDir = temporaryFolder()
  const file = join(dataDir, 'keys.json')
  writeFileSync(file, JSON.stringify({ publishable: 'sb_publishable_old', secret: 'sb_secret_old' }))
  const keys = readKeys({ ...none, dataDir })
  expect(keys).toMatchObject({ publishable: 'sb_publishable_old', secret: 'sb_secret_old' })
  expect(Buffer.from(keys.encryption, 'base64')).toHaveLength(32)
  expect(readKeys({ ...none, dataDir })).toEqual(keys)
  expect(statSync(file).mode & 0o777).toBe(0o600)
})

test('a malformed file is reported with a sentence', () => {
  const dataDir = temporaryFolder()
  writeFileSync(join(dataDir, 'keys.json'), '{}')
  expect(() => readKeys({ ...none, dataDir })).toThrow('holds no keys')
})

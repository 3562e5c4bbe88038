import { statSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { readKeys } from './keys.ts'
import { temporaryFolder } from './testing/cluster.ts'

test('keys are made once, kept privately, and told by their beginnings', () => {
  const given = { dataDir: temporaryFolder(), publishableKey: undefined, secretKey: undefined }
  const keys = readKeys(given)
  expect(keys.publishable).toMatch(/^sb_publishable_.{32}$/)
  expect(keys.secret).toMatch(/^sb_secret_.{32}$/)
  expect(readKeys(given)).toEqual(keys)
  expect(statSync(join(given.dataDir, 'keys.json')).mode & 0o777).toBe(0o600)
})

test('a key from the environment goes before the kept one', () => {
  const dataDir = temporaryFolder()
  expect(readKeys({ dataDir, publishableKey: 'sb_publishable_x', secretKey: undefined }).publishable).toBe('sb_publishable_x')
})

test('a broken file is told with a sentence', () => {
  const dataDir = temporaryFolder()
  writeFileSync(join(dataDir, 'keys.json'), '{}')
  expect(() => readKeys({ dataDir, publishableKey: undefined, secretKey: undefined })).toThrow('holds no keys')
})

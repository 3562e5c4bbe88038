import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { temporaryFolder } from '../testing/cluster.ts'
import { readFunctionSettings } from './settings.ts'

function settings(toml: string) {
  const folder = temporaryFolder()
  writeFileSync(join(folder, 'config.toml'), toml)
  return readFunctionSettings(folder)
}

test('a function without settings is enabled and verifies tokens', () => {
  for (const settingsOf of [readFunctionSettings(temporaryFolder()), settings('[functions.other]\nverify_jwt = false')]) {
    expect(settingsOf('any')).toEqual({ verifiesToken: true, enabled: true })
    expect(settingsOf('constructor')).toEqual({ verifiesToken: true, enabled: true })
  }
})

test('a section applies to its function, and unknown keys are ignored', () => {
  const settingsOf = settings('[api]\nport = 1\n[functions.a]\nverify_jwt = false\nimport_map = "x"\n[functions.b]\nenabled = false')
  expect([settingsOf('a'), settingsOf('b')]).toEqual([
    { verifiesToken: false, enabled: true },
    { verifiesToken: true, enabled: false },
  ])
})

test.each([
  ['[functions.a]\nverify_jwt = "false"', 'verify_jwt of [functions.a] must be true or false.'],
  ['[functions]\na = true', 'verify_jwt of [functions.a] must be true or false.'],
  ['functions = 1', 'must have [functions.<name>] as tables.'],
  ['[functions.a\n', 'cannot be read: line 1'],
])('%j is refused with one sentence', (toml, sentence) => {
  expect(() => settings(toml)).toThrow(sentence)
})

import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { readConfig } from '../config.ts'
import { temporaryFolder } from '../testing/cluster.ts'
import { functionEnvironment } from './environment.ts'

function environmentWith(env: NodeJS.ProcessEnv) {
  return functionEnvironment({
    config: readConfig(env),
    folder: temporaryFolder(),
    variables: {},
    keys: { publishable: 'sb_publishable_x', secret: 'sb_secret_x', encryption: 'a key' },
    jwks: { keys: [] },
    hookSecret: 'hook',
    localUrl: 'http://127.0.0.1:3000',
    mailSink: undefined,
  })
}

test('functions read the project’s secrets from a file, and the server’s own values win', () => {
  const file = join(temporaryFolder(), 'secrets.env')
  writeFileSync(file, '# a third party\nSMS_API_KEY="a b"\nSUPABASE_SECRET_KEY=sb_secret_of_the_file\n')
  const environment = environmentWith({ FUNCTIONS_ENV_FILE: file })
  expect(environment['SMS_API_KEY']).toBe('a b')
  expect(environment['SUPABASE_SECRET_KEY']).toBe('sb_secret_x')
})

test('a configured file that is missing stops the start with a sentence, but the default one is optional', () => {
  expect(() => environmentWith({ FUNCTIONS_ENV_FILE: '/no/such/file' })).toThrow(
    'FUNCTIONS_ENV_FILE is "/no/such/file"; there is no such file.',
  )
  expect(environmentWith({})['SMS_API_KEY']).toBeUndefined()
})

import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { readConfig } from './config.ts'
import { readProject } from './project.ts'
import { temporaryFolder } from './testing/cluster.ts'

const TOML = `
mail_hook = "write-mail"
[variables]
ROOM_KEY = "any"
ROOM_URL = "test-url"
SECRET_DOOR = "development"
[flags]
hasSecretDoor = "SECRET_DOOR"
[frames]
"https://*.rooms.example" = "ROOM_KEY"
`

const ALL_OFF = {
  webAuthn: { enrolls: false, verifies: false },
  passkeys: false,
  siteName: undefined,
  confirmsBothAddresses: true,
  allowsSignUp: true,
}
const PRODUCTION = { NODE_ENV: 'production' }
const HOSTED = { SUPABASE_URL: 'https://x.supabase.co', SUPABASE_PUBLISHABLE_KEY: 'sb_publishable_x' }

function projectWith(toml: string | undefined, environment: NodeJS.ProcessEnv = {}) {
  const folder = temporaryFolder()
  if (toml !== undefined) writeFileSync(join(folder, 'server.toml'), toml)
  return readProject(folder, readConfig(environment))
}

test('a project without a server.toml has empty settings', () => {
  expect(projectWith(undefined, { ROOM_KEY: 'k' })).toEqual({
    mailHook: '',
    postgresVersion: undefined,
    variables: {},
    flags: {},
    frames: [],
    functionBodyBytes: {},
    attempts: [],
    api: { schemas: ['public'], maxRows: 1000 },
    accounts: ALL_OFF,
    notices: [],
    unusedVariables: [],
  })
})

test('functions get the values of the variables, and pages only learn whether they are set', () => {
  expect(projectWith(TOML)).toEqual({
    mailHook: 'write-mail',
    postgresVersion: undefined,
    variables: {},
    flags: { hasSecretDoor: false },
    frames: [],
    functionBodyBytes: {},
    attempts: [],
    api: { schemas: ['public'], maxRows: 1000 },
    accounts: ALL_OFF,
    notices: [],
    unusedVariables: [],
  })
  expect(projectWith(TOML, { ROOM_KEY: ' k ', ROOM_URL: 'http://127.0.0.1:9/', SECRET_DOOR: 's', OTHER: 'o' })).toEqual({
    mailHook: 'write-mail',
    postgresVersion: undefined,
    variables: { ROOM_KEY: 'k', ROOM_URL: 'http://127.0.0.1:9', SECRET_DOOR: 's' },
    flags: { hasSecretDoor: true },
    frames: ['https://*.rooms.example'],
    functionBodyBytes: {},
    attempts: [],
    api: { schemas: ['public'], maxRows: 1000 },
    accounts: ALL_OFF,
    notices: [],
    unusedVariables: [],
  })
})

test('with another Supabase as backend, frames are allowed and variables of functions are reported as unused', () => {
  expect(projectWith(TOML, { ...HOSTED, ROOM_KEY: 'k', SECRET_DOOR: 's' })).toMatchObject({
    flags: { hasSecretDoor: true },
    frames: ['https://*.rooms.example'],
    unusedVariables: ['ROOM_KEY'],
  })
})

test('both addresses confirm a change of address unless config.toml says otherwise', () => {
  const folder = temporaryFolder()
  const read = (value: string) => {
    writeFileSync(join(folder, 'config.toml'), `[auth.email]\ndouble_confirm_changes = ${value}`)
    return readProject(folder, readConfig({})).accounts.confirmsBothAddresses
  }
  expect([read('true'), read('false')]).toEqual([true, false])
})

test('the PostgreSQL version comes from config.toml', () => {
  const folder = temporaryFolder()
  writeFileSync(join(folder, 'config.toml'), '[db]\nmajor_version = 17')
  expect(readProject(folder, readConfig({})).postgresVersion).toBe(17)
})

test('anybody may sign up unless config.toml says otherwise', () => {
  const folder = temporaryFolder()
  expect(readProject(folder, readConfig({})).accounts.allowsSignUp).toBe(true)
  writeFileSync(join(folder, 'config.toml'), '[auth]\nenable_signup = false')
  expect(readProject(folder, readConfig({})).accounts.allowsSignUp).toBe(false)
})

test('attempt limits are read', () => {
  const toml =
    '[[attempts]]\nrequests = ["POST /orders", "/rpc/order"]\nminutes = 5\nper_user = 20\nper_visitor = 10\nerror = "too_many_orders"'
  expect(projectWith(toml).attempts).toEqual([
    { requests: ['POST /orders', '/rpc/order'], minutes: 5, perUser: 20, perVisitor: 10, error: 'too_many_orders' },
  ])
})

test('body limits of functions are read', () => {
  expect(projectWith('[function_body_kb]\nimport-pictures = 1024').functionBodyBytes).toEqual({ 'import-pictures': 1024 * 1024 })
})

test.each<[string, string, NodeJS.ProcessEnv]>([
  ['[function_body_kb] must be a table of whole numbers up to 10240', '[function_body_kb]\nx = 10241', {}],
  ['[function_body_kb] must be a table of whole numbers up to 10240', '[function_body_kb]\nx = "1MB"', {}],
  ['ROOM_URL is for tests', TOML, { ROOM_URL: 'http://api.example' }],
  ['ROOM_URL is for tests', TOML, { ...PRODUCTION, ROOM_URL: 'http://127.0.0.1:9' }],
  ['SECRET_DOOR must not be set in production', TOML, { ...PRODUCTION, SECRET_DOOR: 's' }],
  ['ROOM_KEY is "some"', '[variables]\nROOM_KEY = "some"', {}],
  ['OTHER is not listed in [variables]', '[flags]\nhasOther = "OTHER"', {}],
  ['[variables] must be a table of texts', 'variables = ["ROOM_KEY"]', {}],
  ['notices must be a list of texts', 'notices = "one"', {}],
  ['[[attempts]] must be a list', '[attempts]\nrequests = ["POST /orders"]', {}],
  ['needs requests such as', '[[attempts]]\nrequests = ["orders"]\nper_user = 1\nerror = "e"', {}],
  ['needs the name of its error', '[[attempts]]\nrequests = ["/orders"]\nper_user = 1', {}],
  ['needs per_user, per_network or per_visitor', '[[attempts]]\nrequests = ["/orders"]\nerror = "e"', {}],
  ['per_user of [[attempts]] must be a whole number', '[[attempts]]\nrequests = ["/orders"]\nper_user = 0\nerror = "e"', {}],
  ['cannot be read: line 1', '[variables', {}],
])('invalid settings are rejected with one sentence: %s', (sentence, toml, environment) => {
  expect(() => projectWith(toml, environment)).toThrow(sentence)
})

test('security keys and passkeys are enabled by config.toml', () => {
  const folder = temporaryFolder()
  const settings =
    '[auth.mfa.web_authn]\nverify_enabled = true\n[auth.passkey]\nenabled = true\n[auth.webauthn]\nrp_display_name = "Sample"\n'
  writeFileSync(join(folder, 'config.toml'), settings)
  expect(readProject(folder, readConfig({})).accounts).toMatchObject({
    webAuthn: { enrolls: false, verifies: true },
    passkeys: true,
    siteName: 'Sample',
    confirmsBothAddresses: true,
  })
})

test('the notices for the operator are read', () => {
  expect(projectWith('notices = ["One thing is left to do."]').notices).toEqual(['One thing is left to do.'])
})

test('the REST API’s schemas and row limit come from config.toml', () => {
  const apiWith = (toml: string) => {
    const folder = temporaryFolder()
    writeFileSync(join(folder, 'config.toml'), toml)
    return readProject(folder, readConfig({})).api
  }
  expect(apiWith('[api]\nschemas = ["public", "reports"]\nmax_rows = 50')).toEqual({ schemas: ['public', 'reports'], maxRows: 50 })
  expect(apiWith('[api]\nenabled = true')).toEqual({ schemas: ['public'], maxRows: 1000 })
  expect(() => apiWith('[api]\nschemas = []')).toThrow('[api] schemas must be a list of names')
  expect(() => apiWith('[api]\nmax_rows = 0')).toThrow('[api] max_rows must be a whole number above 0')
})

import { expect, test } from 'vitest'
import { isLoopback, readConfig } from './config.ts'

const production = { HOST: '0.0.0.0', SITE_URL: 'https://example.com' }

test('the default is a development server on this machine', () => {
  const config = readConfig({})
  expect(config).toMatchObject({
    host: '127.0.0.1',
    port: 3000,
    siteUrl: 'http://127.0.0.1:3000',
    production: false,
    seed: 'demo',
    confirmEmail: false,
  })
  expect(config.dataDir).toMatch(/\/\.data$/)
  expect(config.mail).toEqual({ transport: 'outbox' })
})

test.each([[{ NODE_ENV: 'production' }], [{ SITE_URL: 'https://example.com' }], [production]])('%o counts as production', (env) => {
  expect(readConfig(env)).toMatchObject({ production: true, seed: 'none' })
})

test('an empty variable counts as unset', () => {
  expect(readConfig({ PORT: '', SMTP_URL: ' ', SEED: '' })).toMatchObject({ port: 3000, mail: { transport: 'outbox' }, seed: 'demo' })
})

test('an external database is not seeded by default', () => {
  const DATABASE_URL = 'postgres://me:secret@db.example/site'
  expect(readConfig({ DATABASE_URL }).seed).toBe('none')
  expect(readConfig({ DATABASE_URL, SEED: 'demo' }).seed).toBe('demo')
})

test('the project decides whether anybody may sign up if the variable is not set', () => {
  expect(readConfig({}).signUp).toBeUndefined()
  expect([readConfig({ AUTH_SIGN_UP: 'on' }).signUp, readConfig({ AUTH_SIGN_UP: 'off' }).signUp]).toEqual([true, false])
})

test('mail confirmation is on if mail can be sent', () => {
  const mail = { SMTP_URL: 'smtps://u:p@mail.example:465', MAIL_FROM: 'Example <info@example.com>' }
  expect(readConfig(mail).confirmEmail).toBe(true)
  expect(readConfig({ ...mail, AUTH_CONFIRM_EMAIL: 'off' }).confirmEmail).toBe(false)
  expect(readConfig({ AUTH_CONFIRM_EMAIL: 'on' }).confirmEmail).toBe(true)
})

test('RATE_LIMITS is read as a factor', () => {
  expect(['on', 'off', '2.5'].map((RATE_LIMITS) => readConfig({ RATE_LIMITS }).rateLimitFactor)).toEqual([1, 0, 2.5])
})

test('settings of relay, proxies, storage and keys are read', () => {
  const S3 = { S3_ENDPOINT: 'https://s3.example', S3_REGION: 'eu', S3_BUCKET: 'files', S3_ACCESS_KEY_ID: 'id', S3_SECRET_ACCESS_KEY: 'key' }
  const config = readConfig({
    ...S3,
    TURN_URLS: 'turn:a:3478, turns:b:443',
    TURN_SECRET: 's',
    ICE_RELAY_ONLY: 'on',
    TRUSTED_PROXY: '10.0.0.0/8,::1',
  })
  expect(config.calls.turn).toEqual({ urls: ['turn:a:3478', 'turns:b:443'], secret: 's' })
  expect(config.calls.relayOnly).toBe(true)
  expect(config.trustedProxies).toEqual(['10.0.0.0/8', '::1'])
  expect(config.s3).toEqual({ endpoint: 'https://s3.example/', region: 'eu', bucket: 'files', accessKeyId: 'id', secretAccessKey: 'key' })
})

test.each<[string, NodeJS.ProcessEnv]>([
  ['PORT is "80a"', { PORT: '80a' }],
  ['PORT is "70000"', { PORT: '70000' }],
  ['NODE_ENV is "prod"', { NODE_ENV: 'prod' }],
  ['SITE_URL must be an address', { SITE_URL: 'example.com' }],
  ['SITE_URL must be an origin alone', { SITE_URL: 'https://example.com/site' }],
  ['SITE_URL must start with https://', { SITE_URL: 'http://example.com' }],
  ['SITE_URL is missing', { HOST: '0.0.0.0' }],
  ['SEED is "all"', { SEED: 'all' }],
  ['SEED is "demo", but', { ...production, SEED: 'demo' }],
  ['DATABASE_URL must be an address', { DATABASE_URL: 'mysql://x' }],
  ['DATABASE_URL must name a user and a password', { DATABASE_URL: 'postgres://localhost/site' }],
  ['SUPABASE_PUBLISHABLE_KEY is missing', { SUPABASE_URL: 'https://x.supabase.co' }],
  [
    'SUPABASE_URL and DATABASE_URL',
    { SUPABASE_URL: 'https://x.supabase.co', SUPABASE_PUBLISHABLE_KEY: 'sb_publishable_x', DATABASE_URL: 'postgres://a:b@c/d' },
  ],
  ['SUPABASE_SECRET_KEY must start with', { SUPABASE_SECRET_KEY: 'hello' }],
  ['JWT_SIGNING_KEY must be', { JWT_SIGNING_KEY: '{"kty":"oct"}' }],
  ['JWT_SIGNING_KEY must be', { JWT_SIGNING_KEY: 'not json' }],
  ['ENCRYPTION_KEY must be 32 bytes', { ENCRYPTION_KEY: 'c2hvcnQ=' }],
  ['ENCRYPTION_KEY must be 32 bytes', { ENCRYPTION_KEY: 'not base64, but thirty-two signs' }],
  ['MAIL_FROM is missing', { SMTP_URL: 'smtp://mail.example' }],
  ['MAIL_FROM is "nobody"', { SMTP_URL: 'smtp://mail.example', MAIL_FROM: 'nobody' }],
  ['SMTP_URL and RESEND_API_KEY', { SMTP_URL: 'smtp://mail.example', RESEND_API_KEY: 're_x', MAIL_FROM: 'a@b.c' }],
  ['SMTP_URL must be an address', { SMTP_URL: 'mail.example' }],
  ['AUTH_CONFIRM_EMAIL is "on", but', { ...production, AUTH_CONFIRM_EMAIL: 'on' }],
  ['TURN_URLS contains "stun:x"', { TURN_URLS: 'stun:x', TURN_SECRET: 's' }],
  ['TURN_SECRET is missing', { TURN_URLS: 'turn:x' }],
  ['TURN_URLS is missing', { TURN_SECRET: 's' }],
  ['ICE_RELAY_ONLY is "on", but', { ICE_RELAY_ONLY: 'on' }],
  ['RESEND_API_URL is for tests', { RESEND_API_KEY: 're_x', MAIL_FROM: 'a@b.cc', RESEND_API_URL: 'http://api.example' }],
  ['S3_BUCKET is missing', { S3_ENDPOINT: 'https://s3', S3_REGION: 'r', S3_ACCESS_KEY_ID: 'i', S3_SECRET_ACCESS_KEY: 'k' }],
  ['TRUSTED_PROXY contains "proxy"', { TRUSTED_PROXY: 'proxy' }],
  ['TRUSTED_PROXY contains "10.0.0.0/33"', { TRUSTED_PROXY: '10.0.0.0/33' }],
  ['METRICS_TOKEN is too short', { METRICS_TOKEN: 'short' }],
  ['RATE_LIMITS cannot be "off"', { ...production, RATE_LIMITS: 'off' }],
  ['RATE_LIMITS is "-1"', { RATE_LIMITS: '-1' }],
  ['WRITE_TIMEOUT_MS is "1s"', { WRITE_TIMEOUT_MS: '1s' }],
  ['WRITE_TIMEOUT_MS is "60000"', { WRITE_TIMEOUT_MS: '60000' }],
  ['MAX_RESPONSE_BYTES is "20MB"', { MAX_RESPONSE_BYTES: '20MB' }],
  ['MAX_RESPONSE_BYTES is "1000000000"', { MAX_RESPONSE_BYTES: '1000000000' }],
])('an invalid variable is rejected with one sentence: %s', (sentence, env) => {
  expect(() => readConfig(env)).toThrow(sentence)
})

test('loopback addresses are recognized', () => {
  expect(['localhost', '127.0.0.1', '127.9.9.9', '::1', '[::1]'].every(isLoopback)).toBe(true)
  expect(['0.0.0.0', '::', '128.0.0.1', 'localhost.example.com', '127.0.0.1.example.com'].some(isLoopback)).toBe(false)
})

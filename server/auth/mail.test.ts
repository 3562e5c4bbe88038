import { createHmac } from 'node:crypto'
import { pino } from 'pino'
import { expect, test } from 'vitest'
import { type AccountEmail, createMailer } from './mail.ts'

const secret = `v1,whsec_${Buffer.from('the key of the hook').toString('base64')}`
const log = pino({ level: 'silent' })
const email: AccountEmail = {
  user: {
    id: '83fd9e20-7a80-46e4-bf29-a86e3d6bbf66',
    aud: 'authenticated',
    role: 'authenticated',
    email: 'ada@example.test',
    encrypted_password: '$2b$10$hash',
    email_confirmed_at: null,
    invited_at: null,
    confirmation_sent_at: null,
    recovery_sent_at: null,
    email_change: null,
    email_change_sent_at: null,
    email_change_confirm_status: null,
    last_sign_in_at: null,
    raw_app_meta_data: {},
    raw_user_meta_data: { language: 'ar' },
    created_at: new Date(),
    updated_at: new Date(),
    banned_until: null,
    deleted_at: null,
  },
  purpose: 'recovery',
  oneTime: { tokenHash: 'hash', code: '123456' },
  redirectTo: 'https://site.test/profile',
}

const mailerWith = (call: (request: Request) => Promise<Response>) =>
  createMailer({ hook: { url: 'https://site.test/functions/v1/send-mail', call }, secret, siteUrl: 'https://site.test', log })

test('the hook gets the payload of Supabase, signed as Standard Webhooks', async () => {
  const requests: Request[] = []
  const mailer = mailerWith(async (request) => {
    requests.push(request)
    return Response.json({})
  })
  mailer.send(email)
  await mailer.settled()
  const [request] = requests
  const text = (await request?.text()) ?? ''
  const header = (name: string) => request?.headers.get(`webhook-${name}`) ?? ''
  const expected = createHmac('sha256', 'the key of the hook')
    .update(`${header('id')}.${header('timestamp')}.${text}`)
    .digest('base64')
  expect(header('signature')).toBe(`v1,${expected}`)
  expect(Math.abs(Number(header('timestamp')) - Date.now() / 1000)).toBeLessThan(5)
  expect(JSON.parse(text)).toMatchObject({
    user: { email: 'ada@example.test', user_metadata: { language: 'ar' } },
    email_data: {
      token: '123456',
      token_hash: 'hash',
      redirect_to: 'https://site.test/profile',
      email_action_type: 'recovery',
      site_url: 'https://site.test',
    },
  })
  expect(text).not.toContain('$2b$')
})

test('a failed mail is retried, and stopping does not wait for the next attempt', async () => {
  let tries = 0
  const failed = Promise.withResolvers<void>()
  const mailer = mailerWith(async () => {
    tries++
    failed.resolve()
    throw new Error('away')
  })
  mailer.send(email)
  await failed.promise
  const started = performance.now()
  await mailer.settled()
  expect(performance.now() - started).toBeLessThan(1000)
  expect(tries).toBe(1)
})

test('every attempt has the same id, so that the function can recognize it', { tags: 'long' }, async () => {
  const ids: unknown[] = []
  const second = Promise.withResolvers<void>()
  const mailer = mailerWith(async (request) => {
    ids.push(request.headers.get('webhook-id'))
    if (ids.length < 2) return Response.json({}, { status: 503 })
    second.resolve()
    return Response.json({})
  })
  mailer.send(email)
  await second.promise
  await mailer.settled()
  expect(ids).toHaveLength(2)
  expect(new Set(ids).size).toBe(1)
})

test('a mail that the function refuses is not retried', async () => {
  let tries = 0
  const lines: { status?: number; msg: string }[] = []
  const call = async () => {
    tries++
    return Response.json({}, { status: 422 })
  }
  const heard = pino({}, { write: (line) => void lines.push(JSON.parse(line) as (typeof lines)[number]) })
  const mailer = createMailer({ hook: { url: 'https://site.test/hook', call }, secret, siteUrl: 'https://site.test', log: heard })
  mailer.send(email)
  await expect.poll(() => lines.at(-1)).toMatchObject({ status: 422, msg: 'an account mail was given up' })
  await mailer.settled()
  expect(tries).toBe(1)
  expect(lines).toHaveLength(2)
})

test('the number of queued mails is limited while the mail server is down', async () => {
  let tries = 0
  const away = Promise.withResolvers<Response>()
  const mailer = mailerWith(async () => {
    tries++
    return away.promise
  })
  for (let n = 0; n < 600; n++) mailer.send(email)
  away.resolve(Response.json({}))
  await mailer.settled()
  expect(tries).toBe(500)
})

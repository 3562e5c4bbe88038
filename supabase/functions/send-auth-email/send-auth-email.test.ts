import { createHmac } from 'node:crypto'
import { afterAll, afterEach, beforeAll, beforeEach, expect, test, vi } from 'vitest'
import { superuser } from '../../tests/clinic.ts'
import { useClinicServer } from '../../tests/clinic-server.ts'
import { applySettings } from '../_shared/company.ts'
import { accountMailKinds } from '../_shared/mail/account-mails.ts'
import { withBrand } from '../_shared/mail/layout.ts'
import { mailTexts } from '../_shared/mail/texts.ts'
import { LANGUAGES } from '../_shared/rules.ts'
import { openPostOffice, type PostOffice } from '../_shared/testing/post-office.ts'
import deliverMail from '../deliver-mail/index.ts'
import hook from './index.ts'

const SECRET = `v1,whsec_${Buffer.from('a secret of the hook').toString('base64')}`
const REDIRECT = 'https://site.example/auth?confirmed=true&x=ş'
const verify = (token: string, type: string) =>
  `https://api.example/auth/v1/verify?token=${token}&type=${type}&redirect_to=${encodeURIComponent(REDIRECT)}`

const clinic = useClinicServer()
let office: PostOffice

beforeAll(async () => {
  office = await openPostOffice()
})
afterAll(() => office[Symbol.asyncDispose]())
// Resets the company: the function runs in this process, which other test files share.
afterAll(() => applySettings({}, { showsSamples: true }))

beforeEach(() => {
  office.arrived.length = 0
  vi.stubEnv('SEND_EMAIL_HOOK_SECRET', SECRET)
  vi.stubEnv('ENCRYPTION_KEY', Buffer.alloc(32, 7).toString('base64'))
  vi.stubEnv('SUPABASE_URL', clinic.url)
  vi.stubEnv('SUPABASE_PUBLISHABLE_KEYS', JSON.stringify({ default: clinic.keys.publishable }))
  vi.stubEnv('SUPABASE_SECRET_KEYS', JSON.stringify({ default: clinic.keys.secret }))
  vi.stubEnv('SMTP_URL', `smtp://127.0.0.1:${office.port}?ignoreTLS=true`)
  vi.stubEnv('MAIL_FROM', 'BKV <no-reply@bkv.example.com>')
})
afterEach(() => void vi.unstubAllEnvs())

test.each(LANGUAGES)('every account mail in %s arrives with its link, code, both parts and its direction', async (language) => {
  const answers = await Promise.all(accountMailKinds.map((kind) => answer(signed(payload({ kind, language })))))
  expect(answers).toEqual(accountMailKinds.map(() => [200, {}]))
  expect(office.arrived).toHaveLength(accountMailKinds.length)
  for (const { from, to } of office.arrived) expect([from, ...to]).toEqual(['no-reply@bkv.example.com', 'ayse@example.com'])
  const mails = await office.read()
  const texts = mailTexts[language]
  for (const kind of accountMailKinds) {
    const mail = mails.find(({ subject }) => subject === withBrand(texts.account[kind].subject, language))
    expect(mail?.from).toEqual({ name: 'BKV', address: 'no-reply@bkv.example.com' })
    expect(mail?.to).toMatchObject([{ address: 'ayse@example.com' }])
    const { html = '', text = '' } = mail ?? {}
    expect(html).toContain(`<html lang="${language}" dir="${language === 'ar' ? 'rtl' : 'ltr'}">`)
    for (const part of [html, text]) {
      // An invitation has no code, because it is valid for days and a code of six digits is not.
      expect(part.includes('048213')).toBe(kind !== 'invite')
      expect(part).toContain(texts.greetingByName.replace('{name}', language === 'ar' ? '\u2068Ayşe\u2069' : 'Ayşe'))
    }
    const link = verify('hash_1', kind)
    expect(html.match(/(?<=href=")http[^"]+/g) ?? []).toEqual(kind === 'reauthentication' ? [] : [escaped(link), escaped(link)])
    expect(text.match(/^http.+$/gm) ?? []).toEqual(kind === 'reauthentication' ? [] : [link])
  }
})

test.each(['<script>alert(1)</script>', 'Ayşe\r\nBcc: eve@example.com', { toString: 'x' }])(
  'a first name of %j injects neither markup nor a recipient',
  async (name) => {
    expect(await answer(signed(payload({ firstName: name })))).toEqual([200, {}])
    const [mail] = await office.read()
    expect(mail?.html).not.toContain('<script')
    expect(mail?.html).not.toContain('alert(1)')
    expect(mail?.headers.some(({ key }) => key === 'bcc')).toBe(false)
    expect(office.arrived[0]?.to).toEqual(['ayse@example.com'])
  },
)

test.each(['https://api.example', 'https://api.example/', 'https://api.example/auth/v1', 'https://api.example/auth/v1/'])(
  'the link is the same if the address of the API is %s',
  async (site_url) => {
    await answer(signed(payload({ data: { site_url } })))
    expect((await office.read())[0]?.text).toContain(`\n${verify('hash_1', 'signup')}\n`)
  },
)

test('a change of address sends a mail to both addresses, each with its own code and link', async () => {
  const data = { token: '111111', token_hash: 'hash_of_new', token_new: '222222', token_hash_new: 'hash_of_old' }
  expect(await answer(signed(payload({ kind: 'email_change', data, user: { new_email: 'new@example.com' } })))).toEqual([200, {}])
  const mails = await office.read()
  expect(mails).toHaveLength(2)
  const mailTo = (address: string) => mails.find(({ to }) => to?.[0]?.address === address)
  const [old, fresh] = [mailTo('ayse@example.com'), mailTo('new@example.com')]
  expect(old?.text).toContain('111111')
  expect(old?.text).toContain(verify('hash_of_old', 'email_change'))
  expect(fresh?.text).toContain('222222')
  expect(fresh?.text).toContain(verify('hash_of_new', 'email_change'))
})

test('a change of address with one confirmation sends a mail to the new one', async () => {
  await answer(signed(payload({ kind: 'email_change', user: { new_email: 'new@example.com' } })))
  expect(office.arrived.map(({ to }) => to)).toEqual([['new@example.com']])
})

test('a signature is valid only for its body, time and key, for five minutes', async () => {
  const body = JSON.stringify(payload({}))
  const other = `v1,whsec_${Buffer.from('another secret').toString('base64')}`
  const now = Math.floor(Date.now() / 1000)
  const good = signed(body)
  const status = async (request: Request) => (await answer(request))[0]

  expect(await status(signed(body, { at: now - 290 }))).toBe(200)
  expect(await status(signed(body, { at: now - 310 }))).toBe(401)
  expect(await status(signed(body, { at: now + 310 }))).toBe(401)
  expect(await status(signed(body, { secret: other }))).toBe(401)
  expect(await status(changed(good, { 'webhook-timestamp': String(now + 1) }))).toBe(401)
  expect(await status(changed(good, { 'webhook-id': 'msg_other' }))).toBe(401)
  expect(await status(changed(good, {}, body.replace('ayse@', 'eve@')))).toBe(401)
  for (const name of ['webhook-id', 'webhook-timestamp', 'webhook-signature']) expect(await status(changed(good, { [name]: '' }))).toBe(401)
  for (const signature of ['v1,', 'v1,AAAA', 'v2,x', 'nonsense'])
    expect(await status(changed(good, { 'webhook-signature': signature }))).toBe(401)
  expect(office.arrived).toHaveLength(1)
})

test('signatures with the old and the new secret are valid during a rotation', async () => {
  const fresh = `v1,whsec_${Buffer.from('the next secret').toString('base64')}`
  vi.stubEnv('SEND_EMAIL_HOOK_SECRET', `${fresh}|${SECRET}`)
  const several = changed(signed(payload({})), {})
  several.headers.set('webhook-signature', `v1,AAAA ${several.headers.get('webhook-signature')}`)
  expect((await answer(several))[0]).toBe(200)
  expect((await answer(signed(payload({}), { secret: fresh })))[0]).toBe(200)
})

test.each(['', 'v1,whsec_', 'whsec_|', 'plain words'])('every signature is refused with the secret %j', async (secret) => {
  vi.stubEnv('SEND_EMAIL_HOOK_SECRET', secret)
  expect((await answer(signed(payload({}), { secret: 'v1,whsec_' })))[0]).toBe(secret ? 401 : 500)
  expect(office.arrived).toHaveLength(0)
})

test.each([
  ['malformed JSON', '{'],
  ['null as its only value', 'null'],
  ['no user', JSON.stringify({ email_data: payload({}).email_data })],
  ['no account', JSON.stringify(payload({ user: { id: 'ayse' } }))],
  ['no address', JSON.stringify(payload({ user: { email: '' } }))],
  ['an unknown kind', JSON.stringify(payload({ data: { email_action_type: 'advert' } }))],
  ['no token', JSON.stringify(payload({ data: { token_hash: '' } }))],
  ['a script as the address of the API', JSON.stringify(payload({ data: { site_url: 'javascript:alert(1)' } }))],
])('a payload with %s is refused', async (_what, body) => {
  expect(await answer(signed(body))).toEqual([400, { error: { http_code: 400, message: 'The payload is not one of the Send Email hook' } }])
})

test('an error while sending contains neither the address nor the token', async () => {
  await using closed = await openPostOffice({ refuse: 550 })
  vi.stubEnv('SMTP_URL', `smtp://127.0.0.1:${closed.port}?ignoreTLS=true`)
  expect(await answer(signed(payload({})))).toEqual([422, { error: { http_code: 422, message: 'SMTP 550' } }])
})

test('a mail that cannot be sent now is accepted and waits; a repeated request records nothing', async () => {
  const { port, ...closed } = await openPostOffice()
  await closed[Symbol.asyncDispose]()
  vi.stubEnv('SMTP_URL', `smtp://127.0.0.1:${port}?ignoreTLS=true`)
  const id = 'msg_again'
  for (let n = 0; n < 2; n++) expect(await answer(signed(payload({}), { id }))).toEqual([200, {}])
  const rows = await clinic.as(superuser, ({ query }) =>
    query("select kind, state, attempts, last_error from private.mail_outbox where dedupe_key like '%:msg_again:%'"),
  )
  expect(rows).toEqual([{ kind: 'account_signup', state: 'waiting', attempts: 1, last_error: 'SMTP ECONNREFUSED' }])
})

test('a mail waits for a mail configuration, and its content is deleted when the link expires', async () => {
  vi.stubEnv('SMTP_URL', '')
  const id = 'msg_unconfigured'
  expect(await answer(signed(payload({}), { id }))).toEqual([200, {}])
  const mail = "private.mail_outbox where dedupe_key like '%:msg_unconfigured:%'"
  const row = async () =>
    (await clinic.as(superuser, ({ query }) => query(`select state, payload is null as is_gone, last_error from ${mail}`)))[0]
  const last_error = 'No way to send mail is configured (SMTP_URL or RESEND_API_KEY)'
  expect(await row()).toEqual({ state: 'waiting', is_gone: false, last_error })
  await clinic.keep(superuser, ({ query }) => query(`update ${mail.replace(' where', ' set expires_at = now() where')}`))
  const headers = { apikey: clinic.keys.secret }
  const response = await deliverMail.fetch(new Request('http://function/deliver-mail', { method: 'POST', headers, body: '{}' }))
  expect(await response.json()).toMatchObject({ configured: false, expired: 1 })
  expect(await row()).toEqual({ state: 'failed', is_gone: true, last_error })
})

test('the hook answers in time even if the mail server does not respond', { tags: 'long' }, async () => {
  await using silent = await openPostOffice({ onConnect: () => undefined })
  vi.stubEnv('SMTP_URL', `smtp://127.0.0.1:${silent.port}?ignoreTLS=true`)
  vi.stubEnv('MAIL_TIMEOUT_MS', '6000')
  const started = performance.now()
  expect(await answer(signed(payload({})))).toEqual([200, {}])
  expect(performance.now() - started).toBeLessThan(5000)
})

test('the mail is refused if the outbox is unavailable, so that the service can retry', async () => {
  vi.stubEnv('SUPABASE_SECRET_KEYS', JSON.stringify({ default: 'sb_secret_of_another' }))
  const said = vi.spyOn(console, 'error').mockImplementation(() => undefined)
  expect(await answer(signed(payload({})))).toEqual([500, { error: { http_code: 500, message: 'The mail could not be recorded' } }])
  expect(JSON.stringify(said.mock.calls)).not.toMatch(/ayse|048213|hash_1/)
  said.mockRestore()
  expect(office.arrived).toEqual([])
})

test.each(['SEND_EMAIL_HOOK_SECRET', 'ENCRYPTION_KEY'])('the error names a missing %s', async (name) => {
  vi.stubEnv(name, '')
  expect(await answer(signed(payload({})))).toEqual([500, { error: { http_code: 500, message: `${name} is missing` } }])
})

test('only POST is accepted', async () => {
  expect((await answer(new Request('http://function/send-auth-email')))[0]).toBe(405)
})

const escaped = (url: string) => url.replaceAll('&', '&amp;')

interface Parts {
  kind?: (typeof accountMailKinds)[number]
  language?: string
  firstName?: unknown
  user?: object
  data?: object
}

function payload({ kind = 'signup', language = 'tr', firstName = 'Ayşe', user = {}, data = {} }: Parts) {
  return {
    user: {
      id: 'f3b0c0de-0000-4000-8000-000000000001',
      email: 'ayse@example.com',
      user_metadata: { language, first_name: firstName },
      ...user,
    },
    email_data: {
      token: '048213',
      token_hash: 'hash_1',
      redirect_to: REDIRECT,
      email_action_type: kind,
      site_url: 'https://api.example',
      token_new: '',
      token_hash_new: '',
      ...data,
    },
  }
}

let messages = 0

function signed(content: object | string, { secret = SECRET, at = Math.floor(Date.now() / 1000), id = `msg_${messages++}` } = {}) {
  const body = typeof content === 'string' ? content : JSON.stringify(content)
  const key = Buffer.from(secret.replace('v1,whsec_', ''), 'base64')
  const signature = createHmac('sha256', key).update(`${id}.${at}.${body}`).digest('base64')
  const headers = { 'webhook-id': id, 'webhook-timestamp': String(at), 'webhook-signature': `v1,${signature}` }
  return Object.assign(new Request('http://function/send-auth-email', { method: 'POST', headers, body }), { content: body })
}

function changed(request: Request & { content: string }, headers: Record<string, string>, body = request.content) {
  const all = { ...Object.fromEntries(request.headers), ...headers }
  return new Request(request.url, { method: 'POST', headers: all, body })
}

async function answer(request: Request): Promise<[number, unknown]> {
  const response = await hook.fetch(request)
  return [response.status, await response.json()]
}

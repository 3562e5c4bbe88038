import { createServer } from 'node:net'
import { expect, test } from 'vitest'
import { openHangingUpOffice, openHttpStandIn, openPostOffice } from '../testing/post-office.ts'
import type { Environment, Mail } from './mail.ts'
import { MailError, MailNotConfigured } from './mail-error.ts'
import { canSendMail, sendMail } from './transport.ts'

const mail: Mail = { to: 'ayse@example.com', subject: 'Şifre', html: '<p>Merhaba</p>', text: 'Merhaba' }
const MAIL_FROM = 'BKV <no-reply@bkv.example.com>'
const attachment = { filename: 'invite.ics', contentType: 'text/calendar', content: 'BEGIN:VCALENDAR' }

test('a mail by SMTP has both parts, the sender, the reply address and attachments', async () => {
  await using office = await openPostOffice()
  await sendMail({ ...mail, replyTo: 'info@example.com', attachments: [attachment] }, smtp(office.port))
  expect(office.arrived).toMatchObject([{ from: 'no-reply@bkv.example.com', to: ['ayse@example.com'] }])
  expect(office.arrived[0]?.raw).toMatch(/^Auto-Submitted: auto-generated\r$/m)
  const [received] = await office.read()
  expect(received).toMatchObject({
    subject: 'Şifre',
    from: { name: 'BKV', address: 'no-reply@bkv.example.com' },
    to: [{ address: 'ayse@example.com' }],
    replyTo: [{ address: 'info@example.com' }],
    attachments: [{ filename: 'invite.ics' }],
  })
  expect(received?.html).toContain('<p>Merhaba</p>')
  expect(received?.text).toContain('Merhaba')
})

test('a mail by SMTP has a calendar part that mail programs recognize, and the same id at every attempt', async () => {
  await using office = await openPostOffice()
  const content = 'BEGIN:VCALENDAR\r\nSUMMARY:Görüşme\r\nEND:VCALENDAR\r\n'
  for (let n = 0; n < 2; n++) await sendMail({ ...mail, id: 'mail-1', calendar: { method: 'CANCEL', content } }, smtp(office.port))
  expect(office.arrived[0]?.raw).toMatch(/^Content-Type: multipart\/alternative/m)
  expect(office.arrived[0]?.raw).toMatch(/^Content-Type: text\/calendar; charset=utf-8; method=CANCEL/m)
  const [one, two] = await office.read()
  expect([one?.messageId, two?.messageId]).toEqual(Array(2).fill('<mail-1@bkv.example.com>'))
  expect(one?.text).toContain('Merhaba')
  expect(one?.attachments).toMatchObject([{ mimeType: 'text/calendar', method: 'CANCEL' }, { filename: 'appointment.ics' }])
  // The attached file has the same bytes, line endings included.
  expect(office.arrived[0]?.raw).toContain(Buffer.from(content).toString('base64'))
})

test('a server’s response is kept for the operator, without addresses', async () => {
  await using office = await openPostOffice({ refuse: 550 })
  expect(await failure(sendMail(mail, smtp(office.port)))).toMatchObject({ said: '550 no such person as …' })
})

test('a temporarily refused recipient is retried, a permanently refused one is not', async () => {
  await using never = await openPostOffice({ refuse: 550 })
  await using later = await openPostOffice({ refuse: 451 })
  expect(await failure(sendMail(mail, smtp(never.port)))).toMatchObject({ message: 'SMTP 550', retryable: false })
  expect(await failure(sendMail(mail, smtp(later.port)))).toMatchObject({ message: 'SMTP 451', retryable: true })
})

test('the mail is retried after a wrong password, which the operator can fix', async () => {
  await using office = await openPostOffice({ onAuth: (_auth, _session, done) => done(new Error('no')), allowInsecureAuth: true })
  const env = { ...smtp(office.port), SMTP_URL: `smtp://me:wrong@127.0.0.1:${office.port}?ignoreTLS=true` }
  expect(await failure(sendMail(mail, env))).toMatchObject({ message: 'SMTP 535', retryable: true })
})

test('a server that is down is retried', async () => {
  const { port, ...office } = await openPostOffice()
  await office[Symbol.asyncDispose]()
  expect(await failure(sendMail(mail, smtp(port)))).toMatchObject({ message: 'SMTP ECONNREFUSED', retryable: true })
})

test('a server that never greets times out', async () => {
  await using silent = await listenInSilence()
  const started = performance.now()
  const error = await failure(sendMail(mail, { ...smtp(silent.port), MAIL_TIMEOUT_MS: '200' }))
  expect(error).toMatchObject({ message: 'SMTP ETIMEDOUT', retryable: true })
  expect(performance.now() - started).toBeLessThan(2000)
})

test('a server that stops responding halfway times out', async () => {
  await using office = await openPostOffice({ onData: (stream) => void stream.resume() })
  const error = await failure(sendMail(mail, { ...smtp(office.port), MAIL_TIMEOUT_MS: '200' }))
  expect(error).toMatchObject({
    message: 'SMTP ETIMEDOUT; it may have arrived',
    retryable: true,
    mayHaveArrived: true,
    providerUnavailable: false,
  })
})

test('a mail counts as possibly arrived when the server disconnects after the content', async () => {
  await using office = await openHangingUpOffice()
  expect(await failure(sendMail(mail, smtp(office.port)))).toMatchObject({
    retryable: true,
    mayHaveArrived: true,
    providerUnavailable: false,
  })
  expect(office.taken).toBe(1)
})

test('a mail counts as not arrived when the server disconnects before the content, and the later deadline has no effect', async () => {
  await using office = await openHangingUpOffice({ at: 'RCPT' })
  const error = await failure(sendMail(mail, { ...smtp(office.port), MAIL_TIMEOUT_MS: '300' }))
  expect(error).toMatchObject({ retryable: true, mayHaveArrived: false, providerUnavailable: true })
  await new Promise((resolve) => setTimeout(resolve, 400))
})

const refusing = (responseCode: number, words: string) => Object.assign(new Error(words), { responseCode })

test.each<[string, NonNullable<Parameters<typeof openPostOffice>[0]>]>([
  ['greeting', { onConnect: (_session, done) => done(refusing(554, 'No SMTP service here')) }],
  ['login', { onMailFrom: (_address, _session, done) => done(refusing(530, '5.7.0 Authentication required')) }],
  ['quota', { onMailFrom: (_address, _session, done) => done(refusing(550, '5.4.5 Daily user sending quota exceeded')) }],
])('a refused %s is for the operator to fix, whatever its code', async (_what, options) => {
  await using office = await openPostOffice(options)
  expect(await failure(sendMail(mail, smtp(office.port)))).toMatchObject({
    retryable: true,
    providerUnavailable: true,
    mayHaveArrived: false,
  })
})

test('permanently refused content is not retried, and does not stop other mails', async () => {
  const onData: NonNullable<Parameters<typeof openPostOffice>[0]>['onData'] = (stream, _session, done) =>
    stream.on('end', () => done(refusing(554, '5.7.1 Looks like spam'))).resume()
  await using office = await openPostOffice({ onData })
  expect(await failure(sendMail(mail, smtp(office.port)))).toMatchObject({
    message: 'SMTP 554',
    retryable: false,
    providerUnavailable: false,
    mayHaveArrived: false,
  })
})

test('a server that is slow at every step times out as a whole, and nothing is sent afterwards', async () => {
  const slowly = (_what: unknown, _session: unknown, done: () => void) => void setTimeout(done, 250)
  await using office = await openPostOffice({
    onConnect: (_session, done) => void setTimeout(done, 250),
    onMailFrom: slowly,
    onRcptTo: slowly,
  })
  const started = performance.now()
  const error = await failure(sendMail(mail, { ...smtp(office.port), MAIL_TIMEOUT_MS: '600' }))
  expect(error).toMatchObject({ message: 'SMTP ETIMEDOUT', retryable: true, providerUnavailable: true, mayHaveArrived: false })
  expect(performance.now() - started).toBeLessThan(2000)
  await new Promise((resolve) => setTimeout(resolve, 500))
  expect(office.arrived).toEqual([])
})

test.each([
  ['smtps:', 'TLS from the start', { secure: true }],
  ['smtp:', 'STARTTLS', {}],
])('%s means %s, and an untrusted certificate is refused', async (protocol, _meaning, options) => {
  await using office = await openPostOffice(options)
  const url = `${protocol}//127.0.0.1:${office.port}`
  expect(await failure(sendMail(mail, { SMTP_URL: url, MAIL_FROM }))).toMatchObject({
    message: expect.stringMatching(/^SMTP \w*CERT\w*$/),
    retryable: true,
  })
  expect(office.arrived).toHaveLength(0)
  await sendMail(mail, { SMTP_URL: `${url}?tls.rejectUnauthorized=false`, MAIL_FROM })
  expect(office.arrived).toHaveLength(1)
  expect(office.arrived[0]?.raw).toContain('Subject:')
})

test('a remote server without STARTTLS gets no mail unless the URL allows it', async () => {
  await using office = await openPostOffice({ disabledCommands: ['STARTTLS'] })
  const url = `smtp://0.0.0.0:${office.port}`
  expect(await failure(sendMail(mail, { SMTP_URL: url, MAIL_FROM }))).toBeInstanceOf(MailError)
  expect(office.arrived).toHaveLength(0)
  await sendMail(mail, { SMTP_URL: `${url}?ignoreTLS=true`, MAIL_FROM })
  expect(office.arrived).toHaveLength(1)
})

test('Resend gets the mail in its own format', async () => {
  await using resend = await openHttpStandIn(200)
  await sendMail({ ...mail, replyTo: 'info@example.com', attachments: [attachment] }, { ...resendAt(resend.url) })
  expect(resend.requests).toEqual([
    {
      method: 'POST',
      path: '/emails',
      authorization: 'Bearer re_test',
      body: {
        from: MAIL_FROM,
        to: ['ayse@example.com'],
        subject: 'Şifre',
        html: mail.html,
        text: mail.text,
        reply_to: 'info@example.com',
        headers: { 'Auto-Submitted': 'auto-generated' },
        attachments: [{ filename: 'invite.ics', content_type: 'text/calendar', content: 'QkVHSU46VkNBTEVOREFS' }],
      },
    },
  ])
})

test.each([
  [422, false],
  [401, true],
  [403, true],
  [429, true],
  [500, true],
])('Resend responding with %i: retried is %s', async (status, retryable) => {
  await using resend = await openHttpStandIn(status)
  expect(await failure(sendMail(mail, resendAt(resend.url)))).toMatchObject({ message: `Resend answered ${status}`, retryable })
})

test('Resend gets the calendar as a file, and an idempotency key', async () => {
  await using resend = await openHttpStandIn(200)
  await sendMail({ ...mail, id: 'mail-1', calendar: { method: 'REQUEST', content: 'BEGIN:VCALENDAR' } }, resendAt(resend.url))
  expect(resend.requests[0]).toMatchObject({
    idempotencyKey: 'mail-1',
    body: {
      attachments: [
        { filename: 'appointment.ics', content_type: 'text/calendar; charset=utf-8; method=REQUEST', content: 'QkVHSU46VkNBTEVOREFS' },
      ],
    },
  })
})

test('a mail that Resend has already sent counts as sent, even if the response was lost', async () => {
  await using resend = await openHttpStandIn(409, {}, { name: 'invalid_idempotent_request', message: 'Same key, other payload' })
  await sendMail({ ...mail, id: 'mail-1' }, resendAt(resend.url))
  await using busy = await openHttpStandIn(409, {}, { name: 'concurrent_idempotent_requests', message: 'In progress' })
  expect(await failure(sendMail({ ...mail, id: 'mail-1' }, resendAt(busy.url)))).toMatchObject({ retryable: true })
})

test('a provider’s request to wait a moment is obeyed a few times', { tags: 'long' }, async () => {
  await using busy = await openHttpStandIn(429, { 'retry-after': '0' })
  expect(await failure(sendMail(mail, resendAt(busy.url)))).toMatchObject({ message: 'Resend answered 429', retryable: true })
  expect(busy.requests).toHaveLength(4)
  await using closed = await openHttpStandIn(429, { 'retry-after': '3600' })
  await failure(sendMail(mail, resendAt(closed.url)))
  expect(closed.requests).toHaveLength(1)
  await using tooLate = await openHttpStandIn(429, { 'retry-after': '1' })
  await failure(sendMail(mail, { ...resendAt(tooLate.url), MAIL_TIMEOUT_MS: '900' }))
  expect(tooLate.requests).toHaveLength(1)
})

test('Resend’s message is kept, without addresses', async () => {
  const message = 'The bkv.example domain is not verified. You can only send testing emails to your own address (boss@bkv.example).'
  await using resend = await openHttpStandIn(403, {}, { name: 'validation_error', message })
  expect(await failure(sendMail(mail, resendAt(resend.url)))).toMatchObject({
    message: 'Resend answered 403',
    said: 'The bkv.example domain is not verified. You can only send testing emails to your own address (…).',
  })
})

test('a mail is retried if Resend is slow, unreachable or redirects, and the key follows no redirect', async () => {
  await using slow = await openHttpStandIn(undefined)
  await using elsewhere = await openHttpStandIn(200)
  await using pointing = await openHttpStandIn(307, { location: elsewhere.url })
  const late = await failure(sendMail(mail, { ...resendAt(slow.url), MAIL_TIMEOUT_MS: '200' }))
  expect(late).toMatchObject({ message: 'Resend did not answer in time; it may have arrived', retryable: true, providerUnavailable: true })
  const known = await failure(sendMail({ ...mail, id: 'mail-1' }, { ...resendAt(slow.url), MAIL_TIMEOUT_MS: '200' }))
  expect(known).toMatchObject({ message: 'Resend did not answer in time', mayHaveArrived: false })
  for (const url of [pointing.url, 'http://127.0.0.1:1']) {
    expect(await failure(sendMail(mail, resendAt(url)))).toMatchObject({ message: 'Resend cannot be reached', retryable: true })
  }
  expect(elsewhere.requests).toEqual([])
})

test('mail goes to the development outbox if no mail server is configured', async () => {
  await using sink = await openHttpStandIn(201)
  const env = { MAIL_SINK_URL: `${sink.url}/dev/mail`, MAIL_SINK_SECRET: 's3cret' }
  await sendMail({ ...mail, attachments: [{ ...attachment, content: new Uint8Array([1, 2]) }] }, env)
  expect(sink.requests).toEqual([
    {
      method: 'POST',
      path: '/dev/mail',
      authorization: 'Bearer s3cret',
      body: { ...mail, from: 'info@bkv.example.com', attachments: [{ ...attachment, content: 'AQI=' }] },
    },
  ])
})

test.each([
  {},
  { SMTP_URL: '', RESEND_API_KEY: '' },
  { MAIL_SINK_URL: 'http://127.0.0.1:1' },
  { SMTP_URL: 'smtp://127.0.0.1:1' },
  { SMTP_URL: 'mail host', MAIL_FROM },
  { SMTP_URL: 'mail.example.com:587', MAIL_FROM },
  { SMTP_URL: 'https://mail.example.com', MAIL_FROM },
  { RESEND_API_KEY: 're_test' },
  { RESEND_API_KEY: 're_test', MAIL_FROM: 'BKV\nBcc: eve@example.com' },
])('%o sends nothing and says so, and mails wait', async (env: Environment) => {
  expect(canSendMail(env)).toBe(false)
  const error = await failure(sendMail(mail, env))
  expect(error).toBeInstanceOf(MailNotConfigured)
  expect(error).toMatchObject({ retryable: true, providerUnavailable: true })
})

test.each([
  { SMTP_URL: 'smtps://me:pass@mail.example.com:465', MAIL_FROM },
  { RESEND_API_KEY: 're_test', MAIL_FROM },
  { MAIL_SINK_URL: 'http://127.0.0.1:1', MAIL_SINK_SECRET: 's' },
])('%o can send mail', (env: Environment) => {
  expect(canSendMail(env)).toBe(true)
})

test.each<Partial<Mail>>([
  { id: 'x>\r\nBcc: eve@example.com' },
  { to: 'ayse@example.com\r\nBcc: eve@example.com' },
  { to: 'ayse@example.com,eve@example.com' },
  { to: 'Ayşe <ayse@example.com>' },
  { to: '' },
  { to: `${'a'.repeat(250)}@b.example` },
  { replyTo: 'info@example.com\nBcc: eve@example.com' },
  { subject: 'Hi\r\nBcc: eve@example.com' },
  { subject: 'Hi\nthere' },
  { attachments: [{ ...attachment, filename: 'a\r\nX: y' }] },
  { attachments: [{ ...attachment, contentType: 'text/plain\r\nX: y' }] },
])('%j is never sent to a server', async (part) => {
  await using office = await openPostOffice()
  const error = await failure(sendMail({ ...mail, ...part }, smtp(office.port)))
  expect(error).toMatchObject({ name: 'MailError', retryable: false })
  expect(error.message).not.toContain('example.com')
  expect(office.arrived).toHaveLength(0)
})

function smtp(port: number): Environment {
  return { SMTP_URL: `smtp://127.0.0.1:${port}?ignoreTLS=true`, MAIL_FROM }
}

function resendAt(url: string): Environment {
  return { RESEND_API_KEY: 're_test', RESEND_API_URL: url, MAIL_FROM }
}

async function failure(sending: Promise<void>): Promise<Error> {
  const error = await sending.then(
    () => undefined,
    (thrown: unknown) => thrown,
  )
  if (error instanceof Error) return error
  throw new Error('The mail was sent')
}

async function listenInSilence() {
  const server = createServer()
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const address = server.address()
  return {
    port: typeof address === 'object' && address ? address.port : 0,
    [Symbol.asyncDispose]: async () => void server.close(),
  }
}

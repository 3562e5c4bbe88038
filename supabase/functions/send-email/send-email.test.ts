import { randomUUID } from 'node:crypto'
import { afterEach, describe, expect, test } from 'vitest'
import { superuser } from '../../tests/clinic.ts'
import { startClinicWithMail, useClinicWithMail } from '../../tests/clinic-mail.ts'
import { type Client, invoke } from '../../tests/clinic-server.ts'
import { company } from '../_shared/company.ts'
import { withBrand } from '../_shared/mail/layout.ts'
import { mailTexts } from '../_shared/mail/texts.ts'
import { LANGUAGES } from '../_shared/rules.ts'
import { openHttpStandIn } from '../_shared/testing/post-office.ts'

const clinic = useClinicWithMail()
afterEach(async () => {
  await clinic.keep(superuser, ({ query }) => query('delete from contact_messages'))
  await clinic.keep(superuser, ({ query }) => query('delete from private.rate_counters'))
  await clinic.collect()
})

const SENDER = 'ziyaretci@example.test'
const ACCEPTED = { status: 200, answer: { accepted: true } }

async function write(values: { language?: string; phone?: string; website?: string } = {}) {
  const id = randomUUID()
  const { error } = await clinic.visitor
    .from('contact_messages')
    .insert({ id, name: 'Ayşe Yılmaz', email: SENDER, message: 'Merhaba,\n<b>teklif</b> rica ederim.', ...values })
  expect(error).toBeNull()
  return id
}

const send = (id: unknown, kind: unknown = 'notice', more: Record<string, unknown> = {}, client: Client = clinic.visitor) =>
  invoke(client, 'send-email', { body: { message_id: id, kind, ...more } })

/** Isolates Latin letters in an Arabic line, as the mail does, so that the text after them keeps its place. */
const within = (language: string, value: string) => (language === 'ar' && /\p{L}/u.test(value) ? `\u2068${value}\u2069` : value)

// Unit tests cover the texts of all languages, so only `npm run prove long` sends the mails in every language.
describe.each(LANGUAGES)('in %s', (language) => {
  const tags = language === 'tr' || language === 'ar' ? [] : ['long']

  test('the company gets a notice and the sender a confirmation', { tags }, async () => {
    const id = await write({ language })
    const texts = mailTexts[language].contact
    expect(await send(id)).toMatchObject(ACCEPTED)
    expect(await send(id, 'confirmation')).toMatchObject(ACCEPTED)
    const [notice, confirmation, ...more] = await clinic.collect()
    expect(more).toEqual([])
    expect(notice).toMatchObject({
      to: [{ address: company.infoEmail }],
      replyTo: [{ address: SENDER }],
      subject: withBrand(texts.notice.subject.replace('{name}', within(language, 'Ayşe Yılmaz')), language),
    })
    expect(notice?.text).toMatch(new RegExp(`${texts.phone}\\s?: ${texts.notSpecified}`))
    expect(notice?.text).toContain('> <b>teklif</b> rica ederim.')
    expect(notice?.html).toContain('&lt;b&gt;teklif&lt;/b&gt;')
    expect(confirmation).toMatchObject({
      to: [{ address: SENDER }],
      replyTo: [{ address: company.infoEmail }],
      subject: withBrand(texts.confirmation.subject.replace('{reference}', within(language, id.slice(0, 8).toUpperCase())), language),
    })
    for (const part of [confirmation?.html, confirmation?.text]) expect(part).not.toMatch(/Ayşe|teklif/)
    expect(confirmation?.html).toContain(`dir="${language === 'ar' ? 'rtl' : 'ltr'}"`)
  })
})

test('recipient, subject, text and reply address from the caller are ignored', async () => {
  const id = await write()
  const forged = { to: 'victim@example.test', subject: 'Win', html: '<p>Win</p>', replyTo: 'evil@example.test' }
  expect(await send(id, 'confirmation', forged)).toMatchObject(ACCEPTED)
  const [mail] = await clinic.collect()
  expect(mail).toMatchObject({ to: [{ address: SENDER }], replyTo: [{ address: company.infoEmail }] })
  expect(`${mail?.subject}${mail?.html}${mail?.text}`).not.toContain('Win')
})

test('each mail is sent once, however many requests ask for it', async () => {
  const id = await write()
  const clients = [clinic.visitor, clinic.withSecretKey, await clinic.clientOf('mallory'), await clinic.clientOf('nigar')]
  const answers = await Promise.all(
    clients.flatMap((client) => ['notice', 'confirmation', 'notice'].map((kind) => send(id, kind, {}, client))),
  )
  for (const answer of answers) expect(answer).toMatchObject(ACCEPTED)
  await clinic.deliver()
  expect(await clinic.collect()).toHaveLength(2)
})

test('the background job sends the mails if nobody calls the function', async () => {
  await write()
  await clinic.deliver()
  expect(await clinic.collect()).toHaveLength(2)
})

describe('a guessed id reveals nothing and sends nothing', () => {
  test('an unknown id, an old id and the id of a sent message get the same response', async () => {
    const [sent, old] = [await write(), await write()]
    await send(sent)
    await clinic.keep(superuser, ({ query }) =>
      query("update contact_messages set created_at = now() - interval '61 minutes' where id = $1", [old]),
    )
    await clinic.collect()
    expect(await Promise.all([sent, old, randomUUID()].map((id) => send(id)))).toEqual(
      Array.from({ length: 3 }, () => ({ status: 200, answer: { accepted: true }, error: undefined })),
    )
    expect(await clinic.collect()).toEqual([])
  })

  test('a bot’s message gets the same response, and no mail is sent', async () => {
    const id = await write({ website: 'https://spam.example' })
    for (const kind of ['notice', 'confirmation']) expect(await send(id, kind)).toMatchObject(ACCEPTED)
    await clinic.deliver()
    expect(await clinic.collect()).toEqual([])
  })

  test.each([[undefined], [null], [7], ['x'], [{}], ["' or 1=1"], [`${randomUUID()}x`]])('%j is not a message id', async (id) => {
    expect(await send(id)).toMatchObject({ status: 400, answer: { code: 'invalid_message' } })
  })

  test.each([[undefined], ['Notice'], ['contact_notice'], [['notice']], ['account_recovery'], ['__proto__']])(
    '%j is not a kind of mail',
    async (kind) => {
      expect(await invoke(clinic.visitor, 'send-email', { body: { message_id: randomUUID(), kind: kind as string } })).toMatchObject({
        status: 400,
        answer: { code: 'invalid_kind' },
      })
    },
  )

  test('a request with no key, a forged key, another method or a large body sends nothing', async () => {
    const bare = await fetch(`${clinic.url}/functions/v1/send-email`, { method: 'POST', body: '{}' })
    expect(bare.status).toBe(401)
    const forged = await fetch(`${clinic.url}/functions/v1/send-email`, {
      method: 'POST',
      body: '{}',
      headers: { apikey: 'sb_publishable_x' },
    })
    expect(forged.status).toBe(401)
    expect(await invoke(clinic.visitor, 'send-email', { method: 'GET' })).toMatchObject({ status: 405 })
    expect(await send(await write(), 'notice', { html: 'x'.repeat(100_000) })).toMatchObject({ status: 413 })
    expect(await clinic.collect()).toEqual([])
  })

  test('a caller beyond the limit gets the same response, and nothing is sent at once', async () => {
    for (let n = 0; n < 60; n += 10) await Promise.all(Array.from({ length: 10 }, () => send(randomUUID())))
    expect(await send(await write())).toMatchObject(ACCEPTED)
    expect(await clinic.collect()).toEqual([])
    await clinic.deliver()
    expect(await clinic.collect()).toHaveLength(2)
  })
})

describe('an error of the mail server', () => {
  test('is returned in the form that the contact form expects, stays the same until the retry, and the mail arrives once', async () => {
    const id = await write()
    await clinic.closePost()
    expect(await send(id)).toEqual({ status: 502, answer: { error: 'mail_not_sent' }, error: 'FunctionsHttpError' })
    await clinic.reopenPost()
    expect(await send(id)).toMatchObject({ status: 502, answer: { error: 'mail_not_sent' } })
    expect(await clinic.collect()).toEqual([])
    await clinic.wait('1 minute')
    expect(await send(id)).toMatchObject(ACCEPTED)
    await clinic.deliver()
    expect(await clinic.collect()).toHaveLength(2)
    const { data } = await (await clinic.clientOf('nigar')).from('contact_messages').select('id')
    expect(data).toEqual([{ id }])
  })

  test('is passed on with the server’s explanation, without addresses', async () => {
    const id = await write()
    await clinic.closePost()
    await clinic.reopenPost({ refuse: 550 })
    expect(await send(id)).toMatchObject({ status: 502, answer: { error: '550 no such person as …' } })
    // The response reveals nothing about the address that the visitor typed, not even when repeated.
    for (let n = 0; n < 2; n++) expect(await send(id, 'confirmation')).toMatchObject(ACCEPTED)
    expect((await clinic.outbox()).map(({ kind, state }) => `${kind} ${state}`)).toContain('contact_confirmation failed')
    await clinic.closePost()
    await clinic.reopenPost()
  })
})

test('a provider’s request to verify the domain reaches the form', { tags: 'long' }, async () => {
  const message = 'The bkv.example.com domain is not verified. Please, add and verify your domain on https://resend.com/domains'
  await using resend = await openHttpStandIn(403, {}, { statusCode: 403, name: 'validation_error', message })
  const other = await startClinicWithMail({ SMTP_URL: '', RESEND_API_KEY: 're_test', RESEND_API_URL: resend.url })
  try {
    const id = randomUUID()
    await other.visitor.from('contact_messages').insert({ id, name: 'A', email: SENDER, message: 'x' })
    expect(await invoke(other.visitor, 'send-email', { body: { message_id: id, kind: 'notice' } })).toMatchObject({
      status: 502,
      answer: { error: message },
    })
    expect(resend.requests).toMatchObject([{ path: '/emails', authorization: 'Bearer re_test' }])
  } finally {
    await other.stop()
  }
})

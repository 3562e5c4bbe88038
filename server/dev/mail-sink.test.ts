import { mkdtemp, readdir, rm, stat, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { createMailSink } from './mail-sink.ts'

const mail = {
  from: 'info@example.com',
  to: 'ayse@example.com',
  subject: 'Hello <b>',
  html: '<p style="color:red">Hi</p><script>alert("1")</script>',
  text: 'Hi\nhttps://site.example/verify?token=1&type=signup\n',
  attachments: [{ filename: 'a.ics', contentType: 'text/calendar', content: 'QQ==' }],
}

let folder: string
let sink: ReturnType<typeof createMailSink>

beforeEach(async () => {
  folder = join(await mkdtemp(join(tmpdir(), 'mail-sink-')), 'mail')
  sink = createMailSink({ folder, secret: 'the secret' })
})
afterEach(() => rm(join(folder, '..'), { recursive: true }))

test('a sent mail is listed, shown and returned as JSON', async () => {
  expect(await send(mail)).toBe(201)
  const [kept] = await listed()
  expect(kept).toMatchObject(mail)

  const list = await page('')
  expect(list).toContain(`<a href="/dev/mail/${kept?.id}" dir="auto">Hello &lt;b&gt;</a>`)
  expect(list).toContain('ayse@example.com')

  const one = await page(`/${kept?.id}`)
  expect(one).toContain('srcdoc="&lt;p style=&quot;color:red&quot;&gt;Hi&lt;/p&gt;')
  expect(one).toContain('sandbox=""')
  expect(one).toContain('<a href="https://site.example/verify?token=1&amp;type=signup">')
  expect(one).toContain('a.ics (text/calendar)')
  expect(one).not.toContain('<script')
})

test('the mail pages block scripts and external content', async () => {
  const { headers } = await show('')
  expect(headers.get('content-security-policy')).toMatch(/^default-src 'none'; style-src 'unsafe-inline'; img-src data:; base-uri 'none'/)
  expect(headers.get('cache-control')).toBe('no-store')
  expect(headers.get('referrer-policy')).toBe('no-referrer')
})

test('an empty outbox is reported as empty', async () => {
  expect(await page('')).toContain('No mail yet.')
})

test('storing mail requires the secret', async () => {
  for (const authorization of ['', 'Bearer ', 'Bearer the secre', 'the secret', 'Bearer the secret2']) {
    expect(await send(mail, { authorization })).toBe(401)
  }
  expect(await listed()).toEqual([])
})

test('a body that is too large or malformed is refused', async () => {
  expect(await send({ ...mail, html: 'x'.repeat(1024 * 1024) })).toBe(413)
  for (const body of ['{', 'null', '[]', { ...mail, to: 7 }, { ...mail, attachments: 'x' }]) expect(await send(body)).toBe(400)
  expect(await listed()).toEqual([])
})

test('the newest hundred mails are kept, newest first, readable only by their owner', async () => {
  for (let number = 0; number < 103; number++) await send({ ...mail, subject: String(number) })
  const subjects = (await listed()).map(({ subject }) => subject)
  expect(subjects).toEqual(Array.from({ length: 100 }, (_, index) => String(102 - index)))
  const names = await readdir(folder)
  expect(names).toHaveLength(100)
  expect((await stat(join(folder, names[0] ?? ''))).mode & 0o777).toBe(0o600)
})

test('mail survives a restart, and a damaged file does not hide others', async () => {
  await send(mail)
  await writeFile(join(folder, '1700000000000-00000000.json'), '{"half')
  sink = createMailSink({ folder, secret: 'the secret' })
  expect(await listed()).toHaveLength(1)
})

test('mails can be filtered by recipient', async () => {
  await send(mail)
  await send({ ...mail, to: 'gus@example.com' })
  expect(await listed('?to=gus@example.com')).toMatchObject([{ to: 'gus@example.com' }])
})

test.each(['/nothing', '/../keys', '/..%2fkeys', '/1700000000000-00000000', '1700000000000-00000000', '.txt'])(
  '%s is not found',
  async (path) => {
    expect((await show(path)).status).toBe(404)
  },
)

async function send(body: unknown, { authorization = 'Bearer the secret' } = {}) {
  const content = typeof body === 'string' ? body : JSON.stringify(body)
  const response = await sink.receive(new Request('http://x/dev/mail', { method: 'POST', headers: { authorization }, body: content }))
  return response.status
}

const show = (path: string, query = '') => sink.show(new Request(`http://x/dev${query}`), path)
const page = async (path: string) => (await show(path)).text()
const listed = async (query = '') => (await (await show('.json', query)).json()) as (typeof mail & { id: string })[]

// Account mails while the mail server refuses them or is down, or after our own process is killed.
import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { join } from 'node:path'
import { createClient } from '@supabase/supabase-js'
import type { Email } from 'postal-mime'
import { afterEach, expect, test, vi } from 'vitest'
import { temporaryFolder } from '../../server/testing/cluster.ts'
import { freshDatabase } from '../../server/testing/database.ts'
import { freePort } from '../../server/testing/server.ts'
import { openPostOffice } from '../functions/_shared/testing/post-office.ts'
import { superuser } from './clinic.ts'
import { useClinicWithMail } from './clinic-mail.ts'

vi.setConfig({ testTimeout: 60_000 })

const clinic = useClinicWithMail({ RATE_LIMITS: 'off' })
const PASSWORD = 'Correct1Horse!'
let number = 0

interface Row {
  state: string
  attempts: number
  last_error: string | null
  payload: { sealed: string } | null
}

const outbox = () =>
  clinic.as(superuser, ({ query }) =>
    query<Row>('select state, attempts, last_error, payload from private.mail_outbox order by created_at'),
  )

afterEach(async () => {
  await clinic.forgetMails()
  await clinic.closePost()
  await clinic.reopenPost()
})

/** Signs up while mails cannot be sent, and waits for the first attempt. */
async function signUp() {
  const email = `outage${++number}@example.test`
  const started = performance.now()
  const { error } = await clinic.visitor.auth.signUp({ email, password: PASSWORD, options: { data: { language: 'tr' } } })
  expect(error).toBeNull()
  const ms = performance.now() - started
  await expect.poll(async () => (await outbox()).map(({ last_error }) => last_error !== null), { timeout: 30_000 }).toEqual([true])
  return { email, ms }
}

const linkIn = (mail: Email | undefined) => /^http\S+\/auth\/v1\/verify\S+$/m.exec(mail?.text ?? '')?.[0] ?? ''
const codeIn = (mail: Email | undefined) => /^\s*(\d{6})\s*$/m.exec(mail?.text ?? '')?.[1] ?? ''

/** All rows of all tables as text, as in a dump. */
async function dump() {
  const tables = await clinic.as(superuser, ({ query }) =>
    query<{ name: string }>(
      `select format('%I.%I', table_schema, table_name) as name from information_schema.tables
       where table_type = 'BASE TABLE' and table_schema not in ('pg_catalog', 'information_schema')`,
    ),
  )
  const texts = tables.map(({ name }) =>
    clinic.as(superuser, ({ query }) => query<{ row: string }>(`select t::text as row from ${name} t`)),
  )
  return (await Promise.all(texts)).flatMap((rows) => rows.map(({ row }) => row)).join('\n')
}

const refusing = (responseCode: number, words: string) => Object.assign(new Error(words), { responseCode })

test.each<[string, Parameters<typeof clinic.reopenPost>[0] | undefined, RegExp]>([
  ['does not accept connections', undefined, /^SMTP ECONNREFUSED$/],
  ['has a certificate that is not trusted', { disabledCommands: [] }, /^SMTP \w*CERT\w*$/],
  ['asks to come later', { onMailFrom: (_address, _session, done) => done(refusing(421, 'try again later')) }, /^SMTP 421: /],
])('a mail arrives with a working link after minutes in which the server %s', async (_what, options, reason) => {
  await clinic.closePost()
  if (options) await clinic.reopenPost(options)
  const { email, ms } = await signUp()
  expect(ms).toBeLessThan(3000)
  for (let minutes = 0; minutes < 12; minutes += 4) {
    await clinic.wait('4 minutes')
    expect(await clinic.deliver()).toMatchObject({ status: 200, answer: { sent: 0, failed: 1 } })
  }
  expect(await outbox()).toMatchObject([{ state: 'waiting', attempts: 4, last_error: expect.stringMatching(reason) }])
  const { data: seen } = await (await clinic.clientOf('nigar')).rpc('get_account_mail_status')
  expect(seen).toMatchObject([{ waiting: 1, failed: 0, last_error: expect.stringMatching(reason) }])
  const dumped = await dump()
  const [row] = await outbox()

  if (options) await clinic.closePost()
  await clinic.reopenPost()
  await clinic.wait('5 minutes')
  expect(await clinic.deliver()).toMatchObject({ answer: { sent: 1, failed: 0 } })
  const [mail, ...more] = await clinic.collect()
  expect(more).toEqual([])
  expect(mail?.to).toMatchObject([{ address: email }])
  expect(await outbox()).toMatchObject([{ state: 'sent', payload: null, last_error: null }])

  const token = new URL(linkIn(mail)).searchParams.get('token') ?? ''
  expect(token.length).toBeGreaterThan(20)
  expect(dumped).toContain(email)
  expect(dumped).not.toContain(token)
  expect(dumped).not.toContain('/auth/v1/verify')
  expect(codeIn(mail)).toMatch(/^\d{6}$/)
  const stored = Buffer.from(row?.payload?.sealed ?? '', 'base64')
  expect(stored.length).toBeGreaterThan(100)
  for (const secret of [token, codeIn(mail)]) expect(stored.includes(secret)).toBe(false)

  expect((await fetch(linkIn(mail), { redirect: 'manual' })).status).toBe(303)
  const { data } = await clinic.visitor.auth.signInWithPassword({ email, password: PASSWORD })
  expect(data.user?.email).toBe(email)
})

test('the mail is given up and its content deleted when the link has expired', async () => {
  await clinic.closePost()
  await signUp()
  await clinic.wait('1 hour')
  expect(await clinic.deliver()).toMatchObject({ answer: { sent: 0, failed: 0, expired: 1 } })
  expect(await outbox()).toMatchObject([{ state: 'failed', payload: null, last_error: 'SMTP ECONNREFUSED' }])
  await clinic.reopenPost()
  await clinic.wait('1 hour')
  expect(await clinic.deliver()).toMatchObject({ answer: { sent: 0, failed: 0, expired: 0 } })
  expect(await clinic.collect()).toEqual([])
  const { data } = await (await clinic.clientOf('nigar')).rpc('get_account_mail_status')
  expect(data).toMatchObject([{ waiting: 0, failed: 1 }])
})

test('a second request replaces the waiting mail, so one mail with a working link arrives', async () => {
  await clinic.closePost()
  const { email } = await signUp()
  const [before] = await outbox()
  const { error } = await clinic.visitor.auth.resend({ type: 'signup', email })
  expect(error).toBeNull()
  // Wait until the immediate attempt ends: moving the time forward during it would expire its lease and send the mail twice.
  const replaced = async () => (await outbox()).map(({ state, payload }) => [state, payload?.sealed !== before?.payload?.sealed])
  await expect.poll(replaced, { timeout: 30_000 }).toEqual([['waiting', true]])
  await clinic.reopenPost()
  await clinic.wait('6 minutes')
  await clinic.deliver()
  const mails = await clinic.collect()
  expect(mails).toHaveLength(1)
  expect(new URL((await fetch(linkIn(mails[0]), { redirect: 'manual' })).headers.get('location') ?? '').hash).toContain('access_token')
})

test('a mail that was stored with another key fails and says so; other mails are sent', async () => {
  await clinic.closePost()
  await signUp()
  const { error } = await clinic.visitor.from('contact_messages').insert({ name: 'x', email: 'a@b.cc', message: 'm' })
  expect(error).toBeNull()
  // Imitates another key, with which the authentication tag would differ.
  await clinic.keep(superuser, ({ query }) =>
    query(
      `update private.mail_outbox set payload = jsonb_build_object('sealed', left(payload ->> 'sealed', -8) || 'AAAAAAA=') where account_id is not null`,
    ),
  )
  await clinic.reopenPost()
  await clinic.wait('5 minutes')
  expect(await clinic.deliver()).toMatchObject({ status: 200, answer: { sent: 2, failed: 1 } })
  expect((await outbox()).find(({ state }) => state === 'failed')).toMatchObject({
    payload: null,
    last_error: 'ENCRYPTION_KEY is not the one that the mail was stored with',
  })
  await clinic.keep(superuser, ({ query }) => query('delete from contact_messages'))
})

test('a mail arrives after a restart if its sender was killed before the server responded', { tags: 'long' }, async () => {
  const [database, port] = [await freshDatabase('product'), await freePort()]
  const secret = 'sb_secret_of_a_test'
  const dataDir = join(temporaryFolder(), 'data')
  const key = { publishable: 'sb_publishable_of_a_test' }
  const reached = Promise.withResolvers<void>()
  const silent = await openPostOffice({ onData: (stream) => void stream.once('data', () => reached.resolve()).resume() })
  let child: ChildProcess | undefined
  const start = async () => {
    child = spawn(process.execPath, [join(import.meta.dirname, '../../server/testing/backend-child.ts'), 'product'], {
      env: {
        NODE_ENV: 'test',
        PORT: String(port),
        DATA_DIR: dataDir,
        DATABASE_URL: database.url,
        SCHEDULE: 'off',
        SMTP_URL: `smtp://127.0.0.1:${silent.port}?ignoreTLS=true`,
        MAIL_FROM: 'info@example.test',
        SUPABASE_PUBLISHABLE_KEY: key.publishable,
        SUPABASE_SECRET_KEY: secret,
      },
      stdio: ['ignore', 'pipe', 'inherit'],
    })
    await once(child.stdout ?? child, 'data')
    child.stdout?.resume()
  }
  const kill = async () => {
    child?.kill('SIGKILL')
    if (child && child.exitCode === null && child.signalCode === null) await once(child, 'exit')
  }
  const client = (apiKey: string) => createClient(`http://127.0.0.1:${port}`, apiKey, { auth: { persistSession: false } })
  try {
    await start()
    const { error } = await client(key.publishable).auth.signUp({ email: 'killed@example.test', password: PASSWORD })
    expect(error).toBeNull()
    await reached.promise
    await kill()
    await silent[Symbol.asyncDispose]()
    const rows = () => database.as(superuser, ({ query }) => query('select state, attempts from private.mail_outbox'))
    expect(await rows()).toEqual([{ state: 'sending', attempts: 1 }])

    await using office = await openPostOffice({ port: silent.port })
    await start()
    await database.keep(superuser, ({ query }) =>
      query("update private.mail_outbox set next_attempt_at = next_attempt_at - interval '5 minutes'"),
    )
    const { data } = await client(secret).functions.invoke('deliver-mail')
    expect(data).toMatchObject({ sent: 1, failed: 0 })
    const [mail] = await office.read()
    expect((await fetch(linkIn(mail), { redirect: 'manual' })).status).toBe(303)
    expect(await rows()).toEqual([{ state: 'sent', attempts: 2 }])
    await kill()
  } finally {
    await kill()
    await database.drop()
  }
})

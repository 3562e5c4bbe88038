import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { temporaryFolder } from '../testing/cluster.ts'
import { freshDatabase, superuser } from '../testing/database.ts'
import { freePort } from '../testing/server.ts'
import { OTHER_PASSWORD, PASSWORD, startAccounts, type TestAccounts } from './testing.ts'

let at: TestAccounts

beforeAll(async () => {
  at = await startAccounts({ AUTH_CONFIRM_EMAIL: 'on' })
})
afterAll(() => at.stop())

/** Returns every table that contains a value in any column. */
async function tablesWith(value: string) {
  const tables = await at.sql<{ name: string }>(
    `select format('%I.%I', table_schema, table_name) as name from information_schema.tables
     where table_type = 'BASE TABLE' and table_schema not in ('pg_catalog', 'information_schema')`,
  )
  const found: string[] = []
  for (const { name } of tables) {
    if ((await at.sql(`select from ${name} t where position($1 in t::text) > 0 limit 1`, [value])).length) found.push(name)
  }
  return found
}

test('no table contains passwords, links, codes or refresh tokens as plain text', async () => {
  const email = 'ada@example.test'
  await at.client().auth.signUp({ email, password: PASSWORD })
  const mail = await at.mailTo(email)
  expect(await tablesWith(email)).toContain('auth.users')
  for (const secret of [PASSWORD, mail.tokenHash]) expect(await tablesWith(secret)).toEqual([])
  const [row] = await at.sql<{ confirmation_token: string }>('select confirmation_token from auth.users where email = $1', [email])
  expect(row?.confirmation_token).toMatch(/^[0-9a-f]{64}$/)
  const { hash } = await at.open(mail.link)
  const { data } = await at.client().auth.refreshSession({ refresh_token: hash.get('refresh_token') ?? '' })
  for (const secret of [hash.get('refresh_token'), hash.get('access_token'), data.session?.refresh_token, data.session?.access_token]) {
    expect(secret).toBeTruthy()
    expect(await tablesWith(secret ?? '')).toEqual([])
  }
  const [tokens] = await at.sql<{ kept: string[] }>('select array_agg(token) as kept from auth.refresh_tokens')
  for (const kept of tokens?.kept ?? []) expect(kept).toMatch(/^[0-9a-f]{64}$/)
})

// Runs a production server, with a trigger that refuses a row and a mail function that fails.
test('the log contains no personal data and no secrets', async () => {
  // Each server needs its own database.
  const database = await freshDatabase('sample')
  const sql = (text: string) => database.keep(superuser, ({ query }) => query(text))
  await sql(`create function public.object() returns trigger language plpgsql as
    $$ begin raise exception 'no % here', new.email; end $$`)
  await sql(
    `create trigger object before insert on auth.users for each row when (new.email like 'objected%') execute function public.object()`,
  )
  const { child, url, keys, lines } = await startInProduction(database.url)
  try {
    const send = (method: string, path: string, body?: object, headers = {}) =>
      fetch(`${url}${path}`, {
        method,
        redirect: 'manual',
        headers: { apikey: keys.publishable, 'user-agent': 'Agent-of-Ada', 'x-forwarded-for': '198.51.100.9', ...headers },
        ...(body ? { body: JSON.stringify(body) } : {}),
      })
    const email = 'logged@example.test'
    const signedUp = await send('POST', '/auth/v1/signup', { email, password: PASSWORD, data: { first_name: 'Lovelace' } })
    const session = (await signedUp.json()) as { access_token: string; refresh_token: string; user: { id: string } }
    const mine = { authorization: `Bearer ${session.access_token}` }
    const statuses = [
      await send('POST', '/auth/v1/signup', { email: 'objected@example.test', password: PASSWORD }),
      await send('POST', '/auth/v1/token?grant_type=password', { email, password: OTHER_PASSWORD }),
      await send('POST', '/auth/v1/recover', { email }),
      await send('GET', `/auth/v1/verify?token=${session.refresh_token}&type=recovery&email=${email}`),
      await send('GET', '/auth/v1/user', undefined, mine),
      await send('GET', `/auth/v1/admin/users/${session.user.id}`, undefined, { apikey: keys.secret }),
      await send('POST', '/auth/v1/token?grant_type=refresh_token', { refresh_token: session.refresh_token }),
      await send('GET', `/rest/v1/notes?body=eq.${email}`, undefined, mine),
    ].map(({ status }) => status)
    expect(statuses).toEqual([500, 400, 200, 303, 200, 200, 200, 200])
    await lines.until(/an account mail could not be sent/)
    const log = lines.text()
    expect(log.split('\n').length).toBeGreaterThan(10)
    expect(log).toContain('"/auth/v1/signup"')
    expect(log).toContain('an account request failed')
    const secrets = [PASSWORD, OTHER_PASSWORD, session.access_token, session.refresh_token, session.user.id, keys.secret, keys.publishable]
    for (const secret of [...secrets, 'logged@', 'objected', 'example.test', 'Lovelace', 'Agent-of-Ada', '198.51.100.9', '127.0.0.1'])
      expect(log).not.toContain(secret)
  } finally {
    child.kill('SIGKILL')
    await once(child, 'exit')
    await database.drop()
  }
})

async function startInProduction(databaseUrl: string) {
  const keys = { publishable: 'sb_publishable_of_a_test', secret: 'sb_secret_of_a_test' }
  const port = await freePort()
  const child = spawn(process.execPath, [join(import.meta.dirname, '../testing/backend-child.ts')], {
    env: {
      NODE_ENV: 'production',
      PORT: String(port),
      DATA_DIR: join(temporaryFolder(), 'data'),
      DATABASE_URL: databaseUrl,
      SUPABASE_PUBLISHABLE_KEY: keys.publishable,
      SUPABASE_SECRET_KEY: keys.secret,
    },
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  const lines = linesOf(child)
  await lines.until(/^Ready$/m)
  return { child, url: `http://127.0.0.1:${port}`, keys, lines }
}

function linesOf(child: ChildProcess) {
  let text = ''
  const heard = new EventTarget()
  for (const stream of [child.stdout, child.stderr]) {
    stream?.on('data', (chunk: Buffer) => {
      text += chunk.toString()
      heard.dispatchEvent(new Event('more'))
    })
  }
  child.once('exit', () => heard.dispatchEvent(new Event('more')))
  return {
    text: () => text,
    async until(pattern: RegExp) {
      while (!pattern.test(text)) {
        if (child.exitCode !== null) throw new Error(text)
        await once(heard, 'more')
      }
    },
  }
}

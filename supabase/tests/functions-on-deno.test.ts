// Runs the functions under real Deno as Supabase's edge does: without a package.json, each with the packages in its deno.json.
import { type ChildProcess, spawn } from 'node:child_process'
import { createHmac } from 'node:crypto'
import { once } from 'node:events'
import { cpSync, existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { dirname, join } from 'node:path'
import { parse } from 'smol-toml'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { temporaryFolder } from '../../server/testing/cluster.ts'
import { emailOf, idOf, superuser } from '../../server/testing/database.ts'
import { freePort, startTestServer } from '../../server/testing/server.ts'

const HERE = join(import.meta.dirname, '../functions')
const ROOT = join(HERE, '../..')
const DENO = join(dirname(createRequire(import.meta.url).resolve('deno/package.json')), 'bin.cjs')
const names = readdirSync(HERE, { withFileTypes: true })
  .filter((entry) => entry.isDirectory() && !entry.name.startsWith('_'))
  .map(({ name }) => name)

// Caches the downloaded packages in node_modules.
const environment = { ...process.env, DENO_DIR: join(ROOT, 'node_modules/.cache/deno'), NO_COLOR: '1', DENO_NO_UPDATE_CHECK: '1' }
const folder = join(temporaryFolder(), 'functions')
// Configures mail, so that both runtimes answer alike. There is no mail to send.
const MAIL = { RESEND_API_KEY: 're_nobody', MAIL_FROM: 'info@example.test' }
const HOOK_SECRET = 'a secret of the hook'
const settings = parse(readFileSync(join(HERE, '../config.toml'), 'utf8'))['functions'] as Record<string, { verify_jwt: boolean }>

let server: Awaited<ReturnType<typeof startTestServer>>
let deno: ChildProcess
let address: string

beforeAll(async () => {
  mkdirSync(folder, { recursive: true })
  cpSync(HERE, folder, { recursive: true, filter: (path) => !/\.test\.ts$|\/testing$/.test(path) })
  const imports = Object.assign({}, ...names.map((name) => importsOf(name))) as Record<string, string>
  writeFileSync(join(folder, 'deno.json'), JSON.stringify({ imports }))
  writeFileSync(
    join(folder, 'all.ts'),
    `${names.map((name, index) => `import f${index} from './${name}/index.ts'`).join('\n')}
     const functions: Record<string, { fetch: (request: Request) => Response | Promise<Response> }> = {
       ${names.map((name, index) => `'${name}': f${index}`).join(', ')}
     }
     export default {
       fetch: (request: Request) =>
         functions[new URL(request.url).pathname.split('/')[3] ?? '']?.fetch(request) ?? new Response('no such function', { status: 404 }),
     }`,
  )
  server = await startTestServer({ project: 'product', env: { RATE_LIMITS: 'off', ...MAIL } })
  await server.database.keep(superuser, ({ query }) =>
    query('insert into auth.users (id, email) values ($1, $2)', [idOf('ada'), emailOf('ada')]),
  )
  const port = await freePort()
  address = `http://127.0.0.1:${port}`
  deno = spawn(
    process.execPath,
    [DENO, 'serve', '--no-lock', '--allow-net', '--allow-env', '--host=127.0.0.1', `--port=${port}`, 'all.ts'],
    {
      cwd: folder,
      // Starts a process group, because the package's script starts Deno as a child process that would outlive the script.
      detached: true,
      env: {
        ...environment,
        ...MAIL,
        SITE_URL: server.url,
        SUPABASE_URL: server.url,
        SUPABASE_PUBLISHABLE_KEYS: JSON.stringify({ default: server.keys.publishable }),
        SUPABASE_SECRET_KEYS: JSON.stringify({ default: server.keys.secret }),
        SUPABASE_JWKS: JSON.stringify(server.tokens.jwks),
        SEND_EMAIL_HOOK_SECRET: `v1,whsec_${Buffer.from(HOOK_SECRET).toString('base64')}`,
        ENCRYPTION_KEY: Buffer.alloc(32, 1).toString('base64'),
        // Nothing listens at this address.
        RESEND_API_URL: 'http://127.0.0.1:1',
      },
      stdio: ['ignore', 'pipe', 'pipe'],
    },
  )
  await listening(deno)
}, 180_000)

afterAll(async () => {
  if (deno.pid) process.kill(-deno.pid, 'SIGTERM')
  await server.stop()
})

function importsOf(name: string) {
  const file = join(HERE, name, 'deno.json')
  if (!existsSync(file)) return {}
  return (JSON.parse(readFileSync(file, 'utf8')) as { imports?: Record<string, string> }).imports ?? {}
}

function listening(child: ChildProcess) {
  return new Promise<void>((resolve, reject) => {
    let said = ''
    const hear = (text: Buffer) => {
      said += text.toString()
      if (said.includes('Listening')) resolve()
    }
    child.stdout?.on('data', hear)
    child.stderr?.on('data', hear)
    child.once('exit', (code) => reject(new Error(`deno ended with ${code}: ${said}`)))
  })
}

test('deno check reports no errors', { tags: 'long', timeout: 180_000 }, async () => {
  const check = spawn(process.execPath, [DENO, 'check', '--no-lock', 'all.ts'], { cwd: folder, env: environment })
  let said = ''
  check.stderr.on('data', (text: Buffer) => (said += text.toString()))
  const [code] = (await once(check, 'close')) as [number]
  expect([code, code === 0 ? '' : said]).toEqual([0, ''])
})

// With `verify_jwt`, the gateway refuses requests without a user's token before they reach the function.
test.each(names)('%s answers alike under Deno and Node', { tags: 'long' }, async (name) => {
  const answers = async (base: string, headers: Record<string, string>, body: string) => {
    const response = await fetch(`${base}/functions/v1/${name}`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', ...headers },
      body,
    })
    return [response.status, await response.text()]
  }
  const token = await server.tokenOf('ada')
  const callers = {
    person: { apikey: server.keys.publishable, authorization: `Bearer ${token}` },
    ...(settings[name]?.verify_jwt ? {} : { secret: { apikey: server.keys.secret }, stranger: { apikey: server.keys.publishable } }),
  }
  for (const [caller, headers] of Object.entries(callers)) {
    for (const body of ['{}', 'not json']) {
      expect([caller, body, ...(await answers(address, headers, body))]).toEqual([
        caller,
        body,
        ...(await answers(server.url, headers, body)),
      ])
    }
  }
})

test('an account mail that cannot be sent under Deno waits encrypted in the outbox', { tags: 'long' }, async () => {
  const body = JSON.stringify({
    user: { id: idOf('ada'), email: emailOf('ada') },
    email_data: { email_action_type: 'recovery', token: '048213', token_hash: 'hash_1', site_url: server.url, redirect_to: '' },
  })
  const [id, at] = ['msg_deno', String(Math.floor(Date.now() / 1000))]
  const signature = createHmac('sha256', HOOK_SECRET).update(`${id}.${at}.${body}`).digest('base64')
  const headers = { 'webhook-id': id, 'webhook-timestamp': at, 'webhook-signature': `v1,${signature}` }
  const response = await fetch(`${address}/functions/v1/send-auth-email`, { method: 'POST', headers, body })
  expect([response.status, await response.json()]).toEqual([200, {}])
  const rows = await server.database.as(superuser, ({ query }) =>
    query("select kind, state, last_error, payload from private.mail_outbox where dedupe_key like '%msg_deno%'"),
  )
  expect(rows).toEqual([
    {
      kind: 'account_recovery',
      state: 'waiting',
      last_error: 'Resend cannot be reached',
      payload: { sealed: expect.stringMatching(/^[A-Za-z0-9+/]{100,}=*$/) },
    },
  ])
})

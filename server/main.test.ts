import { type ChildProcess, spawn } from 'node:child_process'
import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { afterEach, expect, test, vi } from 'vitest'
import { readConfig } from './config.ts'
import { readProject } from './project.ts'
import { temporaryFolder } from './testing/cluster.ts'
import { freePort, startTestServer } from './testing/server.ts'

// Each test starts a real program with a real database, which takes time on a busy machine.
vi.setConfig({ testTimeout: 60_000 })

const running: { server: ChildProcess; ended: Promise<unknown> }[] = []
afterEach(async () => {
  for (const { server, ended } of running.splice(0)) {
    server.kill('SIGTERM')
    await ended
  }
})

/** The real program in its own process. `said` resolves when it is ready or has ended. */
async function launch(env: NodeJS.ProcessEnv, until?: () => Promise<unknown>) {
  const port = await freePort()
  const server = spawn(process.execPath, ['server/main.ts'], {
    cwd: join(import.meta.dirname, '..'),
    env: { PATH: process.env['PATH'], PORT: String(port), NODE_ENV: 'test', SEED: 'none', ...env },
    // Runs in its own process group, as a terminal or a supervisor would start it.
    detached: true,
  })
  let said = ''
  const ended = new Promise<number | null>((resolve) => server.once('close', resolve))
  running.push({ server, ended })
  const ready = new Promise<void>((resolve) => server.stdout.on('data', () => said.includes('Ready at') && resolve()))
  for (const stream of [server.stdout, server.stderr]) stream.prependListener('data', (text: Buffer) => (said += text.toString()))
  await Promise.race([until ? until() : ready, ended])
  return {
    url: `http://127.0.0.1:${port}`,
    said: () => said,
    ended,
    kill: (signal: NodeJS.Signals) => server.kill(signal),
    killGroup: (signal: NodeJS.Signals) => process.kill(-(server.pid ?? 0), signal),
  }
}

const databaseRuns = (dataDir: string) => existsSync(join(dataDir, 'postgres/data/postmaster.pid'))

test('the server starts on an empty folder, answers, and stops without leaving a database behind', { tags: 'long' }, async () => {
  const dataDir = join(temporaryFolder(), 'data')
  const server = await launch({ DATA_DIR: dataDir })
  const { notices } = readProject(join(import.meta.dirname, '../supabase'), readConfig({}))
  // The database's messages at its first start follow.
  const greeting = [`Ready at ${server.url}`, ...notices, ''].join('\n')
  expect(server.said().slice(0, greeting.length)).toBe(greeting)
  expect((await fetch(`${server.url}/healthz`)).status).toBe(200)
  expect(await (await fetch(`${server.url}/config.json`)).json()).toEqual({
    supabaseUrl: server.url,
    supabaseKey: expect.stringMatching(/^sb_publishable_/),
    hasTestCode: false,
    isTriedOut: true,
  })
  server.kill('SIGTERM')
  expect(await server.ended).toBe(0)
  expect(databaseRuns(dataDir)).toBe(false)
})

test('two signals to its process group still stop it gracefully: the running request is answered, and no database is left', {
  tags: 'long',
}, async () => {
  const dataDir = join(temporaryFolder(), 'data')
  const server = await launch({ DATA_DIR: dataDir, DRAIN_SECONDS: '0.5' })
  server.killGroup('SIGINT')
  server.killGroup('SIGINT')
  await expect.poll(async () => (await fetch(`${server.url}/healthz`)).status, { interval: 10 }).toBe(503)
  expect((await fetch(`${server.url}/config.json`)).status).toBe(200)
  expect(await server.ended).toBe(0)
  expect(databaseRuns(dataDir)).toBe(false)
})

test('a signal during the start leaves no database behind', { tags: 'long' }, async () => {
  const dataDir = join(temporaryFolder(), 'data')
  const server = await launch({ DATA_DIR: dataDir }, async () => {
    await expect.poll(() => databaseRuns(dataDir), { interval: 5, timeout: 30_000 }).toBe(true)
  })
  server.killGroup('SIGTERM')
  expect(await server.ended).toBe(0)
  expect(server.said()).toBe('')
  expect(databaseRuns(dataDir)).toBe(false)
})

test('a second server on the same folder is refused with a sentence, and the first keeps running', { tags: 'long' }, async () => {
  const DATA_DIR = join(temporaryFolder(), 'data')
  const first = await launch({ DATA_DIR })
  const second = await launch({ DATA_DIR })
  expect(await second.ended).toBe(1)
  expect(second.said()).toBe(
    `Another server is already running on the data folder ${DATA_DIR}; stop it, or set DATA_DIR to another folder.\n`,
  )
  expect((await fetch(`${first.url}/healthz`)).status).toBe(200)
})

test('an invalid variable stops the start with one sentence and changes nothing', async () => {
  const DATA_DIR = join(temporaryFolder(), 'data')
  const server = await launch({ DATA_DIR, PORT: 'abc' })
  expect(await server.ended).toBe(1)
  expect(server.said()).toBe('PORT is "abc"; it must be a number from 1 to 65535.\n')
  expect(existsSync(DATA_DIR)).toBe(false)
})

test('with another Supabase as backend the server only serves the site', async () => {
  const DATA_DIR = join(temporaryFolder(), 'data')
  const backend = { SUPABASE_URL: 'https://project.supabase.co', SUPABASE_PUBLISHABLE_KEY: 'sb_publishable_theirs' }
  const unused = { SMTP_URL: 'smtp://mail.example', MAIL_FROM: 'a@b.cc', SCHEDULE: 'off' }
  const server = await launch({ DATA_DIR, ...backend, ...unused, VIDEO_TEST_CODE: 'only-for-the-two' })
  await expect.poll(server.said).toContain('so these variables have no effect: SEED, SMTP_URL, MAIL_FROM, SCHEDULE"')
  expect((await fetch(`${server.url}/healthz`)).status).toBe(200)
  expect(await (await fetch(`${server.url}/config.json`)).json()).toEqual({
    supabaseUrl: backend.SUPABASE_URL,
    supabaseKey: backend.SUPABASE_PUBLISHABLE_KEY,
    hasTestCode: true,
    isTriedOut: true,
  })
  // Its functions may use video calls at Daily, which the site cannot know.
  expect((await fetch(server.url)).headers.get('content-security-policy')).toContain('frame-src')
  expect((await fetch(server.url)).headers.get('content-security-policy')).toContain('https://*.daily.co')
  expect(existsSync(DATA_DIR)).toBe(false)
})

test('the server sends heartbeats to its supervisor', async () => {
  const env = { SUPABASE_URL: 'https://project.supabase.co', SUPABASE_PUBLISHABLE_KEY: 'sb_publishable_theirs', NODE_ENV: 'test' }
  const server = spawn(process.execPath, ['server/main.ts'], {
    cwd: join(import.meta.dirname, '..'),
    env: { ...env, PORT: String(await freePort()) },
    stdio: ['ignore', 'ignore', 'inherit', 'ipc'],
  })
  const ended = new Promise((resolve) => server.once('close', resolve))
  const messages: unknown[] = []
  server.on('message', (message) => messages.push(message))
  await expect.poll(() => messages, { timeout: 30_000 }).toContain('heartbeat')
  server.kill('SIGTERM')
  expect(await ended).toBe(0)
})

test('a project’s messages to the operator are read at the start, with its owner’s rights', async () => {
  const server = await startTestServer()
  expect(server.notices()).toEqual([expect.stringMatching(/^(postgres|supabase_migrator) says: production is f$/)])
  await server.stop()
})

test('pages contain the public configuration and nothing else', async () => {
  const server = await startTestServer({ env: { SUPABASE_SECRET_KEY: 'sb_secret_</script>' } })
  const page = await (await fetch(server.url)).text()
  const [, block = ''] = /<script id="config" type="application\/json">(.*?)<\/script>/.exec(page) ?? []
  expect(JSON.parse(block)).toEqual({ supabaseUrl: server.url, isTriedOut: true, supabaseKey: expect.stringMatching(/^sb_publishable_/) })
  expect(page).not.toContain('sb_secret_')
  await server.stop()
})

test('healthz answers 503 while the database does not answer', async () => {
  const server = await startTestServer()
  expect((await fetch(`${server.url}/healthz`)).status).toBe(200)
  await server.database.drop()
  expect((await fetch(`${server.url}/healthz`)).status).toBe(503)
})

// The one helper of all stories: the whole product on a free port, with its own data.
import { type ChildProcess, spawn } from 'node:child_process'
import { randomBytes } from 'node:crypto'
import { chmodSync, existsSync, mkdtempSync, readFileSync, rmSync, statfsSync } from 'node:fs'
import { createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { type APIRequestContext, test as base, expect } from '@playwright/test'
import pg from 'pg'
import { type Cast, createCast } from './cast.ts'
import { waitingUntilItListens } from './listening.ts'
import { inRandomOrder } from './random-order.ts'

export { expect }

interface Site {
  url: string
  secretKey: string
  /** What its server printed when it was ready. */
  greeting: string
  /** Runs SQL as superuser, bypassing every rule, to create what only time could bring about. */
  asSuperuser: (sql: string, values: unknown[]) => Promise<void>
}

interface Fixtures {
  cast: Cast
  /** The link in the newest mail to an address, once there is one. */
  mailLink: (to: string) => Promise<string>
  /** The six digits in the newest mail to an address, once there is one. */
  mailCode: (to: string) => Promise<string>
}

interface WorkerFixtures {
  site: Site
  /** The environment that a file's server is started with: `test.use({ environment: … })`. */
  environment: Record<string, string>
  /**
   * Whether the site has an admin already, as every site in use does. Otherwise signed-in pages offer the role, in a card that shifts them.
   */
  hasAdmin: boolean
}

const extended = base.extend<Fixtures, WorkerFixtures>({
  environment: [{}, { option: true, scope: 'worker' }],
  hasAdmin: [true, { option: true, scope: 'worker' }],
  site: [
    async ({ environment, hasAdmin }, use) => {
      const folder = mkdtempSync(join(roomyFolder(), 'site-'))
      chmodSync(folder, 0o711)
      const port = await freePort()
      const secretKey = `sb_secret_${randomBytes(24).toString('base64url')}`
      const server = spawn(process.execPath, ['server/main.ts'], {
        env: {
          ...process.env,
          NODE_ENV: 'test',
          PORT: String(port),
          DATA_DIR: join(folder, 'data'),
          SUPABASE_SECRET_KEY: secretKey,
          TRUSTED_PROXY: '127.0.0.1',
          // On a machine with shared cores, a write can stall for longer than the usual second.
          WRITE_TIMEOUT_MS: '5000',
          ...environment,
        },
        stdio: ['ignore', 'pipe', 'inherit'],
      })
      const greeting = await readiness(server)
      const asSuperuser = async (sql: string, values: unknown[]) => {
        const database = new pg.Client(process.env['DATABASE_URL'] ?? connectionOf(join(folder, 'data/postgres')))
        await database.connect()
        try {
          await database.query(sql, values)
        } finally {
          await database.end()
        }
      }
      const url = `http://${environment['HOST'] ?? '127.0.0.1'}:${port}`
      if (hasAdmin) await addAdmin(url, secretKey)
      await use({ url, secretKey, greeting, asSuperuser })
      const ended = new Promise((resolve) => server.once('exit', resolve))
      server.kill('SIGTERM')
      await ended
      rmSync(folder, { recursive: true, force: true })
    },
    // A busy machine may need more than a minute for a first start.
    { scope: 'worker', timeout: 180_000 },
  ],
  page: async ({ page }, use) => use(waitingUntilItListens(page)),
  baseURL: async ({ site }, use) => use(site.url),
  cast: async ({ site, browser, playwright }, use, story) => {
    const request = await playwright.request.newContext()
    const cast = createCast({ ...site, request, browser })
    await use(cast)
    if (story.status !== story.expectedStatus) {
      for (const body of await cast.describePages()) await story.attach('page', { body, contentType: 'text/plain' })
    }
    await cast.goHome()
    await request.dispose()
  },
  mailLink: async ({ request, site }, use) => {
    await use((to) => findInMail(request, site.url, to, /https?:\/\/\S+\/auth\/v1\/verify\S+/))
  },
  mailCode: async ({ request, site }, use) => {
    await use((to) => findInMail(request, site.url, to, /(?<!\S)\d{6}(?!\S)/))
  },
})

export const test = inRandomOrder(extended)

async function findInMail(request: APIRequestContext, site: string, to: string, what: RegExp) {
  let found: string | undefined
  const look = async () => {
    const mails = (await (await request.get(`${site}/dev/mail.json?to=${encodeURIComponent(to)}`)).json()) as { text: string }[]
    found = what.exec(mails[0]?.text ?? '')?.[0]
    return found
  }
  await expect.poll(look).toBeTruthy()
  return found ?? ''
}

async function addAdmin(url: string, secretKey: string) {
  const write = async (path: string, body: object) => {
    const headers = { apikey: secretKey, 'content-type': 'application/json' }
    const answer = await fetch(url + path, { method: 'POST', headers, body: JSON.stringify(body) })
    if (!answer.ok) throw new Error(`${path}: ${await answer.text()}`)
    return answer.text()
  }
  const user = await write('/auth/v1/admin/users', { email: 'first-admin@story.example', email_confirm: true })
  await write('/rest/v1/user_roles', { user_id: (JSON.parse(user) as { id: string }).id, role: 'admin' })
}

const MEMORY_FOLDER = '/dev/shm'
const ROOM_FOR_A_SITE_BYTES = 4 * 1024 ** 3

/** A folder in memory if there is room, because every change of a story would otherwise wait for the disk. */
function roomyFolder() {
  if (!existsSync(MEMORY_FOLDER)) return tmpdir()
  const { bavail, bsize } = statfsSync(MEMORY_FOLDER)
  return bavail * bsize > ROOM_FOR_A_SITE_BYTES ? MEMORY_FOLDER : tmpdir()
}

function connectionOf(folder: string) {
  // PostgreSQL writes its socket folder into the fifth line of this file.
  const [, , , , host = ''] = readFileSync(join(folder, 'data/postmaster.pid'), 'utf8').split('\n')
  return { host, user: 'supabase_admin', password: readFileSync(join(folder, 'password'), 'utf8'), database: 'postgres' }
}

function readiness(server: ChildProcess) {
  return new Promise<string>((resolve, reject) => {
    server.once('exit', (code) => reject(new Error(`the server ended with ${code} before it was ready`)))
    server.stdout?.on('data', (text: Buffer) => {
      if (text.toString().includes('Ready at')) resolve(text.toString())
    })
  })
}

async function freePort() {
  const probe = createServer()
  await new Promise<void>((resolve) => probe.listen(0, '127.0.0.1', resolve))
  const address = probe.address()
  await new Promise((resolve) => probe.close(resolve))
  if (typeof address !== 'object' || !address) throw new Error('no free port')
  return address.port
}

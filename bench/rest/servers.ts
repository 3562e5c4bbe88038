// The servers that are compared, each in its own process.
import { execFile } from 'node:child_process'
import { randomBytes } from 'node:crypto'
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { SignJWT } from 'jose'
import { readConfig } from '../../server/config.ts'
import { readKeys } from '../../server/keys.ts'
import { withLogin } from '../../server/postgres/connection.ts'
import { temporaryFolder } from '../../server/testing/cluster.ts'
import { writeTinySite } from '../../server/testing/tiny-site.ts'
import { createTokens } from '../../server/tokens.ts'
import { shoot } from '../load.ts'
import type { BareSetup } from './bare.ts'
import { type Child, startChild } from './child.ts'
import { CONTENT } from './content.ts'
import { asClients, OPERATIONS, type Operation, type Shots } from './operations.ts'
import type { Asked } from './ours.ts'

export interface Server {
  name: string
  child: Child
  shot: Shots
}

const { people } = CONTENT
const [first] = people

/** Our server from this checkout, or from another one whose packages are installed. It migrates its database itself. */
export async function startOurs(name: string, url: string, checkout?: string): Promise<Server> {
  const folder = temporaryFolder()
  const site = join(folder, 'site')
  writeTinySite(site)
  // Each person has their own network address, as if behind a proxy.
  const env = { DATABASE_URL: url, DATA_DIR: join(folder, 'data'), SITE_FOLDER: site, TRUSTED_PROXY: '127.0.0.1' }
  const profile = process.env['PROFILE'] && !checkout ? ['--cpu-prof', `--cpu-prof-dir=${process.env['PROFILE']}`] : []
  const child = await startChild(checkout ? join(checkout, 'bench/rest/ours.ts') : 'ours.ts', env, profile)
  const config = readConfig({ ...env, NODE_ENV: 'production', PORT: String(child.port) })
  const [tokens, apikey] = [await createTokens(config), readKeys(config).publishable]
  const headers = new Map<(typeof people)[number], Record<string, string>>()
  for (const person of people) {
    const token = await tokens.sign({ sub: person.id, email: person.email, role: 'authenticated', session_id: person.session }, 3600)
    headers.set(person, { apikey, authorization: `Bearer ${token}`, 'x-forwarded-for': person.address })
  }
  return { name, child, shot: asClients(headers) }
}

/** Records the statement that our server sends for each operation of the first person, so that the bare handler sends the same. */
export async function learn({ child, shot }: Server, operations: Record<string, Operation>): Promise<BareSetup> {
  const statements: BareSetup['statements'] = {}
  for (const [name, operation] of Object.entries(operations)) {
    await child.ask('record')
    const { status, body } = await shoot(child.port, shot(name, operation, 0))
    const asked = await child.ask<Asked[]>('recorded')
    const found = asked.filter(({ text }) => text.includes(`"${operation.names}"`))
    if (!found[0] || found.length > 1) throw new Error(`${name} was answered ${status} ${body} with ${JSON.stringify(asked)}`)
    statements[name] = { ...found[0], id: operation.takesDraft ? first.drafts[0] : undefined, body: operation.body }
  }
  const claims = { sub: first.id, email: first.email, role: 'authenticated', aud: 'authenticated', session_id: first.session }
  return { statements, claims, reads: Object.keys(operations).filter((name) => OPERATIONS[name]?.isRead) }
}

export async function startBare(name: string, url: string, setup: BareSetup, pipeline: 'on' | 'off'): Promise<Server> {
  const env = { BARE_DATABASE_URL: withLogin(url, 'authenticator'), SETUP: JSON.stringify(setup), PIPELINE: pipeline }
  const child = await startChild('bare.ts', env)
  return {
    name,
    child,
    // The bare handler knows only one person, and has no limits.
    shot: (operation, { method, body, takesDraft }, turn) => ({
      method,
      body,
      path: `/${operation}${takesDraft ? `/${first.drafts[turn % first.drafts.length]}` : ''}`,
    }),
  }
}

/** Installs Lite for this run only. If that fails, the comparison is skipped with a message. */
export async function startLite(url: string): Promise<Server[]> {
  try {
    const folder = temporaryFolder()
    writeFileSync(join(folder, 'package.json'), '{ "private": true }')
    const packages = ['@supabase/lite@0.10.0', 'postgres@3']
    await promisify(execFile)('npm', ['install', '--ignore-scripts', '--no-audit', '--no-fund', '--loglevel=error', ...packages], {
      cwd: folder,
      timeout: 120_000,
    })
    const [secret, apikey] = [randomBytes(32).toString('hex'), `sb_publishable_${randomBytes(16).toString('hex')}`]
    const child = await startChild('lite.ts', { LITE_FOLDER: folder, LITE_DATABASE_URL: url, LITE_JWT_SECRET: secret, LITE_KEY: apikey })
    const headers = new Map<(typeof people)[number], Record<string, string>>()
    for (const person of people) {
      const token = await new SignJWT({ role: 'authenticated', email: person.email, session_id: person.session })
        .setProtectedHeader({ alg: 'HS256', typ: 'JWT' })
        .setSubject(person.id)
        .setAudience('authenticated')
        .setIssuedAt()
        .setExpirationTime('1h')
        .sign(Buffer.from(secret))
      headers.set(person, { apikey, authorization: `Bearer ${token}` })
    }
    return [{ name: 'lite', child, shot: asClients(headers) }]
  } catch (error) {
    const [line] = (error instanceof Error ? error.message : String(error)).split('\n').slice(-1)
    process.stdout.write(`@supabase/lite is left out: ${line}\n\n`)
    return []
  }
}

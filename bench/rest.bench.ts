// /rest/v1 beside a bare handler doing the same SQL, and beside @supabase/lite, in one run on one PostgreSQL.
// QUICK=1 shortens it; ONLY=read,insert leaves the other operations out; PROFILE=folder writes a CPU profile of our server there.

import { execFile } from 'node:child_process'
import { randomBytes } from 'node:crypto'
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { SignJWT } from 'jose'
import { readConfig } from '../server/config.ts'
import { readKeys } from '../server/keys.ts'
import { withDatabase, withLogin } from '../server/postgres/connection.ts'
import { runAdmin, startTestCluster, temporaryFolder } from '../server/testing/cluster.ts'
import { writeTinySite } from '../server/testing/server.ts'
import { createTokens } from '../server/tokens.ts'
import { load, type Measured, type Shot, shoot } from './load.ts'
import type { BareSetup } from './rest/bare.ts'
import { type Child, startChild } from './rest/child.ts'
import { type Content, fill } from './rest/content.ts'
import type { Asked } from './rest/ours.ts'
import { milliseconds, printTable, quantile } from './table.ts'

const quick = Boolean(process.env['QUICK'])
const CONNECTIONS = [1, 8, 64]
// The servers take turns, so that other work on the machine affects all of them.
const ROUNDS = quick ? 1 : 2
const WARM_UP_MS = quick ? 250 : 400
const MEASURED_MS = quick ? 750 : 1100
const TOGETHER = 8

interface Operation {
  method: string
  path: string
  body?: string
  /** One of the drafts, a different one for every request. */
  takesId?: boolean
  isRead?: boolean
  /** The statement to copy is the one that contains this. */
  names: string
}

interface Server {
  name: string
  child: Child
  shot: (name: string, operation: Operation, id: string) => Shot
}

const operationsOf = ({ person }: Content): Record<string, Operation> => ({
  read: {
    method: 'GET',
    path: `/notes?select=id,body,is_shared,created_at&owner_id=eq.${person}&order=created_at.desc&limit=20`,
    isRead: true,
    names: 'notes',
  },
  embedded: {
    method: 'GET',
    path: `/notes?select=id,body,created_at,comments(id,body)&owner_id=eq.${person}&order=created_at.desc&limit=20`,
    isRead: true,
    names: 'comments',
  },
  insert: { method: 'POST', path: '/entries', body: JSON.stringify({ body: 'An entry' }), names: 'entries' },
  update: { method: 'PATCH', path: '/drafts?id=eq.', body: JSON.stringify({ body: 'A change' }), takesId: true, names: 'drafts' },
  function: { method: 'POST', path: '/rpc/notes_about', body: JSON.stringify({ word: 'Note 7' }), names: 'notes_about' },
})

const cluster = await startTestCluster()
const databases: string[] = []
const children: Child[] = []
try {
  const original = await copyDatabase(cluster.templates.sample)
  const content = await fill(original.url)
  const forLite = await copyDatabase(original.name)
  const only = process.env['ONLY']?.split(',')
  const operations = Object.fromEntries(Object.entries(operationsOf(content)).filter(([name]) => only?.includes(name) ?? true))

  const ours = await startOurs(original.url, content)
  const setup = await learn(ours, operations, content)
  const servers = [
    ours,
    await startBare('bare', original.url, setup, 'off'),
    await startBare('bare, pipelined', original.url, setup, 'on'),
    ...(await startLite(forLite.url, content)),
  ]
  for (const [name, operation] of Object.entries(operations)) await compareAnswers(servers, name, operation, content)
  // Code gets faster while it runs, and the server that is measured first must not be at a disadvantage.
  for (const server of servers) {
    for (const [name, operation] of Object.entries(operations)) await measure(server, name, operation, TOGETHER, content, 0)
  }

  const cells = new Map<string, Measured>()
  for (const [name, operation] of Object.entries(operations)) {
    for (const connections of CONNECTIONS) {
      for (let round = 0; round < ROUNDS; round++) {
        for (const server of servers) {
          const key = keyOf(name, connections, server.name)
          cells.set(key, together(cells.get(key), await measure(server, name, operation, connections, content)))
        }
      }
      if (!operation.isRead) for (const { url } of [original, forLite]) await tidy(url)
    }
  }
  report(cells, Object.keys(operations), servers)
} finally {
  for (const child of children) await child.stop()
  for (const name of databases.toReversed()) await runAdmin(cluster.url, `drop database ${name} with (force)`)
  await cluster.stop()
}

async function copyDatabase(template: string) {
  const name = `bench_rest_${randomBytes(4).toString('hex')}`
  await runAdmin(cluster.url, `create database ${name} template ${template}`)
  databases.push(name)
  return { name, url: withDatabase(cluster.url, name) }
}

async function startOurs(url: string, { person, session }: Content): Promise<Server> {
  const folder = temporaryFolder()
  const site = join(folder, 'site')
  writeTinySite(site)
  const env = { DATABASE_URL: url, DATA_DIR: join(folder, 'data'), SITE_FOLDER: site }
  const profile = process.env['PROFILE'] ? ['--cpu-prof', `--cpu-prof-dir=${process.env['PROFILE']}`] : []
  const child = await startChild('ours.ts', env, profile)
  children.push(child)
  const config = readConfig({ ...env, NODE_ENV: 'production', PORT: String(child.port) })
  const tokens = await createTokens(config)
  const token = await tokens.sign({ sub: person, email: 'someone@example.test', role: 'authenticated', session_id: session }, 3600)
  return { name: 'ours', child, shot: asClient({ apikey: readKeys(config).publishable, authorization: `Bearer ${token}` }) }
}

/** Records the statement that our server sends for each operation, so that the bare handler sends the same. */
async function learn({ child, shot }: Server, operations: Record<string, Operation>, { person, session, drafts }: Content) {
  const [id = ''] = drafts
  const statements: BareSetup['statements'] = {}
  for (const [name, operation] of Object.entries(operations)) {
    await child.ask('record')
    const { status, body } = await shoot(child.port, shot(name, operation, id))
    const asked = await child.ask<Asked[]>('recorded')
    const found = asked.filter(({ text }) => text.includes(`"${operation.names}"`))
    if (!found[0] || found.length > 1) throw new Error(`${name} was answered ${status} ${body} with ${JSON.stringify(asked)}`)
    statements[name] = { ...found[0], id: operation.takesId ? id : undefined, body: operation.body }
  }
  const claims = { sub: person, email: 'someone@example.test', role: 'authenticated', aud: 'authenticated', session_id: session }
  const reads = Object.keys(operations).filter((name) => operations[name]?.isRead)
  return { statements, claims, reads } satisfies BareSetup
}

async function startBare(name: string, url: string, setup: BareSetup, pipeline: 'on' | 'off'): Promise<Server> {
  const env = { BARE_DATABASE_URL: withLogin(url, 'authenticator'), SETUP: JSON.stringify(setup), PIPELINE: pipeline }
  const child = await startChild('bare.ts', env)
  children.push(child)
  return {
    name,
    child,
    shot: (operation, { method, body, takesId }, id) => ({ method, body, path: `/${operation}${takesId ? `/${id}` : ''}` }),
  }
}

/** Installs it for this run only; if that fails, the comparison is skipped with a message. */
async function startLite(url: string, { person, session }: Content): Promise<Server[]> {
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
    children.push(child)
    const token = await new SignJWT({ role: 'authenticated', email: 'someone@example.test', session_id: session })
      .setProtectedHeader({ alg: 'HS256', typ: 'JWT' })
      .setSubject(person)
      .setAudience('authenticated')
      .setIssuedAt()
      .setExpirationTime('1h')
      .sign(Buffer.from(secret))
    return [{ name: 'lite', child, shot: asClient({ apikey, authorization: `Bearer ${token}` }) }]
  } catch (error) {
    const [line] = (error instanceof Error ? error.message : String(error)).split('\n').slice(-1)
    process.stdout.write(`@supabase/lite is left out: ${line}\n\n`)
    return []
  }
}

function asClient(headers: Record<string, string>): Server['shot'] {
  return (_, { method, path, body, takesId }, id) => ({ method, headers, body, path: `/rest/v1${path}${takesId ? id : ''}` })
}

/** A server that gives another answer is not compared. */
async function compareAnswers(servers: Server[], name: string, operation: Operation, { drafts }: Content) {
  const answers: { server: string; rows: string }[] = []
  for (const { name: server, child, shot } of servers) {
    const { status, body } = await shoot(child.port, shot(name, operation, drafts[0] ?? ''))
    if (status >= 300) throw new Error(`${server} answers ${name} with ${status}: ${body}`)
    answers.push({ server, rows: body ? JSON.stringify(withoutTimes(JSON.parse(body))) : '' })
  }
  const different = answers.find(({ rows }) => rows !== answers[0]?.rows)
  if (different) throw new Error(`${different.server} answers ${name} differently: ${different.rows} instead of ${answers[0]?.rows}`)
}

/** The same instant can be written in several ways. */
function withoutTimes(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(withoutTimes)
  if (typeof value === 'string') return /^\d{4}-\d\d-\d\d[T ]/.test(value) ? new Date(value).getTime() : value
  if (typeof value !== 'object' || value === null) return value
  return Object.fromEntries(Object.entries(value).map(([key, each]) => [key, withoutTimes(each)]))
}

function measure(
  { child, shot }: Server,
  name: string,
  operation: Operation,
  connections: number,
  { drafts }: Content,
  measuredMs = MEASURED_MS,
) {
  let turn = 0
  const next = () => shot(name, operation, drafts[turn++ % drafts.length] ?? '')
  return load(child, { connections, warmUpMs: WARM_UP_MS, measuredMs, next })
}

function together(one: Measured | undefined, other: Measured): Measured {
  if (!one) return other
  return {
    latencies: [...one.latencies, ...other.latencies],
    seconds: one.seconds + other.seconds,
    cpuMs: one.cpuMs + other.cpuMs,
  }
}

async function tidy(url: string) {
  await runAdmin(url, 'truncate public.entries')
  await runAdmin(url, 'vacuum public.drafts')
}

function keyOf(operation: string, connections: number, server: string) {
  return `${operation} ${connections} ${server}`
}

function report(cells: Map<string, Measured>, operations: string[], servers: Server[]) {
  const rate = (operation: string, connections: number, server: string) => {
    const { latencies, seconds } = cells.get(keyOf(operation, connections, server)) ?? { latencies: [], seconds: 0 }
    return latencies.length / seconds
  }
  const others = servers.slice(1).map(({ name }) => name)
  const each = operations.flatMap((operation) => CONNECTIONS.map((connections) => ({ operation, connections })))
  const ratio = (operation: string, connections: number, other: string) =>
    (rate(operation, connections, 'ours') / rate(operation, connections, other)).toFixed(2)

  process.stdout.write('Requests per second of ours, divided by those of the others:\n\n')
  printTable(
    each.map(({ operation, connections }) => ({
      operation,
      connections,
      'ours, requests/s': Math.round(rate(operation, connections, 'ours')),
      ...Object.fromEntries(others.map((other) => [`÷ ${other}`, ratio(operation, connections, other)])),
    })),
  )
  process.stdout.write('\n')
  printTable(
    each.flatMap(({ operation, connections }) =>
      servers.map(({ name }) => {
        const { latencies, cpuMs } = cells.get(keyOf(operation, connections, name)) ?? { latencies: [], cpuMs: Number.NaN }
        return {
          operation,
          connections,
          server: name,
          'requests/s': Math.round(rate(operation, connections, name)),
          p50: milliseconds(quantile(latencies, 0.5)),
          p95: milliseconds(quantile(latencies, 0.95)),
          p99: milliseconds(quantile(latencies, 0.99)),
          'CPU of the server per request': milliseconds(cpuMs / latencies.length),
        }
      }),
    ),
  )
  const missed = [
    { other: 'bare', least: 0.7 },
    { other: 'lite', least: 3 },
  ].filter(({ other, least }) => others.includes(other) && Number(ratio('read', TOGETHER, other)) < least)
  for (const { other, least } of missed) process.stdout.write(`\nThe target is missed: read at ${TOGETHER} must be ${least} of ${other}.\n`)
}

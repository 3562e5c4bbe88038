// Compares /rest/v1 with a bare handler that runs the same SQL, with @supabase/lite and with an earlier release, in one run on one
// PostgreSQL. Sixteen people, each with their own network address, take turns, so that limits per person or address have no effect.
// ONLY=read,insert leaves the other operations out; PROFILE=folder writes a CPU profile of our server there.
// BASELINE=folder starts the server of another checkout with its node_modules as well, and WITHOUT=bare,lite leaves servers out.
// ROUNDS (default 2) is the number of turns per server and cell. On a busy machine many short turns (WARM_UP_MS, MEASURED_MS) are more
// reliable.

import { randomBytes } from 'node:crypto'
import { withDatabase } from '../server/postgres/connection.ts'
import { dropDatabase, runAdmin, startTestCluster } from '../server/testing/cluster.ts'
import { load, type Measured, shoot } from './load.ts'
import { quick } from './quick.ts'
import { fill } from './rest/content.ts'
import { OPERATIONS, type Operation } from './rest/operations.ts'
import { learn, type Server, startBare, startLite, startOurs } from './rest/servers.ts'
import { milliseconds, printTable, quantile } from './table.ts'

const CONNECTIONS = quick ? [8] : [1, 8, 64]
// The servers take turns, so that other work on the machine affects all of them.
const ROUNDS = Number(process.env['ROUNDS'] ?? (quick ? 1 : 2))
const WARM_UP_MS = Number(process.env['WARM_UP_MS'] ?? (quick ? 250 : 400))
const MEASURED_MS = Number(process.env['MEASURED_MS'] ?? (quick ? 750 : 1100))
const TOGETHER = 8

const baseline = process.env['BASELINE']
const without = process.env['WITHOUT']?.split(',') ?? []
const only = process.env['ONLY']?.split(',')
const operations = Object.fromEntries(Object.entries(OPERATIONS).filter(([name]) => only?.includes(name) ?? true))

const cluster = await startTestCluster()
const databases: string[] = []
const servers: Server[] = []
try {
  const original = await createDatabase(cluster.templates.sample)
  await fill(original.url)
  const ours = await startOurs('ours', original.url)
  servers.push(ours)
  const written = [original.url]
  if (baseline) {
    const { url } = await createDatabase('template0')
    servers.push(await startOurs('baseline', url, baseline))
    await fill(url)
    written.push(url)
  }
  if (!without.includes('bare')) {
    const setup = await learn(ours, operations)
    for (const [name, pipeline] of [
      ['bare', 'off'],
      ['bare, pipelined', 'on'],
    ] as const)
      servers.push(await startBare(name, original.url, setup, pipeline))
  }
  if (!without.includes('lite')) {
    const { url } = await createDatabase(cluster.templates.sample)
    await fill(url)
    written.push(url)
    servers.push(...(await startLite(url)))
  }
  for (const [name, operation] of Object.entries(operations)) await compareAnswers(name, operation)
  // Warms up all servers, because code gets faster while it runs.
  for (const server of servers) {
    for (const [name, operation] of Object.entries(operations)) await measure(server, name, operation, TOGETHER, 0)
  }

  const cells = new Map<string, Measured>()
  for (const [name, operation] of Object.entries(operations)) {
    for (const connections of CONNECTIONS) {
      for (let round = 0; round < ROUNDS; round++) {
        // Alternates the order, because the machine may get slower or faster during the run.
        for (const server of round % 2 ? servers.toReversed() : servers) {
          const key = keyOf(name, connections, server.name)
          cells.set(key, together(cells.get(key), await measure(server, name, operation, connections)))
        }
      }
      if (!operation.isRead) for (const url of written) await tidy(url)
    }
  }
  report(cells)
} finally {
  for (const { child } of servers) await child.stop()
  for (const name of databases.toReversed()) await dropDatabase(cluster.url, name)
  await cluster.stop()
}

async function createDatabase(template: string) {
  const name = `bench_rest_${randomBytes(4).toString('hex')}`
  await runAdmin(cluster.url, `create database ${name} template ${template}`)
  databases.push(name)
  return { name, url: withDatabase(cluster.url, name) }
}

/** Throws if a server answers differently from the others. */
async function compareAnswers(name: string, operation: Operation) {
  const answers: { server: string; rows: string }[] = []
  for (const server of servers) {
    const { status, body } = await firstAnswer(server, name, operation)
    if (status >= 300) throw new Error(`${server.name} answers ${name} with ${status}: ${body}`)
    answers.push({ server: server.name, rows: body ? JSON.stringify(withoutTimes(JSON.parse(body))) : '' })
  }
  const different = answers.find(({ rows }) => rows !== answers[0]?.rows)
  if (different) throw new Error(`${different.server} answers ${name} differently: ${different.rows} instead of ${answers[0]?.rows}`)
}

/** Retries, because a server that started before its tables were created may not know them yet. */
async function firstAnswer({ child, shot }: Server, name: string, operation: Operation) {
  for (let left = 50; ; left--) {
    const answer = await shoot(child.port, shot(name, operation, 0))
    if (answer.status !== 404 || left === 0) return answer
    await new Promise((resolve) => setTimeout(resolve, 100))
  }
}

/** The same instant can be written in several ways. */
function withoutTimes(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(withoutTimes)
  if (typeof value === 'string') return /^\d{4}-\d\d-\d\d[T ]/.test(value) ? new Date(value).getTime() : value
  if (typeof value !== 'object' || value === null) return value
  return Object.fromEntries(Object.entries(value).map(([key, each]) => [key, withoutTimes(each)]))
}

function measure({ child, shot }: Server, name: string, operation: Operation, connections: number, measuredMs = MEASURED_MS) {
  let turn = 0
  return load(child, { connections, warmUpMs: WARM_UP_MS, measuredMs, next: () => shot(name, operation, turn++) })
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

function report(cells: Map<string, Measured>) {
  const rate = (operation: string, connections: number, server: string) => {
    const { latencies, seconds } = cells.get(keyOf(operation, connections, server)) ?? { latencies: [], seconds: 0 }
    return latencies.length / seconds
  }
  const cpu = (operation: string, connections: number, server: string) => {
    const { latencies, cpuMs } = cells.get(keyOf(operation, connections, server)) ?? { latencies: [], cpuMs: Number.NaN }
    return cpuMs / latencies.length
  }
  const others = servers.slice(1).map(({ name }) => name)
  const each = Object.keys(operations).flatMap((operation) => CONNECTIONS.map((connections) => ({ operation, connections })))
  const ratio = (operation: string, connections: number, other: string) =>
    (rate(operation, connections, 'ours') / rate(operation, connections, other)).toFixed(2)

  process.stdout.write('Requests per second of ours, divided by those of the others:\n\n')
  printTable(
    each.map(({ operation, connections }) => ({
      operation,
      connections,
      'ours, requests/s': Math.round(rate(operation, connections, 'ours')),
      ...Object.fromEntries(others.map((other) => [`÷ ${other}`, ratio(operation, connections, other)])),
      ...(baseline
        ? { 'CPU time ÷ baseline': (cpu(operation, connections, 'ours') / cpu(operation, connections, 'baseline')).toFixed(2) }
        : {}),
    })),
  )
  process.stdout.write('\n')
  printTable(
    each.flatMap(({ operation, connections }) =>
      servers.map(({ name }) => {
        const { latencies } = cells.get(keyOf(operation, connections, name)) ?? { latencies: [] }
        return {
          operation,
          connections,
          server: name,
          'requests/s': Math.round(rate(operation, connections, name)),
          p50: milliseconds(quantile(latencies, 0.5)),
          p95: milliseconds(quantile(latencies, 0.95)),
          p99: milliseconds(quantile(latencies, 0.99)),
          'CPU of the server per request': milliseconds(cpu(operation, connections, name)),
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

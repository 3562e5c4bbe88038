// `npm run prove`: tests the site under load, attacks, crashes and a full disk, in throwaway folders on this machine, and the main
// journeys in other browsers, in at most ten minutes. `npm run prove browsers` runs only the journeys, and `npm run prove cli` only checks
// our configuration with the Supabase CLI. Three parts run only on request: `npm run prove languages` checks the accessibility stories in
// all six languages; `npm run prove call` makes one long call with many faults, in at most fourteen minutes; `npm run prove long` runs the
// tests and stories tagged `long`, which `npm test` leaves out, and a fresh clone as root (see scripts/test.mjs).
// Prints a table. Exits with 1 if an acknowledged change is lost, or if the site was unavailable when it must not be.
import { spawnSync } from 'node:child_process'
import { statSync } from 'node:fs'
import { join } from 'node:path'
import { printTable } from '../bench/table.ts'
import { temporaryFolder } from '../server/testing/cluster.ts'
import { freePort } from '../server/testing/server.ts'
import { runJourneys } from './prove/browsers.ts'
import { proveCalls } from './prove/call.ts'
import { fillDisk } from './prove/full-disk.ts'
import { checkLanguages } from './prove/languages.ts'
import { createCaller, freeTimes, publicKeyOf, signUp } from './prove/people.ts'
import { sendRandomRequests } from './prove/random-requests.ts'
import {
  compareRestored,
  exhaustPool,
  killUnderBookings,
  multiplyingRequest,
  type Row,
  runScript,
  type Scene,
  underLoad,
} from './prove/steps.ts'
import { tryCli } from './prove/supabase-cli.ts'
import { startSupervised } from './prove/supervised-site.ts'
import { ensureBuilt } from './set-up.mjs'

const DEADLINE_MINUTES = process.argv[2] === 'call' ? 14 : 10
const PEOPLE = 8

const rows: Row[] = []
const cleanUps: (() => Promise<void>)[] = []
const onCleanUp = (cleanUp: () => Promise<void>) => void cleanUps.push(cleanUp)

async function proveAll() {
  const dataDir = join(temporaryFolder(), 'data')
  const port = await freePort()
  const site = await startSupervised(dataDir, port)
  onCleanUp(() => site.stop())
  const call = createCaller(site.url, await publicKeyOf(site.url))
  const people = await signUp(call, PEOPLE)
  const times = people[0] ? await freeTimes(call, people[0]) : []
  const scene: Scene = { site, call, people, times, acknowledged: new Map() }

  await note('load', () => underLoad(scene))
  await note('a multiplying request', () => multiplyingRequest(scene))
  await note('many heavy requests', () => exhaustPool(scene))
  await note('kill -9 of the server', () => killUnderBookings(scene, 'server', 2))
  await note('kill -9 of PostgreSQL', () => killUnderBookings(scene, 'postgres', 2))
  await note('backup and restore', () => backUpAndRestore(dataDir, port, scene))
  await note('a full disk', () => fillDisk(onCleanUp))
  await note('random requests', sendRandomRequests)
  await proveCli()
}

async function proveCli() {
  process.stderr.write('· the Supabase CLI\n')
  rows.push(...(await tryCli()))
}

async function proveBrowsers() {
  process.stderr.write('· other browsers\n')
  rows.push(...(await runJourneys(onCleanUp)))
}

async function proveCall() {
  await proveCalls(onCleanUp, (found) => void rows.push(...found))
}

async function backUpAndRestore(dataDir: string, port: number, { site, acknowledged }: Scene) {
  const file = join(temporaryFolder(), 'backup.tar.gz')
  const restored = join(temporaryFolder(), 'data')
  runScript('backup.ts', [file], { DATA_DIR: dataDir })
  runScript('restore.ts', [file], { DATA_DIR: restored })
  // The restored site uses the same address, because tokens contain the address of the site that issued them.
  await site.stop()
  const other = await startSupervised(restored, port)
  onCleanUp(() => other.stop())
  const row = await compareRestored(createCaller(other.url, await publicKeyOf(other.url)), acknowledged, statSync(file).size)
  await other.stop()
  return row
}

async function note(name: string, step: () => Promise<Row>) {
  process.stderr.write(`· ${name}\n`)
  rows.push(
    await step().catch((error: unknown) => ({
      what: name,
      result: 'FAILED' as const,
      measured: error instanceof Error ? error.message : String(error),
    })),
  )
}

async function finish() {
  for (const cleanUp of cleanUps.splice(0).toReversed()) await cleanUp().catch(() => {})
  printTable(rows.map((row) => ({ ...row })))
  process.exit(rows.length > 0 && rows.every(({ result }) => result !== 'FAILED') ? 0 : 1)
}

if (process.argv[2] === 'long')
  process.exit(spawnSync(process.execPath, ['scripts/test.mjs', ...process.argv.slice(2)], { stdio: 'inherit' }).status ?? 1)
if (process.argv[2] !== 'cli') ensureBuilt()
setTimeout(() => {
  rows.push({ what: `everything within ${DEADLINE_MINUTES} minutes`, result: 'FAILED', measured: 'the rest was not tried' })
  void finish()
}, DEADLINE_MINUTES * 60_000).unref()
for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, () => void finish())
const parts: Record<string, () => Promise<void>> = {
  browsers: proveBrowsers,
  call: proveCall,
  cli: proveCli,
  languages: () => note('accessibility in six languages', checkLanguages),
}
const part = parts[process.argv[2] ?? ''] ?? (() => proveAll().then(proveBrowsers))
await part().catch((error: unknown) => {
  rows.push({ what: 'starting', result: 'FAILED', measured: error instanceof Error ? error.message : String(error) })
})
await finish()

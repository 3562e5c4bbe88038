// Runs one long call between two browsers with a series of faults, calls through a relay, and a call in a poor network.
import { spawn, spawnSync } from 'node:child_process'
import { text } from 'node:stream/consumers'
import type { Row } from './steps.ts'

const TIMEOUTS_MS = { 'long-call': 9 * 60_000, relay: 2 * 60_000, 'poor-network': 3 * 60_000 }
type Part = keyof typeof TIMEOUTS_MS

/** `PARTS=relay npm run prove call` runs one part only. `onRows` gets the rows of each part as soon as it ends. */
export async function proveCalls(onCleanUp: (cleanUp: () => Promise<void>) => void, onRows: (rows: Row[]) => void) {
  const wanted = process.env['PARTS']?.split(',')
  const ending = new AbortController()
  for (const part of Object.keys(TIMEOUTS_MS) as Part[]) {
    if (wanted && !wanted.includes(part)) continue
    process.stderr.write(`· ${part}\n`)
    const rows = await run(part, (cleanUp) =>
      onCleanUp(async () => {
        ending.abort()
        await cleanUp()
      }),
    )
    if (ending.signal.aborted) return
    onRows(rows)
  }
}

async function run(part: Part, onCleanUp: (cleanUp: () => Promise<void>) => void): Promise<Row[]> {
  const isApart = part === 'poor-network'
  if (isApart && !mayHaveOwnNetwork())
    return [{ what: 'packet loss and low bandwidth', result: 'left out', measured: 'needs root, for a network namespace of its own' }]
  const command = [process.execPath, 'e2e/long-call/run.ts', part]
  const [program = '', ...parameters] = isApart ? ['unshare', '--net', '--', ...command] : command
  const child = spawn(program, parameters, { stdio: ['ignore', 'pipe', 'inherit'], timeout: TIMEOUTS_MS[part] })
  const ended = new Promise<void>((resolve) => child.once('exit', () => resolve()))
  onCleanUp(async () => {
    child.kill('SIGTERM')
    await ended
  })
  const printed = await text(child.stdout)
  await ended
  return printed ? (JSON.parse(printed) as Row[]) : [{ what: part, result: 'FAILED', measured: 'it ended without a result' }]
}

const mayHaveOwnNetwork = () => spawnSync('unshare', ['--net', '--', 'ip', 'link', 'set', 'lo', 'up']).status === 0

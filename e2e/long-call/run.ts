// Run by `npm run prove call` with the name of a part: prints its results as JSON.
import type { Row } from '../other-browsers/stage.ts'
import { longCall } from './long-call.ts'
import { poorNetwork } from './poor-network.ts'
import { relayedCalls } from './relay.ts'

const cleanUps: (() => Promise<void>)[] = []
const onCleanUp = (cleanUp: () => Promise<void>) => void cleanUps.push(cleanUp)
async function cleanUpAll() {
  for (const each of cleanUps.splice(0).toReversed()) await each().catch(() => {})
}

const PARTS = { 'long-call': longCall, relay: relayedCalls, 'poor-network': poorNetwork }
const [, , part = ''] = process.argv
for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, () => void cleanUpAll().finally(() => process.exit(1)))

async function rowsOf(): Promise<Row[]> {
  try {
    if (!(part in PARTS)) throw new Error(`There is no part "${part}".`)
    return await PARTS[part as keyof typeof PARTS](onCleanUp)
  } catch (error) {
    return [{ what: part, result: 'FAILED', measured: error instanceof Error ? error.message : String(error) }]
  }
}

const rows = await rowsOf()
await cleanUpAll()
process.stdout.write(JSON.stringify(rows), () => process.exit(0))

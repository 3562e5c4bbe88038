// Run by `npm run prove` against the site at SITE_URL: prints its results as JSON.
import { firefoxJourneys } from './firefox.ts'
import { openStage, type Row } from './stage.ts'
import { webkitPages } from './webkit.ts'

const cleanUps: (() => Promise<void>)[] = []
const onCleanUp = (cleanUp: () => Promise<void>) => void cleanUps.push(cleanUp)
const { SITE_URL: url = '', SUPABASE_SECRET_KEY: secretKey = '' } = process.env

async function note(what: string, step: () => Promise<Row>): Promise<Row> {
  process.stderr.write(`· ${what}\n`)
  return step().catch((error: unknown) => ({
    what,
    result: 'FAILED' as const,
    measured: error instanceof Error ? error.message : String(error),
  }))
}

try {
  const stage = await openStage({ url, secretKey }, onCleanUp)
  const rows = [
    await note('the journeys in Firefox', () => firefoxJourneys(stage, onCleanUp)),
    await note('the pages in WebKitGTK', () => webkitPages(stage, onCleanUp)),
  ]
  process.stdout.write(JSON.stringify(rows))
} finally {
  for (const cleanUp of cleanUps.toReversed()) await cleanUp().catch(() => {})
}
process.exit(0)

// Runs the main journeys in other browsers, on a separate site. The journeys are in e2e/, because they use the same people as the stories.
import { spawn } from 'node:child_process'
import { randomBytes } from 'node:crypto'
import { join } from 'node:path'
import { text } from 'node:stream/consumers'
import { temporaryFolder } from '../../server/testing/cluster.ts'
import { freePort } from '../../server/testing/server.ts'
import type { Row } from './steps.ts'
import { startSupervised } from './supervised-site.ts'

const TIMEOUT_MS = 4 * 60_000

export async function runJourneys(onCleanUp: (cleanUp: () => Promise<void>) => void): Promise<Row[]> {
  const secretKey = `sb_secret_${randomBytes(24).toString('base64url')}`
  const environment = { SUPABASE_SECRET_KEY: secretKey, TRUSTED_PROXY: '127.0.0.1' }
  const site = await startSupervised(join(temporaryFolder(), 'data'), await freePort(), environment)
  onCleanUp(() => site.stop())
  const run = spawn(process.execPath, ['e2e/other-browsers/run.ts'], {
    env: { ...process.env, SITE_URL: site.url, SUPABASE_SECRET_KEY: secretKey },
    stdio: ['ignore', 'pipe', 'inherit'],
    timeout: TIMEOUT_MS,
  })
  const printed = await text(run.stdout)
  if (!printed) throw new Error('The journeys in other browsers ended without a result.')
  return JSON.parse(printed) as Row[]
}

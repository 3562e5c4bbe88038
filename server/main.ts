// Starts the parts in order and stops them in the reverse: callers first, the database last.
import { mkdirSync } from 'node:fs'
import { join } from 'node:path'
import { createApp, type Part } from './app.ts'
import { type Config, ConfigError, readConfig } from './config.ts'
import { listen } from './http.ts'
import { createIdentify } from './identity.ts'
import { readKeys } from './keys.ts'
import { createLog } from './log.ts'
import { lockFolder } from './postgres/folder-lock.ts'
import { type Postgres, startPostgres } from './postgres/start.ts'
import { startRest } from './rest/handler.ts'
import { createTokens } from './tokens.ts'
import { createSite } from './web/site.ts'

const ROOT = join(import.meta.dirname, '..')

export interface ServerFolders {
  /** A standard `supabase/` folder. */
  project: string
  /** A built site. */
  site: string
}

const OURS: ServerFolders = { project: join(ROOT, 'supabase'), site: join(ROOT, 'web/dist/client') }

export async function startServer(config: Config, folders = OURS) {
  const log = createLog(config)
  const stops: (() => Promise<void>)[] = []
  const stop = async () => {
    for (const stopPart of stops.splice(0).toReversed()) await stopPart()
  }
  try {
    let postgres: Postgres | undefined
    const parts: Record<string, Part> = {}
    let publicConfig = { supabaseUrl: config.backend?.url ?? config.siteUrl, supabaseKey: config.backend?.publishableKey ?? '' }
    if (!config.backend) {
      // Others may pass through, for PostgreSQL runs as another user when we are root; what is in it is private.
      mkdirSync(config.dataDir, { recursive: true, mode: 0o711 })
      const lock = await lockFolder(config.dataDir)
      stops.push(lock.release)
      postgres = await startPostgres({ config, project: folders.project, log })
      stops.push(postgres.stop)
      const keys = readKeys(config)
      const identify = createIdentify({ keys, tokens: await createTokens(config) })
      const rest = await startRest({ pool: postgres.pool, identify, log })
      stops.push(rest.stop)
      parts['/rest/v1'] = rest.handle
      publicConfig = { ...publicConfig, supabaseKey: keys.publishable }
    }
    const site = createSite({ folder: folders.site, values: publicConfig })
    const app = createApp({ publicConfig, isReady: postgres?.isReady ?? (async () => true), parts, site, log })
    const http = await listen(app.fetch, config)
    stops.push(http.stop)
    return { url: config.siteUrl, demo: postgres?.demo, stop }
  } catch (error) {
    await stop()
    throw error
  }
}

if (import.meta.main) {
  try {
    const server = await startServer(readConfig(process.env))
    for (const signal of ['SIGINT', 'SIGTERM'] as const) {
      process.once(signal, () => void server.stop().then(() => process.exit(0)))
    }
    process.stdout.write([`Ready at ${server.url}`, ...(server.demo ?? []), ''].join('\n'))
  } catch (error) {
    // A person reads this: one sentence. The stack is for faults of ours.
    const isExpected = error instanceof ConfigError || (error instanceof Error && error.constructor === Error)
    process.stderr.write(`${isExpected ? error.message : error instanceof Error ? error.stack : String(error)}\n`)
    process.exit(1)
  }
}

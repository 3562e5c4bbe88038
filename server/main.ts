// Starts everything in order and stops it in reverse: the port first, the database last.
import { join } from 'node:path'
import { isatty } from 'node:tty'
import { createApp, type Endpoint } from './app.ts'
import { type Backend, type Standby, startBackend } from './backend.ts'
import { type AddressOf, createAddressOf } from './client-address.ts'
import { type Config, ConfigError, readConfig } from './config.ts'
import { type Live, listen } from './http.ts'
import { createLog } from './log.ts'
import { keepHeapSmall } from './memory.ts'
import { createMetrics } from './metrics.ts'
import { readProject } from './project.ts'
import { readRoutes } from './web/pages.ts'
import type { AskBackend } from './web/public-data.ts'
import { createSite } from './web/site.ts'
import { startRendering } from './web/start-rendering.ts'

const ROOT = join(import.meta.dirname, '..')
const HEARTBEAT_MS = 1000

export interface ServerFolders {
  /** A standard `supabase/` folder. */
  project: string
  /** The folder of the built site. */
  site: string
}

const OURS: ServerFolders = { project: join(ROOT, 'supabase'), site: join(ROOT, 'web/dist') }

/** If another server serves the database, waits until that one stops, or until `signal` is aborted. */
export async function startServer(config: Config, folders = OURS, standby: Standby = {}) {
  keepHeapSmall()
  const log = createLog(config)
  const project = readProject(folders.project, config)
  const unused = [...config.unusedVariables, ...project.unusedVariables]
  if (unused.length > 0) log.warn(`SUPABASE_URL is set, so these variables have no effect: ${unused.join(', ')}`)
  const stops: (() => Promise<void>)[] = []
  let isDraining = false
  const stop = async () => {
    isDraining = true
    for (const stopPart of stops.splice(0).toReversed()) await stopPart()
  }
  try {
    const backend = config.backend
      ? undefined
      : await startBackend(config, folders.project, project, log, (stopPart) => stops.push(stopPart), standby)
    const publicConfig = {
      supabaseUrl: config.backend?.url ?? config.siteUrl,
      supabaseKey: config.backend?.publishableKey ?? backend?.publishableKey ?? '',
      ...project.flags,
      // The site may show samples only outside production.
      isTriedOut: !config.production,
    }
    const metrics = config.metricsToken === undefined ? undefined : createMetrics(config.metricsToken)
    if (metrics) stops.push(async () => metrics.stop())
    if (metrics && backend) metrics.addSource(backend.samples)
    const addressOf = createAddressOf(config.trustedProxies)
    const rendering = startRendering({
      folder: folders.site,
      routes: readRoutes(folders.site),
      siteUrl: config.siteUrl,
      values: publicConfig,
      ask: askPublicly(publicConfig, backend?.parts['/rest/v1']),
      log,
    })
    if (rendering) stops.push(rendering.stop)
    if (rendering && backend) stops.push(backend.watchPublicData(rendering.invalidate).stop)
    const app = createApp({
      publicConfig,
      // While the server drains, load balancers send no new requests; those that still arrive are answered.
      isReady: async () => !isDraining && (await (backend?.isReady() ?? true)),
      parts: backend?.parts ?? {},
      site: createSite({
        folder: folders.site,
        siteUrl: config.siteUrl,
        production: config.production,
        values: publicConfig,
        frames: project.frames,
        rendered: rendering?.pages,
      }),
      addressOf,
      hasFunction: backend?.hasFunction,
      heldBytes: backend?.heldBytes,
      metrics,
      log,
    })
    const http = await listen(app, config, backend && liveOver(backend.live, addressOf))
    stops.push(http.stop)
    rendering?.warmUp()
    // Functions call this server, so the schedule starts after the port is open and stops before it closes.
    if (backend?.startSchedule) stops.push(backend.startSchedule())
    return { url: config.siteUrl, demo: backend?.demo, notices: [...project.notices, ...(backend?.notices ?? [])], stop }
  } catch (error) {
    await stop()
    throw error
  }
}

const LOOPBACK = '127.0.0.1'

/** Queries the REST API with the public key, without the network if the backend is in this process. */
function askPublicly({ supabaseUrl, supabaseKey }: { supabaseUrl: string; supabaseKey: string }, rest: Endpoint | undefined): AskBackend {
  return async (path, body, signal) => {
    const headers = { apikey: supabaseKey, ...(body !== undefined && { 'content-type': 'application/json' }) }
    const request = new Request(`${supabaseUrl}/rest/v1/${path}`, { headers, signal, ...(body !== undefined && { method: 'POST', body }) })
    return rest ? rest(request, `/${path.replace(/\?.*/, '')}`, LOOPBACK) : fetch(request)
  }
}

/** Adds the client's address to each upgrade. */
export function liveOver(live: Backend['live'], addressOf: AddressOf): Live {
  return {
    upgrade(request, stream, head) {
      const forwarded = request.headers['x-forwarded-for']
      live.upgrade(request, stream, head, addressOf(request.socket.remoteAddress, forwarded === undefined ? null : String(forwarded)))
    },
    closeAll: live.closeAll,
  }
}

if (import.meta.main) await runServer()

async function runServer() {
  let isStopping = false
  const stopped = new AbortController()
  // Exits with 1, so that a supervisor restarts it as a standby.
  const onLost = () => {
    process.stderr.write('Another server has taken over this database; this one stops.\n')
    stop(1)
  }
  const server = Promise.resolve().then(() => startServer(readConfig(process.env), OURS, { signal: stopped.signal, onLost }))
  // A signal may come twice (from the terminal and from the parent process), and during the start.
  const stop = (code: number) => {
    if (isStopping) return
    isStopping = true
    stopped.abort()
    void server.then((started) => started.stop()).finally(() => process.exit(code))
  }
  for (const signal of ['SIGINT', 'SIGTERM'] as const) process.on(signal, () => stop(0))
  // The terminal was closed. A server without a terminal, for example under nohup, keeps running; without a listener Node would exit.
  const hasTerminal = [0, 1, 2].some(isatty)
  process.on('SIGHUP', () => hasTerminal && stop(0))
  // The supervisor restarts a server whose event loop is blocked.
  setInterval(() => process.connected && process.send?.('heartbeat'), HEARTBEAT_MS).unref()
  // The supervising process was killed, so the server stops instead of continuing as an orphan.
  process.on('disconnect', () => stop(0))
  try {
    const { url, demo, notices } = await server
    if (isStopping) return
    process.stdout.write([`Ready at ${url}`, ...notices, ...(demo ?? []), ''].join('\n'))
    process.send?.('ready')
  } catch (error) {
    if (isStopping) return
    // The operator gets one sentence, with a stack only for bugs.
    const isExpected = error instanceof ConfigError || (error instanceof Error && error.constructor === Error)
    process.stderr.write(`${isExpected ? error.message : error instanceof Error ? error.stack : String(error)}\n`)
    process.exit(1)
  }
}

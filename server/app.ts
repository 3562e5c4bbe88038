// Routes a request to the endpoint of the backend or to the site.
import { randomUUID } from 'node:crypto'
import type { HttpBindings } from '@hono/node-server'
import type { Logger } from 'pino'
import type { AddressOf } from './client-address.ts'
import type { HeldBytes } from './held-bytes.ts'
import type { Metrics } from './metrics.ts'
import { echoed } from './request-limits.ts'

export interface AppOptions {
  /** Sent to every browser. */
  publicConfig: PublicConfig
  isReady: () => Promise<boolean>
  /** The endpoints of the backend by path prefix; none if another Supabase is the backend. */
  parts: Record<string, Endpoint>
  site: (request: Request) => Response | Promise<Response>
  addressOf: AddressOf
  /** Whether the database has a public function of that name, which the log may then contain. */
  hasFunction?: ((name: string) => boolean) | undefined
  /** Tracks every response of the backend. */
  heldBytes?: HeldBytes | undefined
  /** Present if an operator has set a token for metrics. */
  metrics?: Metrics | undefined
  log: Logger
}

/** Called with the request, the path after the prefix, and the client's network address. */
export type Endpoint = (request: Request, path: string, address: string) => Promise<Response>

interface PublicConfig {
  supabaseUrl: string
  supabaseKey: string
  /** The project's flags. */
  [flag: string]: string | boolean
}

export type App = (request: Request, environment: Partial<HttpBindings>) => Promise<Response>

export function createApp({
  publicConfig,
  isReady,
  parts,
  site,
  addressOf,
  hasFunction = () => false,
  heldBytes,
  metrics,
  log,
}: AppOptions): App {
  const mounted = Object.entries(parts)
  /** Returns `rest` for paths below `/rest/v1`, and `site` for paths without a prefix. */
  const partOf = (path: string) => mounted.find(([prefix]) => path.startsWith(prefix))?.[0].split('/')[1] ?? 'site'

  async function route(request: Request, path: string, { incoming, outgoing }: Partial<HttpBindings>): Promise<Response> {
    for (const [prefix, part] of mounted) {
      if (!path.startsWith(prefix) || (path.length > prefix.length && path[prefix.length] !== '/')) continue
      const address = addressOf(incoming?.socket.remoteAddress, request.headers.get('x-forwarded-for'))
      if (outgoing) heldBytes?.track(address, outgoing)
      return part(request, path.slice(prefix.length), address)
    }
    if (request.method !== 'GET' && request.method !== 'HEAD') return Response.json({ message: 'Not found' }, { status: 404 })
    if (path === '/healthz') {
      const ready = await isReady()
      return Response.json({ ready }, { status: ready ? 200 : 503, headers: { 'cache-control': 'no-store' } })
    }
    if (path === '/metrics' && metrics) return metrics.handle(request)
    if (path === '/config.json') return Response.json(publicConfig, { headers: { 'cache-control': 'no-cache' } })
    return site(request)
  }

  return async (request, environment) => {
    const id = randomUUID()
    const started = performance.now()
    const { pathname } = new URL(request.url)
    let response: Response
    try {
      response = await route(request, pathname, environment)
    } catch (error) {
      // A client that disconnects in the middle of a request needs no response, and it is not a server error.
      const hasHungUp = environment.incoming?.destroyed === true && !environment.incoming.complete
      log[hasHungUp ? 'debug' : 'error'](
        error instanceof Error ? { id, name: error.name, message: error.message, stack: error.stack } : { id },
        'a request failed',
      )
      response = Response.json({ message: 'Something went wrong on our side.' }, { status: 500 })
    }
    // Set on the outgoing message if possible, because changing the headers of a Response costs more than everything else here.
    if (environment.outgoing) environment.outgoing.setHeader('x-request-id', id)
    else response.headers.set('x-request-id', id)
    const ms = performance.now() - started
    metrics?.observe(partOf(pathname), response.status, ms)
    log.info({ id, method: request.method, path: loggable(pathname, hasFunction), status: response.status, ms: Math.round(ms) })
    return response
  }
}

const CALLS = '/rest/v1/rpc/'

// Deeper segments and the query may name files and people, so they are dropped. The rest is truncated, because callers can invent paths.
function loggable(path: string, hasFunction: (name: string) => boolean) {
  if (path.startsWith(CALLS) && hasFunction(path.slice(CALLS.length))) return path
  return echoed(path.split('/', 4).join('/'))
}

// Request in, Response out: which path goes to which part.
import { randomUUID } from 'node:crypto'
import type { HttpBindings } from '@hono/node-server'
import { type Context, Hono } from 'hono'
import type { Logger } from 'pino'
import type { AddressOf } from './client-address.ts'

export interface AppParts {
  /** What every browser may know. */
  publicConfig: PublicConfig
  isReady: () => Promise<boolean>
  /** The parts of the backend by the path they answer below; none where another Supabase is the backend. */
  parts: Record<string, Part>
  site: (request: Request) => Response
  addressOf: AddressOf
  log: Logger
}

/** Gets the request, the path below its own, and the network address it comes from. */
export type Part = (request: Request, path: string, address: string) => Promise<Response>

export interface PublicConfig {
  supabaseUrl: string
  supabaseKey: string
}

export function createApp({ publicConfig, isReady, parts, site, addressOf, log }: AppParts) {
  const app = new Hono<{ Bindings: Partial<HttpBindings> }>()

  app.use(async (context, next) => {
    const id = randomUUID()
    const started = performance.now()
    await next()
    context.header('x-request-id', id)
    const { method, path } = context.req
    log.info({ id, method, path: loggable(path), status: context.res.status, ms: Math.round(performance.now() - started) })
  })

  app.get('/healthz', async ({ json }) => {
    const ready = await isReady()
    return json({ ready }, ready ? 200 : 503, { 'cache-control': 'no-store' })
  })
  app.get('/config.json', ({ json }) => json(publicConfig, 200, { 'cache-control': 'no-cache' }))
  for (const [prefix, part] of Object.entries(parts)) {
    const answer = ({ req, env }: Context<{ Bindings: Partial<HttpBindings> }>) =>
      part(req.raw, req.path.slice(prefix.length), addressOf(env.incoming?.socket.remoteAddress, req.header('x-forwarded-for') ?? null))
    app.all(prefix, answer).all(`${prefix}/*`, answer)
  }
  app.on(['GET', 'HEAD'], '*', ({ req }) => site(req.raw))

  app.onError((error, { json }) => {
    log.error({ name: error.name, message: error.message, stack: error.stack }, 'a request failed')
    return json({ message: 'Something went wrong on our side.' }, 500)
  })
  app.notFound(({ json }) => json({ message: 'Not found' }, 404))
  return app
}

// Deeper segments and the query hold names of files and people.
function loggable(path: string) {
  return path.split('/').slice(0, 4).join('/')
}

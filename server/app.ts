// Request in, Response out: which path goes to which part.
import { randomUUID } from 'node:crypto'
import { type Context, Hono } from 'hono'
import type { Logger } from 'pino'

export interface AppParts {
  /** What every browser may know. */
  publicConfig: PublicConfig
  isReady: () => Promise<boolean>
  /** The parts of the backend by the path they answer below; none where another Supabase is the backend. */
  parts: Record<string, Part>
  site: (request: Request) => Response
  log: Logger
}

/** Gets the request and the path below its own. */
export type Part = (request: Request, path: string) => Promise<Response>

export interface PublicConfig {
  supabaseUrl: string
  supabaseKey: string
}

export function createApp({ publicConfig, isReady, parts, site, log }: AppParts) {
  const app = new Hono()

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
    const answer = ({ req }: Context) => part(req.raw, req.path.slice(prefix.length))
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

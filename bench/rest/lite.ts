// @supabase/lite on PostgreSQL, served as its documentation describes for Node.
import { join } from 'node:path'
import { serveParent } from './child.ts'

interface Lite {
  App: new (config: object) => { fetch: (request: Request, context: { peerAddress: string | null }) => Promise<Response> }
}
interface LitePostgres {
  createPostgresConnection: (config: object) => unknown
}
interface NodeServer {
  serve: (
    options: {
      port: number
      hostname: string
      fetch: (request: Request, env: { incoming: { socket: { remoteAddress?: string } } }) => Promise<Response>
    },
    ready: () => void,
  ) => void
}

const modules = join(process.env['LITE_FOLDER'] ?? '', 'node_modules')
const load = async <T>(file: string) => (await import(join(modules, file))) as T

const { App } = await load<Lite>('@supabase/lite/dist/index.js')
const { createPostgresConnection } = await load<LitePostgres>('@supabase/lite/dist/db/postgres/PostgresConnection.js')
const { serve } = await load<NodeServer>('@hono/node-server/dist/index.mjs')

const url = process.env['LITE_DATABASE_URL'] ?? ''
const host = decodeURIComponent(new URL(url).hostname)
// Lite's driver ignores the folder of a Unix socket in a URL.
const socket = host.startsWith('/') ? { host, path: `${host}/.s.PGSQL.5432` } : {}

const app = new App({
  connection: createPostgresConnection({ url, postgresOptions: { max: 16, ...socket } }),
  auth: { enabled: true, jwt_secret: process.env['LITE_JWT_SECRET'], publishable_key: process.env['LITE_KEY'] },
})
serve(
  {
    port: Number(process.env['PORT']),
    hostname: '127.0.0.1',
    fetch: (request, { incoming }) => app.fetch(request, { peerAddress: incoming.socket.remoteAddress ?? null }),
  },
  () => serveParent(() => undefined),
)

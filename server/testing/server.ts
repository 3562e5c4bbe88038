// Starts the real server on a free port, with a fresh database for a project folder.
import { randomUUID } from 'node:crypto'
import { createServer } from 'node:net'
import { join } from 'node:path'
import { createClient } from '@supabase/supabase-js'
import { COST, setHashCost } from '../auth/passwords.ts'
import { readConfig } from '../config.ts'
import { readKeys } from '../keys.ts'
import { startServer } from '../main.ts'
import { withLogin } from '../postgres/connection.ts'
import { createTokens } from '../tokens.ts'
import { PROJECTS, type ProjectName, temporaryFolder } from './cluster.ts'
import { emailOf, freshDatabase, idOf, superuser } from './database.ts'
import { writeTinySite } from './tiny-site.ts'

/** The minimum cost of bcrypt. */
const QUICK_COST = 4

interface Options {
  project?: ProjectName
  env?: NodeJS.ProcessEnv
  /** Hashes passwords at full cost. */
  hashesSlowly?: boolean
}

export async function startTestServer({ project = 'sample', env = {}, hashesSlowly = false }: Options = {}) {
  setHashCost(hashesSlowly ? COST : QUICK_COST)
  const database = await freshDatabase(project)
  const folder = temporaryFolder()
  const site = join(folder, 'site')
  writeTinySite(site)
  const config = readConfig({
    PORT: String(await freePort()),
    DATA_DIR: join(folder, 'data'),
    DATABASE_URL: database.url,
    NODE_ENV: 'test',
    // Scheduled functions would change the test's data.
    SCHEDULE: 'off',
    ...env,
  })
  let server = await startServer(config, { project: PROJECTS[project], site })
  const keys = readKeys(config)
  const tokens = await createTokens(config)
  return {
    url: server.url,
    /** The project's messages to the operator at startup. */
    notices: () => server.notices,
    dataDir: config.dataDir,
    /** Logs in as `supabase_replication_admin`. */
    replicationUrl: withLogin(database.url, 'supabase_replication_admin'),
    database,
    keys,
    tokens,
    /** Creates a session for that user and returns its token. */
    async tokenOf(name: string, lifetimeSeconds = 3600) {
      const session = randomUUID()
      await database.keep(superuser, ({ query }) => query('insert into auth.sessions (id, user_id) values ($1, $2)', [session, idOf(name)]))
      const amr = [{ method: 'password', timestamp: Math.floor(Date.now() / 1000) }]
      return tokens.sign({ sub: idOf(name), email: emailOf(name), role: 'authenticated', session_id: session, amr }, lifetimeSeconds)
    },
    /** Restarts the server with the same database and port. */
    async restart() {
      await server.stop()
      server = await startServer(config, { project: PROJECTS[project], site })
    },
    async stop() {
      await server.stop()
      await database.drop()
    },
  }
}

/** Starts the whole server with its own PostgreSQL, like `npm start`. `project` is a standard `supabase/` folder. */
export async function startWhole(dataDir: string, port: number, project: string = PROJECTS.sample, env: NodeJS.ProcessEnv = {}) {
  const config = readConfig({
    DATA_DIR: dataDir,
    PORT: String(port),
    NODE_ENV: 'test',
    SEED: 'none',
    SCHEDULE: 'off',
    AUTH_CONFIRM_EMAIL: 'off',
    ...env,
  })
  const site = join(temporaryFolder(), 'site')
  writeTinySite(site)
  const server = await startServer(config, { project, site })
  const keys = readKeys(config)
  const client = (key = keys.publishable) =>
    createClient(server.url, key, { auth: { persistSession: false, autoRefreshToken: false, detectSessionInUrl: false } })
  return { config, keys, client, stop: server.stop }
}

export async function freePort() {
  const probe = createServer()
  await new Promise<void>((resolve) => probe.listen(0, '127.0.0.1', resolve))
  const address = probe.address()
  await new Promise((resolve) => probe.close(resolve))
  if (typeof address !== 'object' || !address) throw new Error('no free port')
  return address.port
}

// The database of this process: its own PostgreSQL or the one it was given, brought up to date, with a pool that is no superuser.
import { join } from 'node:path'
import pg from 'pg'
import type { Logger } from 'pino'
import type { Config } from '../config.ts'
import type { Sample } from '../metrics.ts'
import { startCluster } from './cluster.ts'
import { withLogin } from './connection.ts'
import { checkExternal } from './external.ts'
import { databaseSamples, poolSamples } from './metrics.ts'
import { migrate } from './migrations.ts'
import { applyPlatform, ensureLogins } from './platform.ts'
import { hasDemoAccounts, seed } from './seed.ts'

export interface Postgres {
  /** Logs in as `authenticator`, who can do nothing but become `anon`, `authenticated` or `service_role`. */
  pool: pg.Pool
  /** Logs in as `supabase_auth_admin`, who owns the accounts and nothing else. */
  accounts: pg.Pool
  /** Logs in as `supabase_replication_admin`, who reads the write-ahead log and can become whom it concerns. */
  replicationUrl: string
  /** Who there is to sign in as, when demo people were asked for. */
  demo: string[] | undefined
  isReady: () => Promise<boolean>
  samples: () => Promise<Sample[]>
  stop: () => Promise<void>
}

type Settings = Pick<Config, 'databaseUrl' | 'dataDir' | 'seed' | 'production'>

/** `project` is a standard `supabase/` folder. */
export async function startPostgres({ config, project, log }: { config: Settings; project: string; log: Logger }): Promise<Postgres> {
  const server = config.databaseUrl
    ? await useExternal(config.databaseUrl)
    : await startCluster({
        folder: join(config.dataDir, 'postgres'),
        onRestart: (reason) => log.error(reason),
        onLog: ({ level, code, message }) => log[level]({ code }, `postgres: ${message}`),
      })
  try {
    const demo = await prepareDatabase({ url: server.url, project, seeded: config.seed === 'demo', production: config.production })
    const pool = new pg.Pool({
      connectionString: withLogin(server.url, 'authenticator'),
      max: 16,
      pipeline: true,
      connectionTimeoutMillis: 10_000,
    })
    const accounts = new pg.Pool({ connectionString: withLogin(server.url, 'supabase_auth_admin'), max: 8 })
    for (const each of [pool, accounts]) {
      each.on('error', (error) => log.warn({ code: 'code' in error ? error.code : undefined }, 'an idle database connection was lost'))
      // One that is lost while in use is told to its queries; unheard, the event besides would end the process.
      each.on('connect', (client) => void client.on('error', () => {}))
    }
    return {
      pool,
      accounts,
      replicationUrl: withLogin(server.url, 'supabase_replication_admin'),
      demo,
      isReady: () => Promise.race([answers(pool), new Promise<boolean>((resolve) => setTimeout(resolve, PATIENCE_MS, false).unref())]),
      samples: async () => [
        ...poolSamples({ requests: pool, accounts }),
        ...(await databaseSamples(withLogin(server.url, 'authenticator')).catch(() => [])),
      ],
      async stop() {
        await Promise.all([pool.end(), accounts.end()])
        await server.stop()
      },
    }
  } catch (error) {
    await server.stop()
    throw error
  }
}

// Who asks whether we are well wants to know soon.
const PATIENCE_MS = 3000

const answers = (pool: pg.Pool) =>
  pool.query('select 1').then(
    () => true,
    () => false,
  )

async function useExternal(url: string) {
  await checkExternal(url)
  return { url, stop: async () => {} }
}

/** Platform, logins, migrations, seed. Several servers may start at once on one database: one does it, the others find it done. */
export async function prepareDatabase({
  url,
  project,
  seeded,
  production,
}: {
  url: string
  project: string
  seeded: boolean
  production: boolean
}) {
  const admin = new pg.Client({ connectionString: url })
  await admin.connect()
  try {
    await admin.query("select pg_advisory_lock(hashtext('prepare database'))")
    const role = await applyPlatform(admin)
    await ensureLogins(admin, url)
    await migrate(admin, { folder: join(project, 'migrations'), role })
    if (production && (await hasDemoAccounts(admin))) {
      throw new Error(
        'This database holds demo accounts, whose passwords everybody knows; production does not start on it. Use a fresh DATA_DIR or database.',
      )
    }
    return seeded ? await seed(admin, { file: join(project, 'seed.sql'), role }) : undefined
  } finally {
    await admin.end()
  }
}

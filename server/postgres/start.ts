// Starts or connects to the database, brings it up to date, and opens a pool without superuser rights.
import { join } from 'node:path'
import pg from 'pg'
import type { Logger } from 'pino'
import type { Config } from '../config.ts'
import type { Sample } from '../metrics.ts'
import { startCluster } from './cluster.ts'
import { withLogin } from './connection.ts'
import { checkExternal } from './external.ts'
import { databaseSamples, poolSamples } from './metrics.ts'
import { migrate, planMigrations } from './migrations.ts'
import { applyPlatform, ensureLogins } from './platform.ts'
import { createPool, createProbe } from './pool.ts'
import { hasDemoAccounts, seed } from './seed.ts'
import { runStartHook } from './start-hook.ts'

/** Connections for requests. server/gate.ts limits how many of them one person and one address may hold. */
const POOL_SIZE = 16
const ACCOUNTS_POOL_SIZE = 8
const CONNECTION_TIMEOUT_MS = 10_000
/** Statements of the auth service take milliseconds. None may hold or await the lock of an account's row for long. */
const ACCOUNTS_TIMEOUTS = { statement_timeout: 8000, lock_timeout: 3000, idle_in_transaction_session_timeout: 5000 }

/** The key of the advisory lock that a server holds while it changes the schema. */
export const PREPARING = "hashtext('prepare database')"

export interface Postgres {
  /** Logs in as `authenticator`, who can only switch to `anon`, `authenticated` or `service_role`. */
  pool: pg.Pool
  /** Logs in as `supabase_auth_admin`, who owns the accounts and nothing else. */
  accounts: pg.Pool
  /** Logs in as `supabase_replication_admin`, who reads the write-ahead log and can switch to its readers' roles. */
  replicationUrl: string
  /** The available demo accounts, if they were requested. */
  demo: string[] | undefined
  /** Messages from the project to the operator. */
  notices: string[]
  isReady: () => Promise<boolean>
  samples: () => Promise<Sample[]>
  stop: () => Promise<void>
}

/** Wraps changes to the schema or history of an existing database, and is called before any change. `version` is the newest applied one. */
export type AroundUpgrade = (database: { url: string; version: string }, upgrade: () => Promise<void>) => Promise<void>

type Settings = Pick<Config, 'databaseUrl' | 'dataDir' | 'seed' | 'production'>

interface Parts {
  config: Settings
  /** A standard `supabase/` folder. */
  project: string
  /** The variables that the project declares, with their values. */
  variables?: Record<string, string>
  aroundUpgrade: AroundUpgrade
  log: Logger
}

export async function startPostgres({ config, project, variables = {}, aroundUpgrade, log }: Parts): Promise<Postgres> {
  const server = config.databaseUrl
    ? await useExternal(config.databaseUrl)
    : await startCluster({
        folder: join(config.dataDir, 'postgres'),
        onRestart: (reason) => log.error(reason),
        onLog: ({ level, code, message }) => log[level]({ code }, `postgres: ${message}`),
      })
  try {
    const demo = await prepareDatabase({
      url: server.url,
      project,
      seeded: config.seed === 'demo',
      production: config.production,
      aroundUpgrade,
    })
    const notices = await runStartHook(server.url, config.production, variables)
    const connectionString = withLogin(server.url, 'authenticator')
    const pool = createPool({ connectionString, max: POOL_SIZE, pipeline: true, connectionTimeoutMillis: CONNECTION_TIMEOUT_MS }, log)
    const accounts = createPool(
      { connectionString: withLogin(server.url, 'supabase_auth_admin'), max: ACCOUNTS_POOL_SIZE, ...ACCOUNTS_TIMEOUTS },
      log,
    )
    const probe = createProbe({ connectionString }, log)
    return {
      pool,
      accounts,
      replicationUrl: withLogin(server.url, 'supabase_replication_admin'),
      demo,
      notices,
      isReady: probe.isReady,
      samples: async () => [
        ...poolSamples({ requests: pool, accounts }),
        ...(await databaseSamples(withLogin(server.url, 'authenticator')).catch(() => [])),
      ],
      async stop() {
        await Promise.all([pool.end(), accounts.end(), probe.stop()])
        await server.stop()
      },
    }
  } catch (error) {
    await server.stop()
    throw error
  }
}

async function useExternal(url: string) {
  await checkExternal(url)
  return { url, stop: async () => {} }
}

/**
 * Applies platform, logins, migrations and seed. If several servers start at once on one database, one does it and the others find it done.
 */
export async function prepareDatabase({
  url,
  project,
  seeded,
  production,
  aroundUpgrade = (_, upgrade) => upgrade(),
}: {
  url: string
  project: string
  seeded: boolean
  production: boolean
  aroundUpgrade?: AroundUpgrade
}) {
  const folder = join(project, 'migrations')
  const admin = new pg.Client({ connectionString: url })
  await admin.connect()
  try {
    await admin.query(`select pg_advisory_lock(${PREPARING})`)
    let role = ''
    const upgrade = async () => {
      role = await applyPlatform(admin)
      await ensureLogins(admin, url)
      await migrate(admin, { folder, role })
    }
    const { newest, pending, adopted } = await planMigrations(admin, folder)
    // A database without a version is new, so there is nothing to back up.
    if (newest && (pending.length || adopted.length)) await aroundUpgrade({ url, version: newest }, upgrade)
    else await upgrade()
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

// `node scripts/run.mjs scripts/yardsticks/postgrest-js.ts <checkout of supabase-js>`: runs the unmodified tests of postgrest-js against
// server/rest, with their schema and seed in a throwaway database, and with Vitest instead of Jest.
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { existsSync, mkdirSync, readFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import pg from 'pg'
import { pino } from 'pino'
import { listen } from '../../server/http.ts'
import { startCluster } from '../../server/postgres/cluster.ts'
import { withLogin } from '../../server/postgres/connection.ts'
import { createPool } from '../../server/postgres/pool.ts'
import { prepareDatabase } from '../../server/postgres/start.ts'
import { startRest } from '../../server/rest/handler.ts'
import { temporaryFolder } from '../../server/testing/cluster.ts'

/** The port that the tests expect. */
const PORT = 54321
const ROOT = join(import.meta.dirname, '../..')
const suite = join(resolve(process.argv[2] ?? ''), 'packages/core/postgrest-js')

if (!process.argv[2] || !existsSync(join(suite, 'test/supabase/migrations'))) {
  process.stderr.write('Give the folder of a checkout of supabase-js; docs/compatibility.md names the commit.\n')
  process.exit(1)
}

const folder = temporaryFolder()
// One snapshot is a query plan, which depends on these two settings of the original database.
const cluster = await startCluster({
  folder: join(folder, 'postgres'),
  settings: ['fsync=off', 'compute_query_id=on', 'effective_cache_size=128MB'],
})
try {
  await fillDatabase(cluster.url)
  process.exitCode = await runTests(cluster.url)
} finally {
  await cluster.stop()
}

async function fillDatabase(url: string) {
  const project = join(folder, 'project')
  mkdirSync(join(project, 'migrations'), { recursive: true })
  await prepareDatabase({ url, project, seeded: false, production: false })
  const admin = new pg.Client({ connectionString: url })
  await admin.connect()
  // PostGIS is not available, so one table has a text column instead of a point.
  const read = (file: string) => readFileSync(join(suite, 'test/supabase', file), 'utf8')
  const schema = read('migrations/00000000000000_schema.sql')
    .replace(/^create extension if not exists postgis.*$/m, '')
    .replace('extensions.geometry(POINT, 4326)', 'text')
  // The settings need a superuser. The role that runs migrations does everything else.
  const [settings = '', ...tables] = schema.split(/^(?=-- Create a second schema)/m)
  await admin.query(settings)
  await admin.query(
    `set role postgres; ${tables.join('')}; ${read('seed.sql')}; reset role; grant usage on schema personal to authenticator`,
  )
  await admin.end()
}

async function runTests(url: string) {
  const log = pino({ level: 'warn' })
  const pool = createPool({ connectionString: withLogin(url, 'authenticator'), max: 16, pipeline: true }, log)
  const rest = await startRest({
    pool,
    // The tests send no API key, because the gateway of the Supabase CLI adds one.
    identify: async () => ({ role: 'anon', claims: { role: 'anon' }, sessionId: undefined }),
    schemas: ['public', 'personal'],
    rateLimitFactor: 0,
    log,
  })
  const answer = (request: Request) => rest.handle(request, new URL(request.url).pathname.slice('/rest/v1'.length), '127.0.0.1')
  const http = await listen(answer, { host: '127.0.0.1', port: PORT })
  const config = join(import.meta.dirname, 'vitest.config.ts')
  const vitest = spawn(process.execPath, [join(ROOT, 'node_modules/vitest/vitest.mjs'), 'run', '--config', config, '--root', suite], {
    stdio: 'inherit',
  })
  const [code] = await once(vitest, 'exit')
  await http.stop()
  await rest.stop()
  await pool.end()
  return Number(code ?? 1)
}

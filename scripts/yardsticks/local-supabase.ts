// `node scripts/run.mjs scripts/yardsticks/local-supabase.ts [project folder] [SQL file …]`: imitates a local Supabase for upstream test
// suites, until Ctrl+C. A superuser runs the SQL files. docs/compatibility.md has the commands of each suite.
import { readFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import pg from 'pg'
import { readConfig } from '../../server/config.ts'
import { readKeys } from '../../server/keys.ts'
import { startServer } from '../../server/main.ts'
import { startCluster } from '../../server/postgres/cluster.ts'
import { temporaryFolder } from '../../server/testing/cluster.ts'
import { writeTinySite } from '../../server/testing/tiny-site.ts'
import { startGateway } from './gateway.ts'

/** The port that the tests expect, and one for the server behind the gateway. */
const [PORT, SERVER_PORT] = [54321, 54331]
const ROOT = join(import.meta.dirname, '../..')
const [project = join(ROOT, 'server/testing/project'), ...seeds] = process.argv.slice(2)

const folder = temporaryFolder()
const site = join(folder, 'site')
writeTinySite(site)
const cluster = await startCluster({ folder: join(folder, 'postgres'), settings: ['fsync=off', 'wal_level=logical'] })
const config = readConfig({
  AUTH_CONFIRM_EMAIL: 'off',
  ...process.env,
  PORT: String(SERVER_PORT),
  DATA_DIR: join(folder, 'data'),
  DATABASE_URL: cluster.url,
  SEED: 'none',
  SCHEDULE: 'off',
  RATE_LIMITS: 'off',
})
const server = await startServer(config, { project: resolve(project), site })
for (const file of seeds) await run(readFileSync(file, 'utf8'))
const keys = readKeys(config)
const gateway = await startGateway({ port: PORT, serverPort: SERVER_PORT, keys })
process.stdout.write(
  `http://127.0.0.1:${PORT} is ready.\nDATABASE_URL=${cluster.url}\nPublishable key: ${keys.publishable}\nSecret key: ${keys.secret}\n`,
)
for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, () => void stop())

async function run(sql: string) {
  const admin = new pg.Client({ connectionString: cluster.url })
  await admin.connect()
  await admin.query(`set search_path = public, extensions; ${sql}`)
  await admin.query("notify pgrst, 'reload schema'")
  await admin.end()
}

async function stop() {
  gateway.close()
  await server.stop()
  await cluster.stop()
}

// `npm run db:reset`: deletes the development database; the next start creates a new one. Refused in production and while a server runs.
import { existsSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { readConfig } from '../server/config.ts'
import { startCluster } from '../server/postgres/cluster.ts'
import { lockFolder } from '../server/postgres/folder-lock.ts'

try {
  const config = readConfig(process.env)
  if (config.production) throw new Error('This is production (NODE_ENV, HOST or SITE_URL): its database is not reset.')
  if (config.databaseUrl || config.backend) throw new Error('Only the embedded database can be reset; DATABASE_URL or SUPABASE_URL is set.')
  if (existsSync(config.dataDir)) {
    await lockFolder(config.dataDir)
    // Starting the cluster once stops the orphan of a killed run and finds the cluster's actual location.
    const cluster = await startCluster({ folder: join(config.dataDir, 'postgres') })
    await cluster.stop()
    rmSync(cluster.home, { recursive: true, force: true })
  }
  process.stdout.write('The database is deleted; the next "npm start" creates a new one.\n')
  process.exit(0)
} catch (error) {
  process.stderr.write(`${error instanceof Error ? error.message : String(error)}\n`)
  process.exit(1)
}

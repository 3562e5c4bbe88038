// Run by scripts/start.mjs after a crash that it does not recover from: a server that crashed leaves its PostgreSQL running.
import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { readConfig } from '../config.ts'
import { stopOrphanedCluster } from './cluster.ts'
import { lockFolder } from './folder-lock.ts'

const { dataDir } = readConfig(process.env)
if (existsSync(dataDir)) {
  // Another server that runs on this folder keeps its database: then the lock is refused.
  const lock = await lockFolder(dataDir)
  await stopOrphanedCluster(join(dataDir, 'postgres'))
  await lock.release()
}

// Run by scripts/start.mjs after a crash without recovery, because a crashed server leaves its PostgreSQL running.
import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { readConfig } from '../config.ts'
import { stopOrphanedCluster } from './cluster.ts'
import { lockFolder } from './folder-lock.ts'

const { dataDir } = readConfig(process.env)
if (existsSync(dataDir)) {
  // If another server uses this folder, the lock is refused and its database keeps running.
  const lock = await lockFolder(dataDir)
  await stopOrphanedCluster(join(dataDir, 'postgres'))
  await lock.release()
}

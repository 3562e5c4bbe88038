// The whole server in its own process, which also reports its memory.
import { join } from 'node:path'
import { readConfig } from '../../server/config.ts'
import { startServer } from '../../server/main.ts'
import { PROJECTS, temporaryFolder } from '../../server/testing/cluster.ts'
import { writeTinySite } from '../../server/testing/tiny-site.ts'
import { serveParent } from '../rest/child.ts'

export interface Usage {
  /** The resident memory of the process, and the part that is in use. */
  memoryBytes: number
  usedBytes: number
  cpuMs: number
}

const site = join(temporaryFolder(), 'site')
writeTinySite(site)
await startServer(readConfig(process.env), { project: PROJECTS.sample, site })

serveParent((question): Usage => {
  if (question === 'memory') globalThis.gc?.()
  const { user, system } = process.cpuUsage()
  const { rss, heapUsed, external } = process.memoryUsage()
  return { memoryBytes: rss, usedBytes: heapUsed + external, cpuMs: (user + system) / 1000 }
})

// Runs the server with a tiny site in its own process, for tests of its log, memory, crashes and processor time. The argument `product`
// selects that project instead of the sample.
import { join } from 'node:path'
import { readConfig } from '../config.ts'
import { startServer } from '../main.ts'
import { PROJECTS } from './cluster.ts'
import { writeTinySite } from './tiny-site.ts'

/** The response to the message `usage`. */
export interface Usage {
  /** Total processor time of the main thread. */
  cpuMs: number
  residentMb: number
}

const config = readConfig({ SCHEDULE: 'off', ...process.env })
const project = process.argv[2] === 'product' ? PROJECTS.product : PROJECTS.sample
const site = join(config.dataDir, '../site')
writeTinySite(site, { languages: ['en', 'fr'], app: ['/rooms/:room', '/rooms/:room/:chair'] })
await startServer(config, { project, site })
process.on('message', (message) => {
  if (message !== 'usage') return
  const { user, system } = process.threadCpuUsage()
  process.send?.({ cpuMs: (user + system) / 1000, residentMb: process.memoryUsage.rss() / 1024 / 1024 } satisfies Usage)
})
process.stdout.write('Ready\n')

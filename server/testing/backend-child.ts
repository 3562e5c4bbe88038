// Runs the backend without a site in a process of its own, for tests of its log, its memory and its crashes. The argument `product` makes it
// run that project instead of the sample.
import { createApp } from '../app.ts'
import { startBackend } from '../backend.ts'
import { createAddressOf } from '../client-address.ts'
import { readConfig } from '../config.ts'
import { listen } from '../http.ts'
import { createLog } from '../log.ts'
import { keepHeapSmall } from '../memory.ts'
import { readProject } from '../project.ts'
import { PROJECTS } from './cluster.ts'

keepHeapSmall()
const config = readConfig(process.env)
const log = createLog(config)
const project = process.argv[2] === 'product' ? PROJECTS.product : PROJECTS.sample
const { publishableKey, isReady, parts } = await startBackend(config, project, readProject(project, config), log, () => {})
const app = createApp({
  publicConfig: { supabaseUrl: config.siteUrl, supabaseKey: publishableKey },
  isReady,
  parts,
  site: () => new Response(),
  addressOf: createAddressOf(config.trustedProxies),
  log,
})
await listen(app, config)
process.stdout.write('Ready\n')

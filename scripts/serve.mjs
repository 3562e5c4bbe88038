// Serves the installed and built site, and restarts the server when it crashes. A release starts with this script.
import { environment, node24, root, runNode } from './set-up.mjs'
import { supervise } from './supervise.mjs'

const code = await supervise({
  program: node24(),
  // By default V8 lets the young generation grow to four times this size under load, which makes nothing faster here.
  args: ['--max-semi-space-size=8', 'server/main.ts'],
  options: { cwd: root, env: environment() },
  // Stops the database that a crashed server left running.
  afterCrash: () => runNode(['server/postgres/stop-orphan.ts']),
})
process.exit(code)

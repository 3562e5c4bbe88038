// `npm start`: installs, builds, serves, and starts the server again when it crashes.
import { ensureBuilt, ensureInstalled, environment, node24, root, runNode } from './set-up.mjs'
import { supervise } from './supervise.mjs'

ensureInstalled()
ensureBuilt()
// When npm is killed, its shell passes no signal on: an orphaned process stops instead of running on unnoticed.
const parent = process.ppid
setInterval(() => process.ppid !== parent && process.kill(process.pid, 'SIGTERM'), 500).unref()
const code = await supervise({
  program: node24(),
  // Under load V8 would let the young generation grow to four times this size, which makes nothing here faster.
  args: ['--max-semi-space-size=8', 'server/main.ts'],
  options: { cwd: root, env: environment() },
  // A server that crashed could not stop its database.
  afterCrash: () => runNode(['server/postgres/stop-orphan.ts']),
})
process.exit(code)

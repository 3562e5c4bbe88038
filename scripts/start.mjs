// `npm start`: installs, builds, serves, and starts the server again when it crashes.
import { ensureBuilt, ensureInstalled, environment, node24, root, runNode } from './set-up.mjs'
import { supervise } from './supervise.mjs'

ensureInstalled()
ensureBuilt()
// When npm itself is killed, its shell passes nothing on; an orphan stops instead of running on unseen.
const parent = process.ppid
setInterval(() => process.ppid !== parent && process.kill(process.pid, 'SIGTERM'), 500).unref()
const code = await supervise({
  program: node24(),
  // V8 would let the space for new objects grow to four times as much under load, which nothing here is faster for.
  args: ['--max-semi-space-size=8', 'server/main.ts'],
  options: { cwd: root, env: environment() },
  // A server that crashed could not stop its database.
  afterCrash: () => runNode(['server/postgres/stop-orphan.ts']),
})
process.exit(code)

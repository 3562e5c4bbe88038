// Serves what is installed and built, and starts the server again when it crashes. A release runs nothing else.
import { environment, node24, root, runNode } from './set-up.mjs'
import { supervise } from './supervise.mjs'

const code = await supervise({
  program: node24(),
  // Under load V8 would let the young generation grow to four times this size, which makes nothing here faster.
  args: ['--max-semi-space-size=8', 'server/main.ts'],
  options: { cwd: root, env: environment() },
  // A server that crashed could not stop its database.
  afterCrash: () => runNode(['server/postgres/stop-orphan.ts']),
})
process.exit(code)

// Serves what is installed and built, and starts the server again when it crashes.
import { environment, node24, root, runNode } from './set-up.mjs'
import { supervise } from './supervise.mjs'

/** Resolves with the exit code for this process. */
export function serve() {
  return supervise({
    program: node24(),
    // Under load V8 would let the young generation grow to four times this size, which makes nothing here faster.
    args: ['--max-semi-space-size=8', 'server/main.ts'],
    options: { cwd: root, env: environment() },
    // A server that crashed could not stop its database.
    afterCrash: () => runNode(['server/postgres/stop-orphan.ts']),
  })
}

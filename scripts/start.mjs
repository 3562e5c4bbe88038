// `npm start`: installs, builds, serves.
import { spawn } from 'node:child_process'
import { ensureBuilt, ensureInstalled, environment, node24, root } from './set-up.mjs'

ensureInstalled()
ensureBuilt()
const server = spawn(node24(), ['server/main.ts'], { cwd: root, stdio: 'inherit', env: environment() })
// A terminal's Ctrl+C reaches the server as well; a second signal does it no harm.
for (const signal of ['SIGINT', 'SIGTERM']) process.on(signal, () => server.kill(signal))
// When npm itself is killed, its shell passes nothing on; an orphan stops instead of going on unseen.
const parent = process.ppid
setInterval(() => process.ppid !== parent && server.kill('SIGTERM'), 500).unref()
server.once('exit', (code, signal) => process.exit(code ?? (signal ? 1 : 0)))

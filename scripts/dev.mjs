// `npm run dev`: serves the site with hot reload on PORT, and restarts the backend on the next port after changes.
import { spawn } from 'node:child_process'
import { createServer } from 'node:net'
import { join } from 'node:path'
import { ensureBuilt, ensureInstalled, environment, node24, root } from './set-up.mjs'
import { watchFolders } from './watch-folders.mjs'

const port = Number(process.env.PORT ?? 3000)
const backendPort = port + 1
for (const each of [port, backendPort])
  if (!(await isFree(each))) {
    const needs = `npm run dev needs two ports, ${port} for the site and ${backendPort} for the backend`
    process.stderr.write(`Port ${each} is in use; ${needs}. Set PORT to another one.\n`)
    process.exit(1)
  }
ensureInstalled()
ensureBuilt()

const site = `http://127.0.0.1:${port}`
const run = (args, env) => spawn(node24(), args, { cwd: root, stdio: 'inherit', env: environment(env) })
const vite = run(['node_modules/vite/bin/vite.js', 'web', '--host', '127.0.0.1', '--port', String(port), '--strictPort'], {
  BACKEND_URL: `http://127.0.0.1:${backendPort}`,
})
let backend = startBackend()
let isStopping = false
let isRestarting = false
const watcher = watchFolders([join(root, 'server'), join(root, 'supabase')], () => void restart())

for (const signal of ['SIGINT', 'SIGTERM']) process.on(signal, () => stop(signal))
vite.once('exit', (code) => {
  process.exitCode = code ?? 0
  stop('SIGTERM')
})

/** A backend that exits by itself has printed the reason. It starts again at the next change. */
function startBackend() {
  return run(['server/main.ts'], { PORT: String(backendPort), SITE_URL: site })
}

async function restart() {
  // The next start already includes changes that arrive during the stop.
  if (isRestarting || isStopping) return
  isRestarting = true
  process.stdout.write('· restarting the backend\n')
  await end(backend)
  isRestarting = false
  if (!isStopping) backend = startBackend()
}

async function end(child) {
  if (child.exitCode !== null || child.signalCode !== null) return
  const ended = new Promise((resolve) => child.once('exit', resolve))
  child.kill('SIGTERM')
  await ended
}

function stop(signal) {
  isStopping = true
  watcher.stop()
  for (const child of [vite, backend]) child.kill(signal)
}

function isFree(number) {
  return new Promise((resolve) => {
    const probe = createServer()
    probe.once('error', () => resolve(false))
    probe.listen(number, '127.0.0.1', () => probe.close(() => resolve(true)))
  })
}

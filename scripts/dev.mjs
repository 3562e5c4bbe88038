// `npm run dev`: serves the site with hot reload on PORT, and restarts the backend behind it on changes.
import { spawn } from 'node:child_process'
import { ensureBuilt, ensureInstalled, environment, node24, root } from './set-up.mjs'

ensureInstalled()
ensureBuilt()
const port = Number(process.env.PORT ?? 3000)
const site = `http://127.0.0.1:${port}`
const backend = `http://127.0.0.1:${port + 1}`
const run = (args, env) => spawn(node24(), args, { cwd: root, stdio: 'inherit', env: environment(env) })
const children = [
  run(['--watch-path=server', '--watch-path=supabase', '--watch-preserve-output', 'server/main.ts'], {
    PORT: String(port + 1),
    SITE_URL: site,
  }),
  run(['node_modules/vite/bin/vite.js', 'web', '--host', '127.0.0.1', '--port', String(port)], { BACKEND_URL: backend }),
]
const stop = (signal) => children.forEach((child) => child.kill(signal))
for (const signal of ['SIGINT', 'SIGTERM']) process.on(signal, () => stop(signal))
for (const child of children)
  child.once('exit', (code) => {
    stop('SIGTERM')
    process.exitCode = code ?? 0
  })

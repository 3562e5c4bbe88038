// `npm start`: installs, builds, and serves.
import { ensureBuilt, ensureInstalled } from './set-up.mjs'
import { stopWithNpm } from './supervise.mjs'

stopWithNpm()
ensureInstalled()
ensureBuilt()
await import('./serve.mjs')

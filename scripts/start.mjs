// `npm start`: installs the packages, builds the site, and serves it.
import { ensureBuilt, ensureInstalled } from './set-up.mjs'
import { stopWithNpm } from './supervise.mjs'

stopWithNpm()
ensureInstalled()
ensureBuilt()
await import('./serve.mjs')

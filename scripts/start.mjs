// `npm start`: installs, builds, and serves.
import { serve } from './serve.mjs'
import { ensureBuilt, ensureInstalled } from './set-up.mjs'
import { stopWithNpm } from './supervise.mjs'

stopWithNpm()
ensureInstalled()
ensureBuilt()
process.exit(await serve())

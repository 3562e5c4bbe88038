// `node scripts/run.mjs file.ts …`: runs one of our TypeScript programs on Node 24, after the set-up.
import { ensureInstalled, runNode } from './set-up.mjs'

ensureInstalled()
process.exit(runNode(process.argv.slice(2)).status ?? 1)

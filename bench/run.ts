// `npm run bench [-- name …]`: runs all measurements of this folder, or the named ones. Each prints a table.
// QUICK=1 shortens them, to check that they work.
import { readdirSync } from 'node:fs'
import { join } from 'node:path'

const asked = process.argv.slice(2)
const names = readdirSync(import.meta.dirname)
  .filter((file) => file.endsWith('.bench.ts'))
  .map((file) => file.replace('.bench.ts', ''))
const unknown = asked.filter((name) => !names.includes(name))
if (unknown.length) {
  process.stderr.write(`There is no measurement called ${unknown.join(', ')}; there are: ${names.join(', ')}.\n`)
  process.exit(1)
}
for (const name of asked.length ? asked : names) {
  process.stdout.write(`\n## ${name}\n\n`)
  await import(join(import.meta.dirname, `${name}.bench.ts`))
}
process.exit(0)

// `npm run types`: generates database.types.ts, in the form of `supabase gen types`, and the current schema in docs/schema from the
// migrations. `--check` only compares them.
import { globSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { generateTypescript, sortGeneratorMetadata } from '@supabase/postgrest-typegen/generation'
import { introspect } from '@supabase/postgrest-typegen/introspection'
import pg from 'pg'
import { withDatabase } from '../server/postgres/connection.ts'
import { PROJECTS, startTestCluster } from '../server/testing/cluster.ts'
import { describeSchema } from './schema.ts'

const ROOT = join(import.meta.dirname, '..')
const TYPES = 'supabase/functions/_shared/database.types.ts'
const SCHEMA = 'docs/schema'

const fresh = await generate()
const found = [TYPES, ...globSync(`${SCHEMA}/*.sql`, { cwd: ROOT })]
if (!process.argv.includes('--check')) {
  mkdirSync(join(ROOT, SCHEMA), { recursive: true })
  for (const file of found) rmSync(join(ROOT, file))
  for (const [file, text] of fresh) writeFileSync(join(ROOT, file), text)
} else {
  const stale = [...new Set([...fresh.keys(), ...found])].filter(
    (file) => !found.includes(file) || readFileSync(join(ROOT, file), 'utf8') !== fresh.get(file),
  )
  for (const file of stale) process.stderr.write(`${file} is older than the migrations; run "npm run types".\n`)
  if (stale.length) process.exitCode = 1
}

/** The generated texts by path. */
async function generate() {
  const cluster = await startTestCluster()
  const connectionString = withDatabase(cluster.url, cluster.templates.product)
  const pool = new pg.Pool({ connectionString })
  const client = new pg.Client({ connectionString })
  try {
    const metadata = await introspect(pool, { includedSchemas: ['public'] })
    const types = await generateTypescript(sortGeneratorMetadata(metadata), { postgrestVersion: '13' })
    await client.connect()
    const schema = await describeSchema(client, PROJECTS.product)
    return new Map([[TYPES, types], ...[...schema].map(([entity, text]): [string, string] => [`${SCHEMA}/${entity}.sql`, text])])
  } finally {
    await pool.end()
    await client.end()
    await cluster.stop()
  }
}

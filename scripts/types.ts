// `npm run types`: generates database.types.ts from the migrations, in the form of `supabase gen types`. `--check` only compares.
import { readFileSync, writeFileSync } from 'node:fs'
import { join, relative } from 'node:path'
import { generateTypescript, sortGeneratorMetadata } from '@supabase/postgrest-typegen/generation'
import { introspect } from '@supabase/postgrest-typegen/introspection'
import pg from 'pg'
import { withDatabase } from '../server/postgres/connection.ts'
import { startTestCluster } from '../server/testing/cluster.ts'

const ROOT = join(import.meta.dirname, '..')
const FILE = join(ROOT, 'supabase/functions/_shared/database.types.ts')

const fresh = await generate()
if (!process.argv.includes('--check')) {
  writeFileSync(FILE, fresh)
} else if (readFileSync(FILE, 'utf8') !== fresh) {
  process.stderr.write(`${relative(ROOT, FILE)} is older than the migrations; run "npm run types".\n`)
  process.exitCode = 1
}

async function generate() {
  const cluster = await startTestCluster()
  const pool = new pg.Pool({ connectionString: withDatabase(cluster.url, cluster.templates.product) })
  try {
    const metadata = await introspect(pool, { includedSchemas: ['public'] })
    return await generateTypescript(sortGeneratorMetadata(metadata), { postgrestVersion: '13' })
  } finally {
    await pool.end()
    await cluster.stop()
  }
}

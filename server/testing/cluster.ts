// One PostgreSQL for a whole test run, with a template database for each project folder.
import { randomBytes } from 'node:crypto'
import { chmodSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import pg from 'pg'
import { startCluster } from '../postgres/cluster.ts'
import { withDatabase } from '../postgres/connection.ts'
import { checkExternal } from '../postgres/external.ts'
import { prepareDatabase } from '../postgres/start.ts'

const ROOT = join(import.meta.dirname, '../..')

export const PROJECTS = {
  product: join(ROOT, 'supabase'),
  sample: join(import.meta.dirname, 'project'),
}
export type ProjectName = keyof typeof PROJECTS

export interface TestCluster {
  url: string
  templates: Record<ProjectName, string>
  stop: () => Promise<void>
}

/** Uses the PostgreSQL of DATABASE_URL if that is set, and otherwise starts one. */
export async function startTestCluster(): Promise<TestCluster> {
  const server = process.env['DATABASE_URL'] ? await useExternal(process.env['DATABASE_URL']) : await startThrowaway()
  const run = randomBytes(4).toString('hex')
  const templates = { product: `template_product_${run}`, sample: `template_sample_${run}` }
  for (const name of Object.keys(PROJECTS) as ProjectName[]) {
    await runAdmin(server.url, `create database ${templates[name]}`)
    await prepareDatabase({ url: withDatabase(server.url, templates[name]), project: PROJECTS[name], seeded: false, production: false })
  }
  return {
    url: server.url,
    templates,
    async stop() {
      for (const name of Object.values(templates)) await runAdmin(server.url, `drop database ${name}`)
      await server.stop()
    },
  }
}

export async function runAdmin(url: string, sql: string) {
  const admin = new pg.Client({ connectionString: url })
  await admin.connect()
  try {
    await admin.query(sql)
  } finally {
    await admin.end()
  }
}

/** PostgreSQL itself waits a moment for closing connections. Terminating them would look like a server error. */
export async function dropDatabase(url: string, name: string) {
  await runAdmin(url, `drop database ${name}`).catch(async () => {
    // A server that still reads the write-ahead log must not reconnect, because a replication slot in use would block the drop.
    await runAdmin(url, `alter database ${name} allow_connections false`)
    await runAdmin(url, `select pg_terminate_backend(pid, 5000) from pg_stat_activity where datname = '${name}'`)
    await runAdmin(url, `drop database ${name} with (force)`)
  })
}

async function useExternal(url: string) {
  await checkExternal(url)
  return { url, stop: async () => {} }
}

async function startThrowaway() {
  // Nothing is kept after the run, so writes need not reach the disk. Commits stay synchronous, because live changes are read from the
  // write-ahead log. Two concurrent test files may open forty connections each.
  const settings = ['fsync=off', 'full_page_writes=off', 'max_connections=200']
  return startCluster({ folder: join(temporaryFolder(), 'postgres'), settings })
}

/**
 * Others may enter the folder but not list it: when root runs the tests, PostgreSQL runs as another user. Removed when this process ends.
 */
export function temporaryFolder() {
  const folder = mkdtempSync(join(tmpdir(), 'test-'))
  chmodSync(folder, 0o711)
  process.once('exit', () => rmSync(folder, { recursive: true, force: true }))
  return folder
}

// A running server applies the `[api]` settings of the project's config.toml.
import { appendFileSync, cpSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { readConfig } from './config.ts'
import { readKeys } from './keys.ts'
import { startServer } from './main.ts'
import { PROJECTS, temporaryFolder } from './testing/cluster.ts'
import { freshDatabase, superuser } from './testing/database.ts'
import { freePort } from './testing/server.ts'
import { writeTinySite } from './testing/tiny-site.ts'

test('the API serves the schemas and the row limit of config.toml', async () => {
  const folder = temporaryFolder()
  const [project, site] = [join(folder, 'project'), join(folder, 'site')]
  cpSync(PROJECTS.sample, project, { recursive: true })
  appendFileSync(join(project, 'config.toml'), '\n[api]\nschemas = ["public", "reports"]\nmax_rows = 2\n')
  writeTinySite(site)
  const database = await freshDatabase('sample')
  await database.keep(superuser, ({ query }) =>
    query(`create schema reports; grant usage on schema reports to anon; create table reports.days (n int primary key);
           grant select on reports.days to anon; insert into reports.days select generate_series(1, 5)`),
  )
  const config = readConfig({
    PORT: String(await freePort()),
    DATA_DIR: join(folder, 'data'),
    DATABASE_URL: database.url,
    NODE_ENV: 'test',
    SCHEDULE: 'off',
  })
  const server = await startServer(config, { project, site })
  try {
    const days = (profile: string) =>
      fetch(`${server.url}/rest/v1/days?order=n`, { headers: { apikey: readKeys(config).publishable, 'accept-profile': profile } })
    expect(await (await days('reports')).json()).toEqual([{ n: 1 }, { n: 2 }])
    expect((await days('public')).status).toBe(404)
    expect((await days('storage')).status).toBe(406)
  } finally {
    await server.stop()
    await database.drop()
  }
})

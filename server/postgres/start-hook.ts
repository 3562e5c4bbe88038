// A project may have something to do or to say whenever a server starts: `private.on_server_start(production boolean) returns setof text`,
// or with a second argument `variables jsonb`: those that the project names in `server.toml`.
import pg from 'pg'
import { actAs } from './migrations.ts'

const MAX_LINES = 20
const MAX_LINE_LENGTH = 500

/** The lines it returns, for the operator to read; none where the project has no such function. */
export async function runStartHook(url: string, production: boolean, variables: Record<string, string>) {
  const admin = new pg.Client({ connectionString: url })
  await admin.connect()
  try {
    const { rows } = await admin.query<{ owner: string; pronargs: number }>(
      `select pg_get_userbyid(proowner) as owner, pronargs from pg_proc
       where oid in (to_regprocedure('private.on_server_start(boolean)'), to_regprocedure('private.on_server_start(boolean, jsonb)'))
       order by pronargs desc`,
    )
    const [hook] = rows
    if (!hook) return []
    await admin.query('begin')
    // With its owner's rights, as the project's migrations have them.
    await actAs(admin, hook.owner)
    const { rows: lines } =
      hook.pronargs === 2
        ? await admin.query<{ line: string }>('select line from private.on_server_start($1, $2) as line', [production, variables])
        : await admin.query<{ line: string }>('select line from private.on_server_start($1) as line', [production])
    await admin.query('commit')
    return lines.slice(0, MAX_LINES).map(({ line }) => line.slice(0, MAX_LINE_LENGTH))
  } finally {
    await admin.end()
  }
}

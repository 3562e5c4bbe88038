// A project can run code whenever a server starts: `private.on_server_start(production boolean) returns setof text`, optionally with a
// second argument `variables jsonb` for those that the project declares in `server.toml`.
import pg from 'pg'
import { actAs } from './migrations.ts'

const MAX_LINES = 20
const MAX_LINE_LENGTH = 500

/** Returns its lines for the operator, or none if the project has no such function. */
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
    // Runs with the rights of its owner, like the project's migrations.
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

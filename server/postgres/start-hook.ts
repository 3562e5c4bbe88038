// A project may have something to do or to say whenever a server starts: `private.on_server_start(production boolean) returns setof text`.
import pg from 'pg'
import { actAs } from './migrations.ts'

const MAX_LINES = 20
const MAX_LINE_LENGTH = 500

/** The lines it returns, for the operator to read; none where the project has no such function. */
export async function runStartHook(url: string, production: boolean) {
  const admin = new pg.Client({ connectionString: url })
  await admin.connect()
  try {
    const { rows } = await admin.query<{ owner: string }>(
      "select pg_get_userbyid(proowner) as owner from pg_proc where oid = to_regprocedure('private.on_server_start(boolean)')",
    )
    if (!rows[0]) return []
    await admin.query('begin')
    // With its owner's rights, as the project's migrations have them.
    await actAs(admin, rows[0].owner)
    const { rows: lines } = await admin.query<{ line: string }>('select line from private.on_server_start($1) as line', [production])
    await admin.query('commit')
    return lines.slice(0, MAX_LINES).map(({ line }) => line.slice(0, MAX_LINE_LENGTH))
  } finally {
    await admin.end()
  }
}

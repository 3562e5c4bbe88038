// The baseline: a handler that checks nothing and sends the same statement to the database as the same user.
import { createServer, type IncomingMessage } from 'node:http'
import pg from 'pg'
import { serveParent } from './child.ts'
import type { Asked } from './ours.ts'

export interface BareSetup {
  /** For each operation, the statement with the values of one request. */
  statements: Record<string, Asked & { id: string | undefined; body: string | undefined }>
  claims: Record<string, unknown>
  reads: string[]
}

const { statements, claims, reads } = JSON.parse(process.env['SETUP'] ?? '{}') as BareSetup
const pipeline = process.env['PIPELINE'] === 'on'
const pool = new pg.Pool({ connectionString: process.env['BARE_DATABASE_URL'], max: 16, pipeline })
const settings = `select set_config('role', 'authenticated', true), set_config('request.jwt.claims', ${pg.escapeLiteral(JSON.stringify(claims))}, true)`

const server = createServer((request, response) => {
  answer(request).then(
    (body) => response.writeHead(200, { 'content-type': 'application/json; charset=utf-8' }).end(body),
    (error: unknown) => response.writeHead(500).end(String(error)),
  )
})
await new Promise<void>((resolve) => server.listen(Number(process.env['PORT']), '127.0.0.1', resolve))
serveParent(() => undefined)

/** `/operation` or `/operation/id`. */
async function answer(request: IncomingMessage) {
  const [, operation = '', id] = (request.url ?? '').split('/')
  const statement = statements[operation]
  if (!statement) throw new Error(`no such operation: ${operation}`)
  const body = request.method === 'GET' ? undefined : await bodyOf(request)
  const values = statement.values.map((value) =>
    value === undefined ? value : value === statement.id ? id : value === statement.body ? body : value,
  )
  const begin = reads.includes(operation) ? 'begin read only' : 'begin'
  const client = await pool.connect()
  try {
    const { rows } = await (pipeline ? atOnce : inTurn)(client, `${begin}; ${settings}`, statement.text, values)
    return rows[0]?.body ?? ''
  } finally {
    client.release()
  }
}

async function inTurn(client: pg.PoolClient, opening: string, text: string, values: unknown[]) {
  await client.query(opening)
  const result = await client.query<{ body: string | null }>(text, values)
  await client.query('commit')
  return result
}

async function atOnce(client: pg.PoolClient, opening: string, text: string, values: unknown[]) {
  const sent = [client.query(opening), client.query<{ body: string | null }>(text, values), client.query('commit')] as const
  const [, result] = await Promise.all(sent)
  return result
}

async function bodyOf(request: IncomingMessage) {
  let text = ''
  request.setEncoding('utf8')
  for await (const chunk of request) text += chunk as string
  return text
}

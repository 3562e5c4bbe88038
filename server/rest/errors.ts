// Errors in PostgREST's format: a JSON body of four fields, and a status that depends on the code.
import pg from 'pg'
import { GateError, RETRY_AFTER_SECONDS } from '../gate.ts'
import { echoed } from '../request-limits.ts'
import { parseObject } from '../wire.ts'

export interface ErrorBody {
  code: string
  message: string
  details: unknown
  hint: string | null
}

export class RestError extends Error {
  readonly status: number
  readonly body: ErrorBody
  readonly headers: Record<string, string>

  constructor(
    status: number,
    code: string,
    message: string,
    more: { details?: unknown; hint?: string | null; headers?: Record<string, string> } = {},
  ) {
    super(message)
    this.status = status
    this.body = { code, message, details: more.details ?? null, hint: more.hint ?? null }
    this.headers = more.headers ?? {}
  }

  toResponse() {
    return new Response([204, 205, 304].includes(this.status) ? null : JSON.stringify(this.body), {
      status: this.status,
      headers: {
        'content-type': 'application/json; charset=utf-8',
        ...(/^\w+$/.test(this.body.code) ? { 'proxy-status': `PostgREST; error=${this.body.code}` } : {}),
        ...this.headers,
      },
    })
  }
}

/** An unknown column, reported like PostgreSQL does but without a query. */
export const noSuchColumn = (table: string, column: string) =>
  new RestError(400, '42703', `column ${echoed(table)}.${echoed(column)} does not exist`)

export const notEmbedded = (name: string) =>
  new RestError(400, 'PGRST108', `'${echoed(name)}' is not an embedded resource in this request`, {
    hint: `Verify that '${echoed(name)}' is included in the 'select' query parameter.`,
  })

export const badRange = (details: string) => new RestError(416, 'PGRST103', 'Requested range not satisfiable', { details })

export const badSyntax = (what: string, text: string, details: string) =>
  new RestError(400, 'PGRST100', `"failed to parse ${what} (${echoed(text)})" (line 1, column 1)`, { details })

export function fromPostgres(error: unknown, isAnonymous: boolean): RestError {
  if (error instanceof RestError) return error
  const isPoolTimeout = error instanceof Error && error.message.startsWith('timeout exceeded when trying to connect')
  if (isPoolTimeout || error instanceof GateError) {
    const headers = { 'retry-after': String(RETRY_AFTER_SECONDS) }
    return new RestError(504, 'PGRST003', 'Timed out acquiring connection from connection pool.', { headers })
  }
  if (!(error instanceof pg.DatabaseError) || !error.code) return fromFault(error)
  if (error.code === 'PGRST') return fromRaised(error)
  const raised = /^PT(\d{3})$/.exec(error.code)
  const status = raised ? Number(raised[1]) : statusOf(error.code, isAnonymous)
  if (INTERNAL.test(error.code)) return new RestError(status, error.code, 'The database cannot do this at the moment.')
  return new RestError(isStatus(status) ? status : 500, error.code, shortened(error.code, error.message), {
    details: error.detail === undefined ? null : shortened(error.code, error.detail),
    hint: error.hint ?? null,
    headers: headersOf(status, error.code),
  })
}

/** Shortens input that PostgreSQL repeats. Messages raised by the project's functions stay whole. */
function shortened(code: string, text: string) {
  if (/^P[0T]/.test(code)) return text
  const [before = '', start = '', rest = ''] = text.split(/("|=\()(.*)/s)
  // Messages of class 23 end with the name of the constraint, which stays whole.
  return code.startsWith('23') && start === '"' ? text : `${before}${start}${echoed(rest)}`
}

function headersOf(status: number, code: string): Record<string, string> {
  if (status === 401) return { 'www-authenticate': 'Bearer' }
  return code === LOCK_TIMEOUT ? { 'retry-after': String(RETRY_AFTER_SECONDS) } : {}
}

// Subclasses of Error are bugs in this server. The driver throws a plain Error when it loses the database.
function fromFault(error: unknown) {
  if (error instanceof Error && error.constructor !== Error && !('code' in error))
    return new RestError(500, 'PGRSTX00', 'Something went wrong on our side.')
  return new RestError(503, 'PGRST000', 'Database connection error. Retrying the connection.')
}

/** Handles `raise sqlstate 'PGRST'`, with which a function defines the whole response: the error in the message, the rest in the detail. */
function fromRaised({ message, detail }: pg.DatabaseError) {
  const said = parseObject(message)
  const rest = parseObject(detail ?? '')
  const status = rest?.['status']
  if (typeof said?.['code'] !== 'string' || typeof said['message'] !== 'string' || typeof status !== 'number' || !isStatus(status)) {
    return new RestError(500, 'PGRST121', `Could not parse JSON in the "RAISE SQLSTATE 'PGRST'" error`)
  }
  const headers = Object.entries(rest?.['headers'] ?? {}).map(([name, value]): [string, string] => [name, String(value)])
  if (!headers.every(isHeader)) {
    return new RestError(500, 'PGRST121', `Could not parse JSON in the "RAISE SQLSTATE 'PGRST'" error`)
  }
  return new RestError(status, said['code'], said['message'], {
    details: said['details'],
    hint: typeof said['hint'] === 'string' ? said['hint'] : null,
    headers: Object.fromEntries(headers),
  })
}

/** A full disk, other system errors, and internal ones: their messages contain file names, so only the log has them. */
const INTERNAL = /^(?:53100|58|XX)/

const isStatus = (status: number) => Number.isInteger(status) && status >= 200 && status < 600

const isHeader = ([name, value]: [string, string]) => /^[\w!#$%&'*+.^`|~-]+$/.test(name) && /^[\t\x20-\x7e\x80-\xff]*$/.test(value)

/** Another session held a lock. PostgREST answers 500, which does not tell clients to retry. */
const LOCK_TIMEOUT = '55P03'

// Whole codes come before their classes. Every other code is a client error.
const STATUSES: Record<string, number> = {
  '21000': 500,
  '23503': 409,
  '23505': 409,
  '25006': 405,
  '42883': 404,
  '42P01': 404,
  '42P17': 500,
  '53400': 500,
  [LOCK_TIMEOUT]: 503,
  '57P01': 503,
  '57P03': 503,
  P0001: 400,
  '08': 503,
  '09': 500,
  '0L': 403,
  '0P': 403,
  '25': 500,
  '28': 403,
  '2D': 500,
  '38': 500,
  '39': 500,
  '3B': 500,
  '40': 500,
  '53': 503,
  // Exceeds a PostgreSQL limit: too many columns, too deep, or too long for an index. A client error, unlike in PostgREST.
  '54': 400,
  '55': 500,
  '57': 500,
  '58': 500,
  F0: 500,
  HV: 500,
  P0: 500,
  XX: 500,
}

function statusOf(code: string, isAnonymous: boolean) {
  if (code === '42501') return isAnonymous ? 401 : 403
  return STATUSES[code] ?? STATUSES[code.slice(0, 2)] ?? 400
}

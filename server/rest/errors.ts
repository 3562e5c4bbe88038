// Errors as PostgREST gives them: a JSON body of four fields and a status that follows from the code.
import pg from 'pg'

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
    return new Response(JSON.stringify(this.body), {
      status: this.status,
      headers: { 'content-type': 'application/json; charset=utf-8', 'proxy-status': `PostgREST; error=${this.body.code}`, ...this.headers },
    })
  }
}

/** A column that is not there, answered as PostgreSQL would, without asking it. */
export const noSuchColumn = (table: string, column: string) => new RestError(400, '42703', `column ${table}.${column} does not exist`)

export const badSyntax = (what: string, text: string, details: string) =>
  new RestError(400, 'PGRST100', `"failed to parse ${what} (${text})" (line 1, column 1)`, { details })

export function fromPostgres(error: unknown, isAnonymous: boolean): RestError {
  if (error instanceof RestError) return error
  if (!(error instanceof pg.DatabaseError) || !error.code) {
    return new RestError(503, 'PGRST000', 'Database connection error. Retrying the connection.')
  }
  const raised = /^PT(\d{3})$/.exec(error.code)
  const status = raised ? Number(raised[1]) : statusOf(error.code, isAnonymous)
  return new RestError(status >= 200 && status < 600 ? status : 500, error.code, error.message, {
    details: error.detail ?? null,
    hint: error.hint ?? null,
    headers: status === 401 ? { 'www-authenticate': 'Bearer' } : {},
  })
}

// Whole codes first, then their classes; what is in neither is the client's fault.
const STATUSES: Record<string, number> = {
  '23503': 409,
  '23505': 409,
  '25006': 405,
  '42883': 404,
  '42P01': 404,
  '42P17': 500,
  '53400': 500,
  '57P01': 503,
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
  '54': 500,
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

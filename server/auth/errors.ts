// Errors in GoTrue's format: a code for programs and a message for people.

export class AuthError extends Error {
  readonly status: number
  readonly code: string
  readonly more: Record<string, unknown>
  readonly retryAfter: number | undefined

  constructor(
    status: number,
    code: string,
    message: string,
    { retryAfter, ...more }: { retryAfter?: number; [field: string]: unknown } = {},
  ) {
    super(message)
    this.status = status
    this.code = code
    this.more = more
    this.retryAfter = retryAfter
  }
}

const VERSION = '2024-01-01'

/** Clients that request the newer API version get its error format. */
export function errorResponse(error: AuthError, request: Request) {
  const isNew = (request.headers.get('x-supabase-api-version') ?? '') >= VERSION
  const body = isNew
    ? { code: error.code, message: error.message, ...error.more }
    : { code: error.status, error_code: error.code, msg: error.message, ...error.more }
  return Response.json(body, {
    status: error.status,
    headers: {
      'x-sb-error-code': error.code,
      ...(isNew ? { 'x-supabase-api-version': VERSION } : {}),
      ...(error.retryAfter === undefined ? {} : { 'retry-after': String(error.retryAfter) }),
    },
  })
}

export const invalid = (message: string) => new AuthError(400, 'validation_failed', message)
export const unprocessable = (code: string, message: string) => new AuthError(422, code, message)
export const invalidCredentials = () => new AuthError(400, 'invalid_credentials', 'Invalid login credentials')
export const linkExpired = () => new AuthError(403, 'otp_expired', 'Email link is invalid or has expired')
export const codeExpired = () => new AuthError(403, 'otp_expired', 'Token has expired or is invalid')
export const noSession = () => new AuthError(403, 'session_not_found', 'Session from session_id claim in JWT does not exist')

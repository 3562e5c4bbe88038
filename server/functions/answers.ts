// Responses of the host instead of a function, with the messages and codes of hosted Supabase.
import { allowed, anyOrigin, PRIVATE_HEADERS } from '../wire.ts'

const HEADERS = {
  ...PRIVATE_HEADERS,
  ...anyOrigin('sb-error-code, x-relay-error'),
  ...allowed({
    methods: 'GET, POST, PUT, PATCH, DELETE, OPTIONS',
    headers: 'authorization, x-client-info, apikey, content-type, x-retry-count, x-region',
  }),
}

const answer = (status: number, code: string, message: string, headers: Record<string, string> = {}) =>
  Response.json({ code, message }, { status, headers: { ...HEADERS, 'sb-error-code': code, ...headers } })

// Tells the client that the response is not the function's own.
const relay = { 'x-relay-error': 'true' }

export const notFound = () => answer(404, 'NOT_FOUND', 'Requested function was not found')
export const wrongMethod = () =>
  answer(405, 'METHOD_NOT_ALLOWED', 'Method is not allowed', { allow: 'GET, POST, PUT, PATCH, DELETE, OPTIONS' })
export const noToken = () => answer(401, 'UNAUTHORIZED_NO_AUTH_HEADER', 'Missing authorization header')
export const wrongToken = () => answer(401, 'UNAUTHORIZED_INVALID_JWT_FORMAT', 'Invalid JWT')
export const tooLarge = () => answer(413, 'REQUEST_TOO_LARGE', 'Request body is too large')
export const tooSlow = () => answer(408, 'REQUEST_TOO_SLOW', 'Request body took too long to arrive', { connection: 'close' })
export const failed = () => answer(500, 'WORKER_ERROR', 'Function exited due to an error')
export const notLoaded = () => answer(503, 'BOOT_ERROR', 'Function failed to start', relay)
export const overloaded = () => answer(503, 'WORKER_OVERLOADED', 'Function has too many calls waiting', { ...relay, 'retry-after': '5' })
export const tooLate = () => answer(546, 'WORKER_LIMIT', 'Function failed due to not having enough time', relay)

// Errors for clients that may not join or stay, with messages that clients recognize.
import type { Logger } from 'pino'
import { IdentityError } from '../identity-error.ts'
import { codeOf, TooBusyError } from './pools.ts'
import { ReplayError } from './replay.ts'

/** Its message is sent to the client. */
export class JoinError extends Error {}

export function reasonOf(error: unknown, log: Logger) {
  if (error instanceof JoinError || error instanceof ReplayError) return error.message
  if (error instanceof IdentityError) {
    return error.kind === 'expired' ? 'InvalidJWTToken: Token has expired' : 'MalformedJWT: The token provided is not a valid JWT'
  }
  if (error instanceof TooBusyError) return 'IncreaseConnectionPool: Please try again'
  log.warn({ code: codeOf(error) }, 'a realtime question to the database failed')
  return 'UnableToConnectToProject: Realtime was unable to connect to the project database'
}

export const isAboutTheToken = (error: unknown) => error instanceof JoinError || error instanceof IdentityError
